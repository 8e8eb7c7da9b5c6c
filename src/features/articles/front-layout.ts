/** The number of stories in each part of the front page. */
import { frontPage } from '../../publication/sections.ts'
import type { FrontPageLayout } from './arrange-front-page.ts'

const storiesOf = { wideFeature: 3, feature: 3, text: 3, pair: 3, triptych: 3, voices: 4 }

export const frontLayout: FrontPageLayout = {
  tier: 3,
  latest: 6,
  sections: [
    [frontPage.besideLatest, 4],
    ...frontPage.sections.map(({ category, layout }) => [category, storiesOf[layout]] as const),
    ...frontPage.columns.map((category) => [category, 3] as const),
  ],
}
