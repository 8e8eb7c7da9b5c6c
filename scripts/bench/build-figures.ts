/** The figures of builds, as tables, and beside the aims of the design. Measures nothing. */
import { type Aim, type Figure, printFigure, type Section } from './figure.ts'

export const scenarios = ['full', 'unchanged', 'published', 'withdrawn'] as const
export type Scenario = (typeof scenarios)[number]
const scenarioNames: Record<Scenario, string> = {
  full: 'the whole site',
  unchanged: 'nothing changed',
  published: 'one article published',
  withdrawn: 'one withdrawn',
}

export type Result = {
  readonly articles: number
  readonly scenario: Scenario
  readonly user: Figure | null
  readonly wall: Figure | null
  readonly peak: Figure | null
  readonly reads: Figure | null
  readonly written: Figure | null
  readonly removed: Figure | null
  readonly files: number
}
export type HugoResult = {
  readonly articles: number
  readonly user: Figure | null
  readonly wall: Figure | null
  readonly peak: Figure | null
}

export type BuildFigures = {
  readonly results: readonly Result[]
  readonly hugo: string | null
  readonly hugoResults: readonly HugoResult[]
}

export function reportBuilds({ results, hugoResults, hugo }: BuildFigures): Section {
  const ours = results.map((result) => [
    `${result.articles.toLocaleString('en-US')}: ${scenarioNames[result.scenario]}`,
    printFigure(result.user, 's'),
    printFigure(result.wall, 's'),
    printFigure(result.peak, 'MB'),
    printFigure(result.reads, ''),
    printFigure(result.written, ''),
    result.files.toLocaleString('en-US'),
  ])
  const theirs = hugoResults.map(({ articles, user, wall, peak }) => [
    `${articles.toLocaleString('en-US')}: ${hugo}, the whole site`,
    printFigure(user, 's'),
    printFigure(wall, 's'),
    printFigure(peak, 'MB'),
    '',
    '',
    '',
  ])
  const head = ['builds', 'user CPU', 'wall', 'memory', 'documents read', 'files written', 'of']
  return {
    name: 'builds',
    tables: [{ title: 'Builds', head, rows: [...ours, ...theirs] }],
    figures: { results, hugo, hugoResults },
    aims: aims(results, hugoResults),
  }
}

function aims(results: readonly Result[], hugoResults: readonly HugoResult[]): Aim[] {
  const find = (articles: number, scenario: Scenario) =>
    results.find((result) => result.articles === articles && result.scenario === scenario)
  const small = find(10_000, 'published')
  const large = find(30_000, 'published')
  const full = find(10_000, 'full')
  const hugo = hugoResults.find(({ articles }) => articles === 10_000)
  const ratio = (one?: Figure | null, other?: Figure | null) =>
    one && other ? one.median / other.median : null
  const print = (value: number | null) => (value === null ? '–' : `${value.toFixed(2)}x`)
  const toHugo = ratio(full?.user, hugo?.user)
  const growth = ratio(large?.user, small?.user)
  return [
    {
      what: 'full build of 10,000 articles, user CPU beside Hugo',
      aim: 'at most 2x',
      measured: print(toHugo),
      reached: toHugo && toHugo <= 2,
    },
    {
      what: 'publishing one article among 10,000, user CPU',
      aim: 'at most 3 s',
      measured: printFigure(small?.user ?? null, 's'),
      reached: small?.user ? small.user.median <= 3 : null,
    },
    {
      what: 'the same, memory',
      aim: 'at most 1 GB',
      measured: printFigure(small?.peak ?? null, 'MB'),
      reached: small?.peak ? small.peak.median <= 1000 : null,
    },
    {
      what: 'publishing one among 30,000 instead of 10,000, user CPU',
      aim: 'at most 1.5x',
      measured: print(growth),
      reached: growth && growth <= 1.5,
    },
  ].map((aim) => ({ ...aim, reached: aim.reached === null ? null : Boolean(aim.reached) }))
}
