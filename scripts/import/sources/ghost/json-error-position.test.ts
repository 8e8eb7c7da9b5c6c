import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findJsonError } from './json-error-position.ts'

const isJson = (text: string) => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe('where JSON breaks', () => {
  it.each([
    ['', 0, true],
    ['<rss>', 0, false],
    ['{"a":1', 6, true],
    ['{"a":[1,{"b":"c', 15, true],
    ['{"a":"\\u00', 10, true],
    ['[tr', 3, true],
    ['[-', 2, true],
    ['{"a":1,}', 7, false],
    ['[1 2]', 3, false],
    ['[1}', 2, false],
    ['["a\nb"]', 3, false],
    ['["\\x"]', 3, false],
    ['{"a":1} x', 8, false],
    ['{a:1}', 1, false],
    ['[01]', 1, false],
  ])('%j breaks at %i', (text, position, isTruncated) => {
    expect(findJsonError(text)).toEqual({ position, isTruncated })
  })

  it('agrees with the parser on every beginning of every text', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), (json, at) => {
        const length = at % (json.length + 1)
        const begun = json.slice(0, length)
        fc.pre(!isJson(begun))
        expect(findJsonError(begun)).toEqual({ position: length, isTruncated: true })
      }),
    )
  })

  it('agrees with the parser on where a text that is changed somewhere breaks', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.constantFrom(...'{}[]:,"\\x0\n'), (json, at, sign) => {
        const position = at % (json.length + 1)
        const text = json.slice(0, position) + sign + json.slice(position)
        fc.pre(!isJson(text))
        const found = findJsonError(text)
        // The text before the error could still become JSON.
        expect(found.position).toBeGreaterThanOrEqual(0)
        expect(found.position).toBeLessThanOrEqual(text.length)
        if (found.isTruncated) expect(found.position).toBe(text.length)
      }),
    )
  })
})
