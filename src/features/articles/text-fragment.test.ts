import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { textFragment, type Word, wordsOf } from './text-fragment.ts'

/**
 * What a browser would show for a fragment, as the specification has it: the first place where the
 * prefix is followed by the beginning, and from there the first end. No term spans two blocks.
 */
function find(words: readonly Word[], fragment: string): [number, number] | null {
  const terms = fragment.replace(':~:text=', '').split(',')
  const decode = (term: string) => decodeURIComponent(term).toLowerCase().split(' ')
  const prefix = terms[0]!.endsWith('-') ? decode(terms.shift()!.slice(0, -1)) : []
  const [start, end] = terms.map(decode) as [string[], string[] | undefined]
  const fits = (at: number, term: readonly string[]) =>
    term.every((word, index) => {
      const there = words[at + index]
      return there?.text.toLowerCase() === word && there.block === words[at]!.block
    })
  for (let at = 0; at < words.length; at++) {
    const begin = at + prefix.length
    if (!(prefix.length === 0 || fits(at, prefix)) || !fits(begin, start)) continue
    const startEnd = begin + start.length - 1
    if (!end) return [begin, startEnd]
    for (let place = startEnd + 1; place < words.length; place++) {
      if (fits(place, end)) return [begin, place + end.length - 1]
    }
  }
  return null
}

const text = wordsOf([
  'The rain came late. The dal was soaked, and the well-water tasted of iron.',
  '“The rain came late,” she said, “and then it would not stop.”',
  'On the fourth day the dal was soaked again.',
])

describe('an address that leads to words', () => {
  it('names a few words as they stand', () => {
    expect(textFragment(text, 0, 3)).toBe(':~:text=The%20rain%20came%20late.')
  })

  it('hides hyphens and commas, which have a meaning there', () => {
    expect(textFragment(text, 7, 10)).toBe(':~:text=soaked%2C%20and%20the%20well%2Dwater')
  })

  it('says what stands before where the same words came earlier', () => {
    const again = text.findIndex(({ block }) => block === 2) + 4
    const fragment = textFragment(text, again, again + 2)
    expect(fragment).toBe(':~:text=the%20fourth%20day-,the%20dal%20was')
    expect(find(text, fragment)).toEqual([again, again + 2])
  })

  it('names the beginning and the end of more than a block', () => {
    const fragment = textFragment(text, 4, text.length - 1)
    expect(fragment.split(',')).toHaveLength(2)
    expect(find(text, fragment)).toEqual([4, text.length - 1])
  })

  it('leads to words that read the same, and to none that come later', () => {
    // Few different words, so that there is much to confuse.
    const word = fc.constantFrom('a', 'the', 'Rain', 'dal', 'well-water', 'late,', 'é', 'ক', '“so”')
    const block = fc.array(word, { minLength: 1, maxLength: 30 })
    const passage = fc.array(block, { minLength: 1, maxLength: 5 }).chain((blocks) => {
      const words = wordsOf(blocks.map((words) => words.join(' ')))
      const place = fc.nat(words.length - 1)
      return fc.tuple(fc.constant(words), place, place)
    })
    fc.assert(
      fc.property(passage, ([words, one, other]) => {
        const [first, last] = [Math.min(one, other), Math.max(one, other)]
        const found = find(words, textFragment(words, first, last))
        expect(found?.[0]).toBeLessThanOrEqual(first)
        expect(words[found![0]]!.text).toBe(words[first]!.text)
        expect(words[found![1]]!.text).toBe(words[last]!.text)
      }),
    )
  })

  it('leads to the very words in any text whose words differ', () => {
    const passage = fc
      .array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 6 })
      .chain((sizes) => {
        let count = 0
        const blocks = sizes.map((size) =>
          Array.from({ length: size }, () => `w${count++}-x`).join(' '),
        )
        const place = fc.nat(count - 1)
        return fc.tuple(fc.constant(wordsOf(blocks)), place, place)
      })
    fc.assert(
      fc.property(passage, ([words, one, other]) => {
        const range = [Math.min(one, other), Math.max(one, other)] as [number, number]
        expect(find(words, textFragment(words, ...range))).toEqual(range)
      }),
    )
  })
})
