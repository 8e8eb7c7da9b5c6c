/** The context of all reports: the database, the publication's clock, and story titles. */
import { type Clock, getClock } from '../../../src/domain/statistics/periods.ts'
import type { Report, Table } from '../../../src/domain/statistics/report.ts'
import { site } from '../../../src/publication/identity.ts'
import type { Firestore } from '../../platform/adapters/firestore.ts'
import type { Log } from '../../platform/log.ts'
import type { BuildManifest } from '../../publishing/build-manifest.ts'
import { findCurrentSlug } from '../../publishing/renamed-stories.ts'
import type { StatisticsDatabase } from '../records/statistics-database.ts'

export type ReportDeps = {
  readonly statistics: StatisticsDatabase
  readonly firestore: Pick<Firestore, 'getAll' | 'get' | 'query'>
  readonly buildManifest: Pick<BuildManifest, 'findRedirect'>
  readonly log: Log
  readonly now: () => Date
}

export type ReportContext = {
  readonly database: StatisticsDatabase
  readonly firestore: ReportDeps['firestore']
  readonly now: Date
  readonly clock: Clock
  /** The rows of each story by its current slug, in the order of each story's first row. */
  readonly groupByStory: <Row>(
    rows: Iterable<readonly [slug: string, row: Row]>,
  ) => Promise<ReadonlyMap<string, readonly Row[]>>
}

export function createReportContext(deps: ReportDeps): ReportContext {
  const { statistics, firestore, now } = deps
  const at = now()
  return {
    database: statistics,
    firestore,
    now: at,
    clock: getClock(at, site.timeZone),
    async groupByStory<Row>(rows: Iterable<readonly [string, Row]>) {
      const stories = new Map<string, Row[]>()
      for (const [slug, row] of rows) {
        const current = await findCurrentSlug(deps, slug)
        stories.set(current, [...(stories.get(current) ?? []), row])
      }
      return stories
    },
  }
}

export function createReport(
  { now, clock }: ReportContext,
  contents: {
    readonly title: string
    readonly summary?: readonly string[]
    readonly tables: Table[]
  },
): Report {
  return {
    title: contents.title,
    at: now.toISOString(),
    today: clock.today,
    timeZone: site.timeZone,
    summary: [...(contents.summary ?? [])],
    tables: contents.tables,
  }
}

/** Loads titles by slug. A story is named by its slug if it has no title or Firestore is unavailable. */
export async function loadTitles(
  firestore: ReportDeps['firestore'],
  slugs: readonly string[],
): Promise<(slug: string) => string> {
  const stored =
    slugs.length === 0
      ? null
      : await firestore.getAll(
          slugs.map((slug) => `articles/${slug}`),
          ['title'],
        )
  const titles = new Map<string, string>()
  if (stored?.ok) {
    for (const [index, document] of stored.value.entries()) {
      if (typeof document?.fields.title === 'string')
        titles.set(slugs[index]!, document.fields.title)
    }
  }
  return (slug) => titles.get(slug) ?? slug
}

export const getStoryReportPath = (slug: string) => `/desk/statistics/stories/${slug}`
