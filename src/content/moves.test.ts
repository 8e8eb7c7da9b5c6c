import { hash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { movesPath, movesSchema, shardOf } from '../contracts/moves.ts'
import { redirectKey } from '../domain/redirect.ts'
import { movesFiles, resolveMoves } from './moves.ts'

const redirect = (from: string, to: string) => ({
  slug: hash('sha256', from).slice(0, 32),
  digest: '',
  from,
  to,
})
const isPage = (path: string) => path.startsWith('/page')
const resolve = (...pairs: [string, string][]) =>
  resolveMoves(
    pairs.map(([from, to]) => redirect(from, to)),
    isPage,
  )
const mirrored = (pairs: readonly [string, string][]) =>
  new Map(pairs.map(([from, to]) => redirect(from, to)).map((each) => [each.slug, each]))

describe('where an address leads in the end', () => {
  it('is one step away, however often it has moved', () => {
    const { ends, problems } = resolve(['/c', '/page'], ['/a', '/b'], ['/b', '/C/?from=b#part'])
    expect(problems).toEqual([])
    expect([...ends].sort()).toEqual([
      ['/a', '/page'],
      ['/b', '/page'],
      ['/c', '/page'],
    ])
  })

  it('is a page, whatever else was redirected from there', () => {
    const { ends } = resolve(['/a', '/page-one?x#y'], ['/page-one', '/page-two'])
    expect([...ends]).toEqual([['/a', '/page-one?x#y']])
  })

  it('may be the same word in another case, where that is the page', () => {
    const { ends, problems } = resolve(['/pages/srilanka', '/pages/sriLanka'])
    expect(problems).toEqual([])
    expect(ends.size).toBe(0)
    const other = resolveMoves([redirect('/tag/srilanka', '/tag/sriLanka')], (path) =>
      ['/tag/sriLanka'].includes(path),
    )
    expect(other).toEqual({ ends: new Map([['/tag/srilanka', '/tag/sriLanka']]), problems: [] })
  })

  it('is nowhere for what goes in a circle, and each circle is told once', () => {
    const { ends, problems } = resolve(
      ['/self', '/Self/'],
      ['/a', '/b'],
      ['/b', '/c'],
      ['/c', '/a'],
      ['/into', '/b'],
      ['/fine', '/'],
    )
    expect([...ends]).toEqual([['/fine', '/']])
    expect(problems).toEqual([
      'redirects: /self → /self leads in a circle: end one of them',
      'redirects: /a → /b → /c → /a leads in a circle: end one of them',
    ])
  })

  it('never loops, and never ends where something has moved on', () => {
    const address = fc.constantFrom(...'abcdefgh').map((name) => `/${name}`)
    const target = fc.oneof(address, fc.constantFrom('/page', '/A', '/b?x', '/%63', '/', '/%'))
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(address, target), { selector: ([from]) => from }),
        (all) => {
          const { ends, problems } = resolve(...all)
          const sources = new Set(all.map(([from]) => from))
          for (const [from, to] of ends) {
            expect(sources.has(from)).toBe(true)
            expect(ends.has(to)).toBe(false)
          }
          // What has no end is in a circle or leads into one.
          expect(ends.size < all.length).toBe(problems.length > 0)
        },
      ),
    )
  })

  it('takes a chain of any length', () => {
    const chain = Array.from({ length: 20_000 }, (_, at): [string, string] => [
      `/${at}`,
      `/${at + 1}`,
    ])
    expect(resolve(...chain).ends.get('/0')).toBe('/20000')
  })
})

describe('the files for the edge', () => {
  it('are none, then one, then as many as there is need of', () => {
    const filesFor = (count: number) =>
      movesFiles(
        mirrored(Array.from({ length: count }, (_, at) => [`/old-${at}`, '/page'])),
        isPage,
      )
    expect([0, 1, 128, 129, 30_000].map((count) => filesFor(count).length)).toEqual([
      0, 1, 1, 2, 256,
    ])
    for (const { content } of filesFor(30_000)) expect(content.length).toBeLessThan(8000)
  })

  it('hold every address where its hash says, in the same bytes in whatever order they came', async () => {
    const pairs = Array.from({ length: 300 }, (_, at): [string, string] => [
      `/old/${at}`,
      `/page-${at}`,
    ])
    const files = movesFiles(mirrored(pairs), isPage)
    expect(movesFiles(mirrored(pairs.toReversed()), isPage)).toEqual(files)
    for (const [from, to] of pairs) {
      const path = movesPath(shardOf(await redirectKey(from), files.length)).slice(1)
      const { of, moves } = movesSchema.parse(
        JSON.parse(files.find(({ file }) => file === path)!.content),
      )
      expect([of, moves[from]]).toEqual([files.length, to])
    }
  })

  it('are not written where something goes in a circle', () => {
    expect(() => movesFiles(mirrored([['/a', '/a']]), isPage)).toThrow(/1 problem.*\/a → \/a/s)
  })
})
