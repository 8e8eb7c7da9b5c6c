import fc from 'fast-check'
import { expect, it } from 'vitest'
import { highlight, type Piece } from './highlight.ts'

const filters = { category: [], tag: [], author: [], year: [], day: [] }
const words = fc.array(fc.stringMatching(/^[a-z<>&]{1,8}$/), { minLength: 1, maxLength: 60 })
const plain = (pieces: readonly Piece[]) => pieces.map(({ text }) => text).join('')

it('gives every text back as it was, with no more marked than was found', () => {
  fc.assert(
    fc.property(words, words, words, fc.array(fc.nat(180)), (title, dek, leadIn, places) => {
      const text = [...title, ...dek, ...leadIn].join(' ')
      const hit = { slug: 'x', title: title.join(' '), dek: dek.join(' '), text, places, filters }
      const shown = highlight(hit)
      expect(plain(shown.title)).toBe(hit.title)
      expect(plain(shown.dek)).toBe(hit.dek)
      const marked = shown.title.filter(({ isMatch }) => isMatch).map((piece) => piece.text)
      const found = title.filter((_, index) => places.includes(index))
      expect(marked.join(' ')).toBe(found.join(' '))
      const passage = plain(shown.passage ?? []).replace(/^… | …$/g, '')
      expect(leadIn.join(' ')).toContain(passage)
    }),
  )
})

it('shows the passage that has most of what was looked for', () => {
  const leadIn = Array.from({ length: 90 }, (_, index) => `w${index}`)
  const hit = { slug: 'x', title: 'T', dek: 'D', text: `T D ${leadIn.join(' ')}`, filters }
  const passage = plain(highlight({ ...hit, places: [2, 62, 64, 66] }).passage!)
  expect(passage).toMatch(/^… w54 .* w60 .* w64 .* …$/)
})
