import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findReturnPath, readReturnPath, withReturnPath } from './return-after-welcome.ts'

const origin = 'https://verandah.example'
const readPath = (place: string) => readReturnPath(`?return=${encodeURIComponent(place)}`, origin)

const beginnings = fc.constantFrom('', '/', '//', '/\\', '/\t/', 'https://', `${origin}/`, 'data:')

describe('readReturnPath', () => {
  it.each([
    ['/a-story', '/a-story'],
    ['/search?q=rain#top', '/search?q=rain#top'],
    [`${origin}/saved`, '/saved'],
    ['/', null],
    ['', null],
    ['https://evil.example/', null],
    ['//evil.example', null],
    ['/\t/evil.example', null],
    ['/\\evil.example', null],
    [`${origin}//evil.example`, null],
    ['javascript:alert(1)', null],
    ['https://', null],
  ])('reads %j as %j', (place, expected) => expect(readPath(place)).toBe(expected))

  it('never returns another site', () => {
    fc.assert(
      fc.property(beginnings, fc.string({ unit: 'binary' }), (beginning, rest) => {
        const path = readPath(beginning + rest)
        if (path !== null) expect(new URL(path, origin).origin).toBe(origin)
      }),
    )
  })

  it('returns null by default', () => expect(readReturnPath('', origin)).toBeNull())
})

it.each([
  ['/welcome/goals', '/welcome/goals?return=%2Fa-story%3Fx%3D1'],
  ['/', '/a-story?x=1'],
  ['/settings', '/settings'],
])('withReturnPath leads from %s to %s', (path, expected) =>
  expect(withReturnPath(path, '/a-story?x=1')).toBe(expected),
)

describe('findReturnPath', () => {
  const findPath = (search: string, referrer: string) =>
    findReturnPath({ search, origin }, referrer)

  it.each([
    ['', `${origin}/welcome/why?return=%2Fa-story`, '/a-story'],
    ['?return=%2Fanother', `${origin}/welcome/why?return=%2Fa-story`, '/another'],
    ['', `${origin}/search?return=%2Fa-story`, null],
    ['', 'https://evil.example/welcome/why?return=%2Fa-story', null],
    ['', '', null],
  ])('returns, for %j after %j, the path %j', (search, referrer, expected) => {
    expect(findPath(search, referrer)).toBe(expected)
  })
})
