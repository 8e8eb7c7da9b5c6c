import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { leadOn, wantedHere, wantedPage } from './way-on.ts'

const origin = 'https://verandah.example'
const wanted = (place: string) => wantedPage(`?return=${encodeURIComponent(place)}`, origin)

const beginnings = fc.constantFrom('', '/', '//', '/\\', '/\t/', 'https://', `${origin}/`, 'data:')

describe('what a reader wanted', () => {
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
  ])('%j is %j', (place, expected) => expect(wanted(place)).toBe(expected))

  it('is never a page of somebody else', () => {
    fc.assert(
      fc.property(beginnings, fc.string({ unit: 'binary' }), (beginning, rest) => {
        const path = wanted(beginning + rest)
        if (path !== null) expect(new URL(path, origin).origin).toBe(origin)
      }),
    )
  })

  it('is nothing where nothing is said', () => expect(wantedPage('', origin)).toBeNull())
})

it.each([
  ['/welcome/goals', '/welcome/goals?return=%2Fa-story%3Fx%3D1'],
  ['/', '/a-story?x=1'],
  ['/settings', '/settings'],
])('%s leads to %s', (path, expected) => expect(leadOn(path, '/a-story?x=1')).toBe(expected))

describe('who was faster than the script', () => {
  const here = (search: string, referrer: string) => wantedHere({ search, origin }, referrer)

  it.each([
    ['', `${origin}/welcome/why?return=%2Fa-story`, '/a-story'],
    ['?return=%2Fanother', `${origin}/welcome/why?return=%2Fa-story`, '/another'],
    ['', `${origin}/search?return=%2Fa-story`, null],
    ['', 'https://evil.example/welcome/why?return=%2Fa-story', null],
    ['', '', null],
  ])('%j after %j: %j', (search, referrer, expected) => {
    expect(here(search, referrer)).toBe(expected)
  })
})
