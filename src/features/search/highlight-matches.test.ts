import fc from 'fast-check'
import { expect, it } from 'vitest'
import { highlightHit, type TextPart } from './highlight-matches.ts'

const filters = { category: [], tag: [], author: [], year: [], day: [] }
const words = fc.array(fc.stringMatching(/^[a-z<>&]{1,8}$/), { minLength: 1, maxLength: 60 })
const joinParts = (parts: readonly TextPart[]) => parts.map(({ text }) => text).join('')

it('every text stays unchanged, and only matches are marked', () => {
  fc.assert(
    fc.property(
      words,
      words,
      words,
      fc.array(fc.nat(180)),
      (title, dek, freePreview, wordPositions) => {
        const text = [...title, ...dek, ...freePreview].join(' ')
        const hit = {
          slug: 'x',
          title: title.join(' '),
          dek: dek.join(' '),
          text,
          wordPositions,
          filters,
        }
        const highlighted = highlightHit(hit)
        expect(joinParts(highlighted.title)).toBe(hit.title)
        expect(joinParts(highlighted.dek)).toBe(hit.dek)
        const matchedWords = highlighted.title
          .filter(({ isMatch }) => isMatch)
          .map((piece) => piece.text)
        const found = title.filter((_, index) => wordPositions.includes(index))
        expect(matchedWords.join(' ')).toBe(found.join(' '))
        const passage = joinParts(highlighted.passage ?? []).replace(/^… | …$/g, '')
        expect(freePreview.join(' ')).toContain(passage)
      },
    ),
  )
})

it('the passage with the most matches is shown', () => {
  const freePreview = Array.from({ length: 90 }, (_, index) => `w${index}`)
  const hit = { slug: 'x', title: 'T', dek: 'D', text: `T D ${freePreview.join(' ')}`, filters }
  const passage = joinParts(highlightHit({ ...hit, wordPositions: [2, 62, 64, 66] }).passage!)
  expect(passage).toMatch(/^… w54 .* w60 .* w64 .* …$/)
})
