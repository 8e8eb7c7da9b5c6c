/** The design's targets for the benchmarks. benchmark-results.md has the last measured values. */
import { type Figure, formatFigure, summarise, type Target, type Unit } from './figure.ts'

type Maybe = Figure | null | undefined

/** Compares the median with a maximum. */
export function requireAtMost(what: string, figure: Maybe, most: number, unit: Unit): Target {
  return {
    what,
    required: `at most ${most} ${unit}`.trim(),
    measured: formatFigure(figure ?? null, unit),
    isMet: figure ? figure.median <= most : null,
  }
}

const requireAtMostGigabyte = (what: string, megabytes: Maybe): Target => ({
  ...requireAtMost(what, megabytes, 1000, 'MB'),
  required: 'at most 1 GB',
})

function requireRatioAtMost(what: string, one: Maybe, other: Maybe, most: number): Target {
  const ratio = one && other ? one.median / other.median : null
  return {
    what,
    required: `at most ${most}x`,
    measured: ratio === null ? '–' : `${ratio.toFixed(2)}x`,
    isMet: ratio === null ? null : ratio <= most,
  }
}
/** Returns null if there are no figures, or if one wasn't measured. */
function findLargest(figures: readonly (Figure | null)[]): Figure | null {
  const known = figures.filter((figure) => figure !== null)
  if (known.length === 0 || known.length < figures.length) return null
  return known.reduce((one, other) => (other.max > one.max ? other : one))
}

export const scenarios = ['full', 'unchanged', 'published', 'withdrawn'] as const
export type Scenario = (typeof scenarios)[number]
type Cost = Readonly<Record<'user' | 'wall' | 'peak', Figure | null>>
export type GeneratorName = 'hugo' | 'astro' | 'astro-search'
export type GeneratorResult = Cost & { readonly articles: number; readonly name: GeneratorName }
export type BuildResult = Cost &
  Readonly<Record<'reads' | 'written' | 'removed', Figure | null>> & {
    readonly articles: number
    readonly scenario: Scenario
    readonly files: number
  }

export function checkBuildTargets(
  results: readonly BuildResult[],
  others: readonly GeneratorResult[],
): Target[] {
  const findResult = (articles: number, scenario: Scenario) =>
    results.find((result) => result.articles === articles && result.scenario === scenario)
  const published = findResult(10_000, 'published')
  const full = findResult(10_000, 'full')
  const withSearch = others.find(
    ({ name, articles }) => name === 'astro-search' && articles === 10_000,
  )
  const incrementalResults = results.filter(({ scenario }) => scenario !== 'full')
  const reads = findLargest(incrementalResults.map((result) => result.reads))
  return [
    requireRatioAtMost(
      'full build of 10,000 articles, wall compared with Astro and Pagefind',
      full?.wall,
      withSearch?.wall,
      1,
    ),
    requireAtMost('the same, memory', full?.peak, 1200, 'MB'),
    requireAtMost('publishing one article among 10,000, user CPU', published?.user, 3, 's'),
    requireAtMostGigabyte('publishing one article among 10,000, memory', published?.peak),
    requireRatioAtMost(
      'publishing one article among 30,000 compared with 10,000, user CPU',
      findResult(30_000, 'published')?.user,
      published?.user,
      1.5,
    ),
    {
      what: 'documents read by a build when at most one has changed, highest of all sizes',
      required: 'at most 5',
      measured: formatFigure(reads, ''),
      isMet: reads && reads.max <= 5,
    },
  ]
}

/** `articles` is null for the sample. */
export type PublishingTimes = { readonly articles: number | null } & Readonly<
  Record<
    'readable' | 'listed' | 'searchable' | 'removedAfter' | 'user' | 'reads' | 'written',
    Figure | null
  >
>

export function checkPublishingTargets(publishingTimes: readonly PublishingTimes[]): Target[] {
  const findResult = (size: number | null) =>
    publishingTimes.find(({ articles }) => articles === size)
  const sample = findResult(null)
  return [
    requireAtMost(
      'from `desk publish` until the article can be read, the sample',
      sample?.readable,
      1,
      's',
    ),
    requireAtMost(
      'from `desk publish` until it’s in the archives, the sample',
      sample?.listed,
      5,
      's',
    ),
    requireAtMost('the same among 10,000 articles', findResult(10_000)?.listed, 8, 's'),
    requireAtMost('the same among 30,000 articles', findResult(30_000)?.listed, 8, 's'),
    requireAtMost(
      'until search finds it, among 30,000 articles',
      findResult(30_000)?.searchable,
      8,
      's',
    ),
  ]
}

export const subjects = {
  home: '/',
  article: '/fathers-in-pencil',
  category: '/category/culture',
  latest: '/latest',
  search: '/search',
  subscribe: '/subscribe',
  login: '/login',
} as const
export type Subject = keyof typeof subjects
export const subjectNames = Object.keys(subjects) as Subject[]

export const kinds = ['document', 'stylesheet', 'script', 'font', 'image'] as const
export type Kind = (typeof kinds)[number]
export const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Category = (typeof categories)[number]
export const metrics = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
] as const
type Metric = (typeof metrics)[number]

/** Kilobytes by kind, and the numbers of scripts and requests. */
export type Weight = Readonly<Record<Kind | 'scripts' | 'requests', Figure | null>>
export type Score = Readonly<Record<Category | Metric, Figure | null>>
export type Weights = Readonly<Record<Subject, Weight>>
export type Scores = Readonly<Record<Subject, Score>>

export function checkPageTargets(weights: Weights, scores: Scores): Target[] {
  // The login page's SEO score doesn't count, because search engines must not list the page.
  const rates = subjectNames.flatMap((name) =>
    categories
      .filter((category) => name !== 'login' || category !== 'seo')
      .map((category) => scores[name][category]),
  )
  const lowest = rates.some((rate) => !rate) ? null : Math.min(...rates.map((rate) => rate!.median))
  const shift = findLargest(subjectNames.map((name) => scores[name]['cumulative-layout-shift']))
  // Guests load little on most pages; the sign-in form loads the code that other pages load for signed-in readers.
  const findHeaviest = (kind: Kind) => findLargest(subjectNames.map((name) => weights[name][kind]))
  return [
    {
      what: 'Lighthouse: lowest score of all pages and categories, without SEO of the login page',
      required: '100',
      measured: lowest === null ? '–' : String(lowest),
      isMet: lowest === null ? null : lowest >= 100,
    },
    {
      what: 'layout shift, highest of all pages and runs',
      required: '0',
      measured: shift ? String(Number(shift.max.toPrecision(2))) : '–',
      isMet: shift && shift.max <= 0,
    },
    requireAtMost('JavaScript per page, highest (brotli)', findHeaviest('script'), 90, 'kB'),
    requireAtMost('JavaScript for a guest’s article (brotli)', weights.article.script, 8, 'kB'),
    requireAtMost('fonts of a first visit, highest', findHeaviest('font'), 55, 'kB'),
    requireAtMost('scripts of a guest’s article', weights.article.scripts, 3, ''),
    requireAtMost('HTML of a page, highest (gzip)', findHeaviest('document'), 17, 'kB'),
  ]
}

/** Ratios of speeds, measured with requests in turns, one at a time. */
export type EdgeRatios = Readonly<
  Record<'bodyToFile' | 'bodyToCheapest' | 'checkToCheapest' | 'checkToGhost', Figure | null>
>

export function checkEdgeTargets(ratios: EdgeRatios, readsPerRequest: number): Target[] {
  const requireRatio = (what: string, ratio: Figure | null, least: number): Target => ({
    what: `${what}, speed`,
    required: `at least ${least}x`,
    measured: ratio
      ? `${ratio.median.toFixed(2)}x (${ratio.min.toFixed(2)}–${ratio.max.toFixed(2)})`
      : '–',
    isMet: ratio && ratio.median >= least,
  })
  return [
    requireRatio(
      'an encrypted body compared with a static file of its size',
      ratios.bodyToFile,
      0.8,
    ),
    requireRatio(
      'an encrypted body compared with the cheapest Worker response',
      ratios.bodyToCheapest,
      0.9,
    ),
    requireRatio(
      'the signed-in check compared with the cheapest Worker response',
      ratios.checkToCheapest,
      0.9,
    ),
    requireRatio('the signed-in check compared with Ghost', ratios.checkToGhost, 1),
    {
      what: 'database reads for each of these requests, highest',
      required: '0',
      measured: String(readsPerRequest),
      isMet: readsPerRequest === 0,
    },
  ]
}

type WeeklyCost = { readonly accepted: number; readonly cpuSeconds: number; readonly reads: number }

/** Compares the costs of a small and a large list. */
export function checkWeeklyTargets(costs: readonly WeeklyCost[]): Target[] {
  const perRecipient = (cost: WeeklyCost | undefined, count: (cost: WeeklyCost) => number) =>
    cost ? summarise([count(cost) / cost.accepted]) : null
  const compare = (what: string, count: (cost: WeeklyCost) => number) =>
    requireRatioAtMost(what, perRecipient(costs.at(-1), count), perRecipient(costs[0], count), 1.2)
  return [
    compare(
      'The Weekly, CPU time per recipient for ten times as many recipients',
      ({ cpuSeconds }) => cpuSeconds,
    ),
    compare(
      'The Weekly, documents read per recipient for ten times as many recipients',
      ({ reads }) => reads,
    ),
  ]
}

/** A D1 database can store 10 GB. */
export const checkStatisticsTargets = (gigabytesAfterYear: number): Target[] => [
  {
    ...requireAtMost(
      'the statistics of ten million views a month, after a year',
      summarise([gigabytesAfterYear]),
      10,
      '',
    ),
    required: 'at most 10 GB',
    measured: `${gigabytesAfterYear.toFixed(1)} GB`,
  },
]

/** `sums` are in MB: idle, and after each further `step` requests. */
export function checkMemoryTargets(sums: readonly number[], step: number): Target[] {
  const [idle, afterFirst] = sums
  const format = (requests: number) => requests.toLocaleString('en-US')
  return [
    requireAtMost('memory of the idle local stack', summarise([idle!]), 1200, 'MB'),
    requireRatioAtMost(
      `its memory after ${format(step * (sums.length - 1))} requests compared with ${format(step)}`,
      summarise(sums.slice(-1)),
      summarise([afterFirst!]),
      1.1,
    ),
  ]
}

export type ImportTimes = { readonly posts: number } & Readonly<
  Record<
    'postsPerMinute' | 'user' | 'peak' | 'againWall' | 'againUser' | 'againPeak',
    Figure | null
  >
>

export function checkImportTargets(importTimes: readonly ImportTimes[]): Target[] {
  const large = importTimes.find(({ posts }) => posts === 10_000)
  return [
    requireAtMostGigabyte('importing 10,000 posts with 20,000 pictures, memory', large?.peak),
    requireAtMost('importing them again, nothing changed', large?.againWall, 30, 's'),
  ]
}
