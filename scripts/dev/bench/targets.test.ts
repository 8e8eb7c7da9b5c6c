import { describe, expect, it } from 'vitest'
import { type Figure, summarise, type Target } from './figure.ts'
import {
  type BuildResult,
  checkBuildTargets,
  checkEdgeTargets,
  checkMemoryTargets,
  checkPublishingTargets,
  type GeneratorResult,
} from './targets.ts'

/** Returns the summary of three runs with this median. */
const figure = (median: number) => summarise([median, 0, median * 10])

const fillKeys = <Key extends string>(keys: readonly Key[], value: Figure | null) =>
  Object.fromEntries(keys.map((key) => [key, value])) as Record<Key, Figure | null>

const noCosts = fillKeys(['user', 'wall', 'peak', 'reads', 'written', 'removed'], null)
const build = (
  articles: number,
  scenario: BuildResult['scenario'],
  figures: Partial<BuildResult>,
): BuildResult => ({ articles, scenario, ...noCosts, files: 0, ...figures })
const astro: GeneratorResult = {
  ...noCosts,
  name: 'astro-search',
  articles: 10_000,
  wall: figure(10),
}

const noRatios = fillKeys(['bodyToFile', 'bodyToCheapest', 'checkToCheapest', 'checkToGhost'], null)

const findVerdict = (targets: readonly Target[], what: RegExp) => {
  const found = targets.filter((target) => what.test(target.what))
  expect(found).toHaveLength(1)
  return found[0]!.isMet
}

describe('a target', () => {
  // For each target, the last value that meets it, and the first that doesn't.
  it.each<[what: RegExp, met: number, missed: number, judge: (value: number) => Target[]]>([
    [
      /compared with Astro and Pagefind/,
      10,
      10.1,
      (wall) => checkBuildTargets([build(10_000, 'full', { wall: figure(wall) })], [astro]),
    ],
    [
      /documents read by a build/,
      5,
      6,
      (most) =>
        checkBuildTargets(
          [
            build(1000, 'full', { reads: figure(1025) }),
            build(30_000, 'unchanged', { reads: summarise([1, 1, most]) }),
          ],
          [],
        ),
    ],
    [/idle local stack/, 1200, 1201, (sum) => checkMemoryTargets([sum, 1], 1)],
    [
      /static file/,
      0.8,
      0.79,
      (ratio) => checkEdgeTargets({ ...noRatios, bodyToFile: figure(ratio) }, 0),
    ],
    [/database reads/, 0, 1, (reads) => checkEdgeTargets(noRatios, reads)],
  ])('is met for %s at %d, not at %d', (what, met, missed, judge) => {
    expect(findVerdict(judge(met), what)).toBe(true)
    expect(findVerdict(judge(missed), what)).toBe(false)
  })

  it('has no verdict without a measurement', () => {
    const unmeasured = [
      ...checkBuildTargets([build(10_000, 'full', {})], [astro]),
      ...checkPublishingTargets([]),
      ...checkEdgeTargets(noRatios, 0).slice(0, 3),
    ]
    expect(unmeasured.filter(({ isMet }) => isMet !== null)).toEqual([])
    expect(new Set(unmeasured.map(({ measured }) => measured))).toEqual(new Set(['–']))
  })
})
