import { describe, expect, it } from 'vitest'
import { buildAims, edgeAims, pageAims, publishingAims } from './aims.ts'
import type { HugoResult, Result } from './build-figures.ts'
import { type Aim, aimsTable, type Figure, figureOf } from './figure.ts'
import {
  categories,
  kinds,
  metrics,
  type Scores,
  subjectNames,
  type Weights,
} from './page-figures.ts'

/** Of three runs with this median. */
const figure = (median: number) => figureOf([median, 0, median * 10])

const verdictOf = (aims: readonly Aim[], what: RegExp) => {
  const found = aims.filter((aim) => what.test(aim.what))
  expect(found).toHaveLength(1)
  return found[0]!.reached
}

/** The last value that reaches it, and the first that does not. */
type Case = [what: RegExp, reached: number, missed: number, judge: (value: number) => Aim[]]

const none = { user: null, wall: null, peak: null, reads: null, written: null, removed: null }
const result = (
  articles: number,
  scenario: Result['scenario'],
  figures: Partial<Result>,
): Result => ({
  articles,
  scenario,
  ...none,
  files: 0,
  ...figures,
})
const hugo: HugoResult = { articles: 10_000, user: figure(10), wall: null, peak: null }
const published = (figures: Partial<Result>) => [result(10_000, 'published', figures)]

const builds: Case[] = [
  [
    /beside Hugo/,
    20,
    20.1,
    (user) => buildAims([result(10_000, 'full', { user: figure(user) })], [hugo]),
  ],
  [/among 10,000, user CPU/, 3, 3.01, (user) => buildAims(published({ user: figure(user) }), [])],
  [/memory/, 1000, 1001, (peak) => buildAims(published({ peak: figure(peak) }), [])],
  [
    /30,000 instead of 10,000/,
    3,
    3.01,
    (user) =>
      buildAims(
        [...published({ user: figure(2) }), result(30_000, 'published', { user: figure(user) })],
        [],
      ),
  ],
]

const alike = <Key extends string>(keys: readonly Key[], value: Figure | null) =>
  Object.fromEntries(keys.map((key) => [key, value])) as Record<Key, Figure | null>

const waits = (articles: number | null, of: 'readable' | 'listed') => (seconds: number) =>
  publishingAims([
    {
      articles,
      ...alike(['readable', 'listed', 'gone', 'user', 'reads', 'written'], null),
      [of]: figure(seconds),
    },
  ])
const publishing: Case[] = [
  [/reading the article/, 1, 1.1, waits(null, 'readable')],
  [/to the archives, the sample/, 5, 5.1, waits(null, 'listed')],
  [/among 10,000/, 8, 8.1, waits(10_000, 'listed')],
  [/among 30,000/, 8, 8.1, waits(30_000, 'listed')],
]

const weights = (light: Figure | null = figure(1)) =>
  Object.fromEntries(
    subjectNames.map((name) => [name, alike([...kinds, 'requests'], light)]),
  ) as Weights
const scores = (rate: Figure | null = figureOf([100]), shift = figureOf([0])) =>
  Object.fromEntries(
    subjectNames.map((name) => [
      name,
      {
        ...alike(categories, rate),
        ...alike(Object.keys(metrics) as (keyof typeof metrics)[], shift),
      },
    ]),
  ) as Scores

const pages: Case[] = [
  [
    /HTML/,
    20,
    20.01,
    (document) =>
      pageAims(
        { ...weights(), article: { ...weights().article, document: figure(document) } },
        scores(),
      ),
  ],
  [
    /JavaScript/,
    90,
    90.1,
    (script) =>
      pageAims({ ...weights(), login: { ...weights().login, script: figure(script) } }, scores()),
  ],
  [
    /Lighthouse/,
    100,
    99,
    (rate) =>
      pageAims(weights(), { ...scores(), search: { ...scores().search, seo: figureOf([rate]) } }),
  ],
  [
    /layout shift/,
    0,
    0.0001,
    // In one of its runs, on one page.
    (shift) =>
      pageAims(weights(), {
        ...scores(),
        latest: { ...scores().latest, 'cumulative-layout-shift': figureOf([0, 0, shift]) },
      }),
  ],
]

const edge: Case[] = [
  [/sealed body/, 0.8, 0.79, (ratio) => edgeAims(figure(ratio), 0)],
  [/database reads/, 0, 1, (calls) => edgeAims(figure(1), calls)],
]

describe('an aim', () => {
  it.each([...builds, ...publishing, ...pages, ...edge])(
    '%s is reached at %d, not at %d',
    (what, reached, missed, judge) => {
      expect(verdictOf(judge(reached), what)).toBe(true)
      expect(verdictOf(judge(missed), what)).toBe(false)
    },
  )

  it.each(['published', 'withdrawn', 'unchanged'] as const)(
    'has the reads of a build in view, one %s',
    (scenario) => {
      const reads = (most: number) =>
        buildAims(
          [
            result(1000, 'full', { reads: figure(1025) }),
            result(30_000, scenario, { reads: figureOf([1, 1, most]) }),
          ],
          [],
        )
      expect(verdictOf(reads(5), /documents that a build reads/)).toBe(true)
      expect(verdictOf(reads(6), /documents that a build reads/)).toBe(false)
    },
  )

  it('is not judged where nothing was measured', () => {
    const unmeasured = [
      buildAims([], []),
      buildAims(published({}), [{ ...hugo, user: null }]),
      publishingAims([]),
      pageAims(weights(null), scores(null, null)),
      edgeAims(null, 0).slice(0, 1),
    ].flat()
    expect(unmeasured.filter(({ reached }) => reached !== null)).toEqual([])
    expect(new Set(unmeasured.map(({ measured }) => measured))).toEqual(new Set(['–']))
  })

  it('is a line of the table, with its verdict in words', () => {
    const aim = { what: 'a', aim: 'at most 1', measured: '2' }
    const verdicts = [true, false, null].map((reached) => ({ ...aim, reached }))
    expect(aimsTable(verdicts).rows).toEqual([
      ['a', 'at most 1', '2', 'reached'],
      ['a', 'at most 1', '2', 'not reached'],
      ['a', 'at most 1', '2', 'not measured'],
    ])
  })

  it('says what was wanted, with its unit', () => {
    const wanted = [
      ...buildAims([], []),
      ...publishingAims([]),
      ...pageAims(weights(), scores()),
      ...edgeAims(null, 0),
    ].map(({ aim }) => aim)
    expect(wanted).toEqual([
      'at most 2x',
      'at most 3 s',
      'at most 1 GB',
      'at most 1.5x',
      'at most 5',
      'at most 1 s',
      'at most 5 s',
      'at most 8 s',
      'at most 8 s',
      '100',
      '0',
      'at most 90 kB',
      'at most 20 kB',
      'at least 0.8x',
      '0',
    ])
  })
})
