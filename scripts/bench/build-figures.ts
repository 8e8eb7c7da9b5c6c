/** The figures of builds, as tables, and beside the aims of the design. Measures nothing. */
import { type Figure, printFigure, type Section } from './figure.ts'

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

export function reportBuilds({ results, hugoResults, hugo }: BuildFigures): Omit<Section, 'aims'> {
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
  }
}
