import { hideFromMostRead } from '../../../functions/documents/front-page-document.ts'
import { changeFrontPage, readFrontPage } from '../documents/front-page.ts'
import { requireAccessKey } from '../site/access-key.ts'

/** Hidden stories are stored with the front page, and share its history (`desk log home --collection front`). */
export async function hideStory(slug: string, isHidden: boolean, dryRun: boolean) {
  const site = requireAccessKey()
  const stored = await readFrontPage(site)
  await changeFrontPage(site, stored, hideFromMostRead(stored.front, slug, isHidden), dryRun)
}
