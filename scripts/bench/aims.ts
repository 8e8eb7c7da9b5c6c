/** What the measured is to reach, as the design has it. Figures in, verdicts out: measures nothing. */
import type { Result as BuildResult, HugoResult, Scenario } from './build-figures.ts'
import { type Aim, type Figure, printFigure, type Unit } from './figure.ts'
import { categories, type Scores, subjectNames, type Weights } from './page-figures.ts'

/** Judged by the median; not at all where there is no figure. */
function atMost(what: string, figure: Figure | null | undefined, most: number, unit: Unit): Aim {
  return {
    what,
    aim: `at most ${most} ${unit}`.trim(),
    measured: printFigure(figure ?? null, unit),
    reached: figure ? figure.median <= most : null,
  }
}

function ratioAtMost(what: string, one: Maybe, other: Maybe, most: number): Aim {
  const ratio = one && other ? one.median / other.median : null
  return {
    what,
    aim: `at most ${most}x`,
    measured: ratio === null ? '–' : `${ratio.toFixed(2)}x`,
    reached: ratio === null ? null : ratio <= most,
  }
}
type Maybe = Figure | null | undefined

/** The largest of some; null where one was not measured, or there is none. */
function largest(figures: readonly (Figure | null)[]): Figure | null {
  const known = figures.filter((figure) => figure !== null)
  if (known.length === 0 || known.length < figures.length) return null
  return known.reduce((one, other) => (other.most > one.most ? other : one))
}

export function buildAims(
  results: readonly BuildResult[],
  hugoResults: readonly HugoResult[],
): Aim[] {
  const find = (articles: number, scenario: Scenario) =>
    results.find((result) => result.articles === articles && result.scenario === scenario)
  const published = find(10_000, 'published')
  const hugo = hugoResults.find(({ articles }) => articles === 10_000)
  const ofOneDocument = results.filter(({ scenario }) => scenario !== 'full')
  const reads = largest(ofOneDocument.map((result) => result.reads))
  return [
    ratioAtMost(
      'full build of 10,000 articles, user CPU beside Hugo',
      find(10_000, 'full')?.user,
      hugo?.user,
      2,
    ),
    atMost('publishing one article among 10,000, user CPU', published?.user, 3, 's'),
    {
      ...atMost('the same, memory', published?.peak, 1000, 'MB'),
      aim: 'at most 1 GB',
    },
    ratioAtMost(
      'publishing one among 30,000 instead of 10,000, user CPU',
      find(30_000, 'published')?.user,
      published?.user,
      1.5,
    ),
    {
      what: 'documents that a build reads where one or none has changed, the most at any size',
      aim: 'at most 5',
      measured: printFigure(reads, ''),
      reached: reads && reads.most <= 5,
    },
  ]
}

/** Null: the sample as it is. */
export type Waits = { readonly articles: number | null } & Readonly<
  Record<'readable' | 'listed' | 'gone' | 'user' | 'reads' | 'written', Figure | null>
>

export function publishingAims(waits: readonly Waits[]): Aim[] {
  const find = (size: number | null) => waits.find(({ articles }) => articles === size)
  const sample = find(null)
  return [
    atMost('from `desk publish` to reading the article, the sample', sample?.readable, 1, 's'),
    atMost('from `desk publish` to the archives, the sample', sample?.listed, 5, 's'),
    atMost('the same among 10,000 articles', find(10_000)?.listed, 8, 's'),
    atMost('the same among 30,000 articles', find(30_000)?.listed, 8, 's'),
  ]
}

/** Those that the design names. */
const judged = ['home', 'article', 'category', 'search', 'subscribe'] as const

export function pageAims(weights: Weights, scores: Scores): Aim[] {
  const rates = judged.flatMap((name) => categories.map((category) => scores[name][category]))
  const least = rates.some((rate) => !rate) ? null : Math.min(...rates.map((rate) => rate!.median))
  const shift = largest(subjectNames.map((name) => scores[name]['cumulative-layout-shift']))
  // Guests load none on most pages: the sign-in form has what signed-in readers load elsewhere.
  const script = largest(subjectNames.map((name) => weights[name].script))
  return [
    {
      what: 'Lighthouse on home, article, category, search, subscribe: the lowest of all categories',
      aim: '100',
      measured: least === null ? '–' : String(least),
      reached: least === null ? null : least >= 100,
    },
    {
      what: 'layout shift, the most of all pages and runs',
      aim: '0',
      measured: shift ? String(Number(shift.most.toPrecision(2))) : '–',
      reached: shift && shift.most <= 0,
    },
    atMost('JavaScript of any page, the most (brotli)', script, 90, 'kB'),
    atMost('HTML of an article (gzip)', weights.article.document, 20, 'kB'),
  ]
}

/** `ratio` is that of each round, and `databaseCalls` those during all of them. */
export function edgeAims(ratio: Figure | null, databaseCalls: number): Aim[] {
  const range =
    ratio && `${ratio.median.toFixed(2)}x (${ratio.least.toFixed(2)}–${ratio.most.toFixed(2)})`
  return [
    {
      what: 'a sealed body beside a static file of its size, throughput',
      aim: 'at least 0.8x',
      measured: range ?? '–',
      reached: ratio && ratio.median >= 0.8,
    },
    {
      what: 'database reads of all these requests, pages and bodies alike',
      aim: '0',
      measured: String(databaseCalls),
      reached: databaseCalls === 0,
    },
  ]
}
