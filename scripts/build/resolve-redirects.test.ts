import { hash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  getRedirectShardPath,
  redirectShardSchema,
} from '../../src/contracts/site-files/redirect-shards.ts'
import { getShard } from '../../src/contracts/site-files/shards.ts'
import { hashRedirectPath } from '../../src/domain/redirect.ts'
import { buildRedirectFiles, resolveRedirects } from './resolve-redirects.ts'

const redirect = (from: string, to: string) => ({
  slug: hash('sha256', from).slice(0, 32),
  digest: '',
  from,
  to,
})
const isPage = (path: string) => path.startsWith('/page')
const resolvePairs = (...pairs: [string, string][]) =>
  resolveRedirects(
    pairs.map(([from, to]) => redirect(from, to)),
    isPage,
  )
const toContentCopy = (pairs: readonly [string, string][]) =>
  new Map(pairs.map(([from, to]) => redirect(from, to)).map((each) => [each.slug, each]))

describe('the final target of a redirect', () => {
  it('is one step away, however long the chain', () => {
    const { targets, problems } = resolvePairs(
      ['/c', '/page'],
      ['/a', '/b'],
      ['/b', '/C/?from=b#part'],
    )
    expect(problems).toEqual([])
    expect([...targets].sort()).toEqual([
      ['/a', '/page'],
      ['/b', '/page'],
      ['/c', '/page'],
    ])
  })

  it('is an existing page, even if that page has a redirect', () => {
    const { targets } = resolvePairs(['/a', '/page-one?x#y'], ['/page-one', '/page-two'])
    expect([...targets]).toEqual([['/a', '/page-one?x#y']])
  })

  it('may differ only in letter case if such a page exists', () => {
    const { targets, problems } = resolvePairs(['/pages/srilanka', '/pages/sriLanka'])
    expect(problems).toEqual([])
    expect(targets.size).toBe(0)
    const other = resolveRedirects([redirect('/tag/srilanka', '/tag/sriLanka')], (path) =>
      ['/tag/sriLanka'].includes(path),
    )
    expect(other).toEqual({ targets: new Map([['/tag/srilanka', '/tag/sriLanka']]), problems: [] })
  })

  it('is missing for a loop, and each loop is reported once', () => {
    const { targets, problems } = resolvePairs(
      ['/self', '/Self/'],
      ['/into', '/b'],
      ['/a', '/b'],
      ['/b', '/c'],
      ['/c', '/a'],
      ['/fine', '/'],
    )
    expect([...targets]).toEqual([['/fine', '/']])
    expect(problems).toEqual([
      'redirects: /self → /self is a loop: remove one of these redirects',
      'redirects: /b → /c → /a → /b is a loop: remove one of these redirects',
    ])
  })

  it('never loops, and is never redirected itself', () => {
    const address = fc.constantFrom(...'abcdefgh').map((name) => `/${name}`)
    const target = fc.oneof(address, fc.constantFrom('/page', '/A', '/b?x', '/%63', '/', '/%'))
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(address, target), { selector: ([from]) => from }),
        (all) => {
          const { targets, problems } = resolvePairs(...all)
          const sources = new Set(all.map(([from]) => from))
          for (const [from, to] of targets) {
            expect(sources.has(from)).toBe(true)
            expect(targets.has(to)).toBe(false)
          }
          // An address without a target is in a loop, or leads to one.
          expect(targets.size < all.length).toBe(problems.length > 0)
        },
      ),
    )
  })

  it('is found for a chain of any length', () => {
    const chain = Array.from({ length: 20_000 }, (_, at): [string, string] => [
      `/${at}`,
      `/${at + 1}`,
    ])
    expect(resolvePairs(...chain).targets.get('/0')).toBe('/20000')
  })
})

describe('the files for the Worker', () => {
  it('grow in number with the redirects', () => {
    const buildFiles = (count: number) =>
      buildRedirectFiles(
        toContentCopy(Array.from({ length: count }, (_, at) => [`/old-${at}`, '/page'])),
        isPage,
      ).files
    expect([0, 1, 128, 129, 30_000].map((count) => buildFiles(count).length)).toEqual([
      0, 1, 1, 2, 256,
    ])
    for (const { content } of buildFiles(30_000)) expect(content.length).toBeLessThan(8000)
  })

  it('contain every address by its hash, in any order of input', async () => {
    const pairs = Array.from({ length: 300 }, (_, at): [string, string] => [
      `/old/${at}`,
      `/page-${at}`,
    ])
    const { files } = buildRedirectFiles(toContentCopy(pairs), isPage)
    expect(buildRedirectFiles(toContentCopy(pairs.toReversed()), isPage).files).toEqual(files)
    for (const [from, to] of pairs) {
      const path = getRedirectShardPath(getShard(await hashRedirectPath(from), files.length)).slice(
        1,
      )
      const { shardCount, redirects } = redirectShardSchema.parse(
        JSON.parse(files.find(({ file }) => file === path)!.content),
      )
      expect([shardCount, redirects[from]]).toEqual([files.length, to])
    }
  })

  it('leave out a loop, and report it', () => {
    const pairs: [string, string][] = [
      ['/a', '/a'],
      ['/old', '/page'],
    ]
    const { files, problems } = buildRedirectFiles(toContentCopy(pairs), isPage)
    expect(files.map(({ content }) => JSON.parse(content).redirects)).toEqual([{ '/old': '/page' }])
    expect(problems).toEqual(['redirects: /a → /a is a loop: remove one of these redirects'])
  })
})
