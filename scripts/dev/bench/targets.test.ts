import { describe, expect, it } from 'vitest'
import { type Figure, summarise, type Target } from './figure.ts'
import {
  type BuildResult,
  categories,
  checkBuildTargets,
  checkEdgeTargets,
  checkImportTargets,
  checkMemoryTargets,
  checkMeterTargets,
  checkPageTargets,
  checkPublishingTargets,
  type EdgeRatios,
  type HugoResult,
  kinds,
  metrics,
  type Scores,
  subjectNames,
  type Weights,
} from './targets.ts'

/** The summary of three runs with this median. */
const figure = (median: number) => summarise([median, 0, median * 10])

const findVerdict = (targets: readonly Target[], what: RegExp) => {
  const found = targets.filter((required) => what.test(required.what))
  expect(found).toHaveLength(1)
  return found[0]!.isMet
}

/** The last value that meets the target, and the first that doesn't. */
type Case = [what: RegExp, reached: number, missed: number, judge: (value: number) => Target[]]

const noResult = { user: null, wall: null, peak: null, reads: null, written: null, removed: null }
const result = (
  articles: number,
  scenario: BuildResult['scenario'],
  figures: Partial<BuildResult>,
): BuildResult => ({ articles, scenario, ...noResult, files: 0, ...figures })
const hugo: HugoResult = { articles: 10_000, user: figure(10), wall: null, peak: null }
const published = (figures: Partial<BuildResult>) => [result(10_000, 'published', figures)]

const builds: Case[] = [
  [
    /compared with Hugo/,
    20,
    20.1,
    (user) => checkBuildTargets([result(10_000, 'full', { user: figure(user) })], [hugo]),
  ],
  [
    /among 10,000, user CPU/,
    3,
    3.01,
    (user) => checkBuildTargets(published({ user: figure(user) }), []),
  ],
  [/memory/, 1000, 1001, (peak) => checkBuildTargets(published({ peak: figure(peak) }), [])],
  [
    /30,000 compared with 10,000/,
    3,
    3.01,
    (user) =>
      checkBuildTargets(
        [...published({ user: figure(2) }), result(30_000, 'published', { user: figure(user) })],
        [],
      ),
  ],
]

const fillKeys = <Key extends string>(keys: readonly Key[], value: Figure | null) =>
  Object.fromEntries(keys.map((key) => [key, value])) as Record<Key, Figure | null>

const publishingTimes =
  (articles: number | null, of: 'readable' | 'listed' | 'searchable') => (seconds: number) =>
    checkPublishingTargets([
      {
        articles,
        ...fillKeys(
          ['readable', 'listed', 'searchable', 'removedAfter', 'user', 'reads', 'written'],
          null,
        ),
        [of]: figure(seconds),
      },
    ])
const publishing: Case[] = [
  [/until the article can be read/, 1, 1.1, publishingTimes(null, 'readable')],
  [/in the archives, the sample/, 5, 5.1, publishingTimes(null, 'listed')],
  [/among 10,000/, 8, 8.1, publishingTimes(10_000, 'listed')],
  [/the same among 30,000/, 8, 8.1, publishingTimes(30_000, 'listed')],
  [/search finds it, among 30,000/, 8, 8.1, publishingTimes(30_000, 'searchable')],
]

const importKeys = [
  'postsPerMinute',
  'user',
  'peak',
  'againWall',
  'againUser',
  'againPeak',
] as const
const importTimes = (of: 'peak' | 'againWall') => (value: number) =>
  checkImportTargets([{ posts: 10_000, ...fillKeys(importKeys, null), [of]: figure(value) }])
const imports: Case[] = [
  [/20,000 pictures, memory/, 1000, 1001, importTimes('peak')],
  [/nothing changed/, 30, 30.1, importTimes('againWall')],
]

const weights = (light: Figure | null = figure(1)) =>
  Object.fromEntries(
    subjectNames.map((name) => [name, fillKeys([...kinds, 'scripts', 'requests'], light)]),
  ) as Weights
const scores = (rate: Figure | null = summarise([100]), shift = summarise([0])) =>
  Object.fromEntries(
    subjectNames.map((name) => [
      name,
      {
        ...fillKeys(categories, rate),
        ...fillKeys(Object.keys(metrics) as (keyof typeof metrics)[], shift),
      },
    ]),
  ) as Scores

const judgePages = (pageWeights: Weights, pageScores = scores()) =>
  checkPageTargets(pageWeights, pageScores)

const pages: Case[] = [
  [
    /HTML/,
    17,
    17.01,
    (document) =>
      judgePages({ ...weights(), latest: { ...weights().latest, document: figure(document) } }),
  ],
  [
    /JavaScript per page/,
    90,
    90.1,
    (script) => judgePages({ ...weights(), login: { ...weights().login, script: figure(script) } }),
  ],
  [
    /JavaScript for a guest’s article/,
    8,
    8.1,
    (script) =>
      judgePages({ ...weights(), article: { ...weights().article, script: figure(script) } }),
  ],
  [
    /scripts of a guest’s article/,
    3,
    4,
    (scripts) =>
      judgePages({ ...weights(), article: { ...weights().article, scripts: figure(scripts) } }),
  ],
  [
    /fonts/,
    55,
    55.1,
    (font) => judgePages({ ...weights(), home: { ...weights().home, font: figure(font) } }),
  ],
  [
    /Lighthouse/,
    100,
    99,
    (rate) =>
      judgePages(weights(), {
        ...scores(),
        search: { ...scores().search, seo: summarise([rate]) },
      }),
  ],
  [
    /layout shift/,
    0,
    0.0001,
    (shift) =>
      judgePages(weights(), {
        ...scores(),
        latest: { ...scores().latest, 'cumulative-layout-shift': summarise([0, 0, shift]) },
      }),
  ],
]

const unmeasuredRatios = {
  bodyToFile: null,
  bodyToCheapest: null,
  checkToCheapest: null,
  checkToGhost: null,
}
const edgeTargets = (ratios: Partial<EdgeRatios>, readsPerRequest = 0) =>
  checkEdgeTargets({ ...unmeasuredRatios, ...ratios }, readsPerRequest)

const edge: Case[] = [
  [/static file/, 0.8, 0.79, (ratio) => edgeTargets({ bodyToFile: figure(ratio) })],
  [/body.*cheapest/, 0.9, 0.89, (ratio) => edgeTargets({ bodyToCheapest: figure(ratio) })],
  [/check.*cheapest/, 0.9, 0.89, (ratio) => edgeTargets({ checkToCheapest: figure(ratio) })],
  [/compared with Ghost/, 1, 0.99, (ratio) => edgeTargets({ checkToGhost: figure(ratio) })],
  [/database reads/, 0, 1, (reads) => edgeTargets({}, reads)],
]

const memory: Case[] = [
  [/idle/, 1200, 1201, (idle) => checkMemoryTargets([idle, 1300, 1300], 20_000)],
  [
    /compared with 20,000/,
    1100,
    1101,
    (last) => checkMemoryTargets([900, 1000, 1000, last], 20_000),
  ],
]

const cost = (what: string, reads: number, writes = 0) =>
  checkMeterTargets([
    { what: 'a page view', reads: 0, writes: 0 },
    { what: 'a guest’s free story', reads: 1, writes: 0 },
    { what, reads, writes },
  ])
const meter: Case[] = [
  [/read by an unlock/, 2, 3, (reads) => cost('a reader’s free story', reads, 1)],
  [/written by an unlock/, 1, 2, (writes) => cost('a reader’s free story', 2, writes)],
  [/page view or a wall/, 0, 1, (reads) => cost('a wall', reads)],
]

describe('a target', () => {
  it.each([...builds, ...publishing, ...imports, ...pages, ...edge, ...memory, ...meter])(
    '%s is met at %d, not at %d',
    (what, met, missed, check) => {
      expect(findVerdict(check(met), what)).toBe(true)
      expect(findVerdict(check(missed), what)).toBe(false)
    },
  )

  it.each(['published', 'withdrawn', 'unchanged'] as const)(
    'limits the reads of a build, %s',
    (scenario) => {
      const reads = (most: number) =>
        checkBuildTargets(
          [
            result(1000, 'full', { reads: figure(1025) }),
            result(30_000, scenario, { reads: summarise([1, 1, most]) }),
          ],
          [],
        )
      expect(findVerdict(reads(5), /documents read by a build/)).toBe(true)
      expect(findVerdict(reads(6), /documents read by a build/)).toBe(false)
    },
  )

  it('has no verdict without a measurement', () => {
    const unmeasured = [
      checkBuildTargets([], []),
      checkBuildTargets(published({}), [{ ...hugo, user: null }]),
      checkPublishingTargets([]),
      checkImportTargets([]),
      judgePages(weights(null), scores(null, null)),
      edgeTargets({}).slice(0, 3),
    ].flat()
    expect(unmeasured.filter(({ isMet }) => isMet !== null)).toEqual([])
    expect(new Set(unmeasured.map(({ measured }) => measured))).toEqual(new Set(['–']))
  })

  it('states the required value with its unit', () => {
    const expectedTargets = [
      ...checkBuildTargets([], []),
      ...checkPublishingTargets([]),
      ...checkImportTargets([]),
      ...judgePages(weights()),
      ...edgeTargets({}),
    ].map(({ required }) => required)
    expect(expectedTargets).toEqual([
      'at most 2x',
      'at most 3 s',
      'at most 1 GB',
      'at most 1.5x',
      'at most 5',
      'at most 1 s',
      'at most 5 s',
      'at most 8 s',
      'at most 8 s',
      'at most 8 s',
      'at most 1 GB',
      'at most 30 s',
      '100',
      '0',
      'at most 90 kB',
      'at most 8 kB',
      'at most 55 kB',
      'at most 3',
      'at most 17 kB',
      'at least 0.8x',
      'at least 0.9x',
      'at least 0.9x',
      'at least 1x',
      '0',
    ])
  })
})
