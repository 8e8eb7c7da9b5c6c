/** The stories that were read most in the last week, for the desk's first page. */
import type { ReadStory } from '../../../src/contracts/pages/desk-page.ts'
import { getPeriod } from '../../../src/domain/statistics/periods.ts'
import { readSums } from './read-statistics.ts'
import { createReportContext, loadTitles, type ReportDeps } from './report-context.ts'

const shown = 5
/** The number of most-viewed stories among which the most-read ones are found. */
const candidates = 50

/** Covers the seven whole days before today. Null if the statistics can't be read. */
export async function loadMostRead(deps: ReportDeps): Promise<readonly ReadStory[] | null> {
  const { database, firestore, clock } = createReportContext(deps)
  try {
    const sums = await readSums(database, getPeriod(clock.today, 7), 'slug', candidates)
    const stories = [...sums]
      .map(([slug, { views, reads }]) => ({ slug, views: views ?? 0, reads: reads ?? 0 }))
      .sort((one, other) => other.reads - one.reads)
      .slice(0, shown)
    const findTitle = await loadTitles(
      firestore,
      stories.map(({ slug }) => slug),
    )
    return stories.map((story) => ({ ...story, title: findTitle(story.slug) }))
  } catch {
    return null
  }
}
