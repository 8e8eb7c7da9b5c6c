import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSkeleton } from './confusables.ts'

describe('a skeleton', () => {
  it.each([
    ['Anahita Daruwalla', 'Anahita DaruwaIIa'],
    ['Anahita Daruwalla', 'ANAHITA DARUWALLA'],
    ['Anahita Daruwalla', 'Anahita Daruwa11a'],
    ['paypal', '\u{1d52d}\u{1d4b6}\u1eff\u{1d561}\u{1d552}\u2113'],
    ['modern', 'modem'],
    ['O', '\u0b20'],
    ['Renée', 'Rene\u200de'],
  ])('of %s is that of %s', (one, other) => {
    expect(createSkeleton(one)).toBe(createSkeleton(other))
  })

  it.each([
    ['Anahita', 'Anahite'],
    ['अमा', 'अमर'],
    ['سارا', 'سار'],
  ])('of %s isn’t that of %s', (one, other) => {
    expect(createSkeleton(one)).not.toBe(createSkeleton(other))
  })

  it('doesn’t depend on how a text is composed or where its spaces are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const skeleton = createSkeleton(text)
        expect(createSkeleton(text.normalize('NFD'))).toBe(skeleton)
        expect(createSkeleton([...text.normalize('NFC')].join(' '))).toBe(skeleton)
      }),
    )
  })
})
