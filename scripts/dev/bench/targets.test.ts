import { describe, expect, it } from 'vitest'
import { type Figure, summarise, type Target } from './figure.ts'
import {
  type BuildResult,
  categories,
  checkBuildTargets,
  checkEdgeTargets,
  checkMemoryTargets,
  checkPageTargets,
  checkPublishingTargets,
  type HugoResult,
  kinds,
  metrics,
  type Score,
  type Scores,
  subjectNames,
  type Weight,
  type Weights,
} from './targets.ts'

/** The summary of three runs with this median. */
const figure = (median: number) => summarise([median, 0, median * 10])

const fillKeys = <Key extends string>(keys: readonly Key[], value: Figure | null) =>
  Object.fromEntries(keys.map((key) => [key, value])) as Record<Key, Figure | null>

const noCosts = fillKeys(['user', 'wall', 'peak', 'reads', 'written', 'removed'], null)
const build = (
  articles: number,
  scenario: BuildResult['scenario'],
  figures: Partial<BuildResult>,
): BuildResult => ({ articles, scenario, ...noCosts, files: 0, ...figures })
const hugo: HugoResult = { ...noCosts, articles: 10_000, user: figure(10) }

const weight = fillKeys([...kinds, 'scripts', 'requests'], figure(1))
const score = {
  ...fillKeys(categories, summarise([100])),
  ...fillKeys(metrics, summarise([0])),
}
const forEachSubject = <Value>(value: Value) =>
  Object.fromEntries(subjectNames.map((name) => [name, value]))
const weights = forEachSubject(weight) as Weights
const scores = forEachSubject(score) as Scores
const weigh = (page: keyof Weights, changed: Partial<Weight>) =>
  checkPageTargets({ ...weights, [page]: { ...weight, ...changed } }, scores)
const rate = (page: keyof Scores, changed: Partial<Score>) =>
  checkPageTargets(weights, { ...scores, [page]: { ...score, ...changed } })

const noRatios = fillKeys(['bodyToFile', 'bodyToCheapest', 'checkToCheapest', 'checkToGhost'], null)
const publishingTimes = fillKeys(
  ['readable', 'listed', 'searchable', 'removedAfter', 'user', 'reads', 'written'],
  null,
)

const findVerdict = (targets: readonly Target[], what: RegExp) => {
  const found = targets.filter((target) => what.test(target.what))
  expect(found).toHaveLength(1)
  return found[0]!.isMet
}

describe('a target', () => {
  // The last value that meets the target, and the first that doesn't.
  it.each<[what: RegExp, met: number, missed: number, judge: (value: number) => Target[]]>([
    [
      /compared with Hugo/,
      20,
      20.1,
      (user) => checkBuildTargets([build(10_000, 'full', { user: figure(user) })], [hugo]),
    ],
    [
      /among 10,000, user CPU/,
      3,
      3.01,
      (user) => checkBuildTargets([build(10_000, 'published', { user: figure(user) })], []),
    ],
    [
      /the same among 30,000/,
      8,
      8.1,
      (listed) =>
        checkPublishingTargets([{ ...publishingTimes, articles: 30_000, listed: figure(listed) }]),
    ],
    [/JavaScript per page/, 90, 90.1, (script) => weigh('login', { script: figure(script) })],
    [/JavaScript for a/, 8, 8.1, (script) => weigh('article', { script: figure(script) })],
    [/Lighthouse/, 100, 99, (seo) => rate('search', { seo: summarise([seo]) })],
    [
      /layout shift/,
      0,
      0.0001,
      (shift) => rate('latest', { 'cumulative-layout-shift': summarise([0, 0, shift]) }),
    ],
    [
      /static file/,
      0.8,
      0.79,
      (ratio) => checkEdgeTargets({ ...noRatios, bodyToFile: figure(ratio) }, 0),
    ],
    [/database reads/, 0, 1, (reads) => checkEdgeTargets(noRatios, reads)],
    [
      /compared with 20,000/,
      1100,
      1101,
      (last) => checkMemoryTargets([900, 1000, 1000, last], 20_000),
    ],
  ])('%s is met at %d, not at %d', (what, met, missed, judge) => {
    expect(findVerdict(judge(met), what)).toBe(true)
    expect(findVerdict(judge(missed), what)).toBe(false)
  })

  it.each(['published', 'withdrawn', 'unchanged'] as const)(
    'limits the reads of a build, %s',
    (scenario) => {
      const judge = (most: number) =>
        checkBuildTargets(
          [
            build(1000, 'full', { reads: figure(1025) }),
            build(30_000, scenario, { reads: summarise([1, 1, most]) }),
          ],
          [],
        )
      expect(findVerdict(judge(5), /documents read by a build/)).toBe(true)
      expect(findVerdict(judge(6), /documents read by a build/)).toBe(false)
    },
  )

  it('has no verdict without a measurement', () => {
    const unmeasured = [
      ...checkBuildTargets([], []),
      ...checkBuildTargets([build(10_000, 'full', {}), build(10_000, 'published', {})], [hugo]),
      ...checkPublishingTargets([]),
      ...checkEdgeTargets(noRatios, 0).slice(0, 3),
    ]
    expect(unmeasured.filter(({ isMet }) => isMet !== null)).toEqual([])
    expect(new Set(unmeasured.map(({ measured }) => measured))).toEqual(new Set(['–']))
  })
})
