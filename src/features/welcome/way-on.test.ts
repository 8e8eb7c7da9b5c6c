import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { leadOn, wantedPage } from './way-on.ts'

const origin = 'https://verandah.example'
const wanted = (place: string) => wantedPage(`?return=${encodeURIComponent(place)}`, origin)

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
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl()), (place) => {
        const path = wanted(place)
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
