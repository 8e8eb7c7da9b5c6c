import { expect, it } from 'vitest'
import { referredByScript } from './referred-by-script.ts'

const first = '?utm_source=share&friend=first'

/** Returns the name in the note; null if the note is hidden. */
function readNote(cookie: string, search: string): string | null {
  const name = { textContent: 'A friend' }
  const note = { hidden: true, querySelector: () => name }
  const document = { cookie, currentScript: { previousElementSibling: note } }
  new Function('document', 'location', referredByScript)(document, { search })
  return note.hidden ? null : name.textContent
}

it.each([
  ['a=b; referred-by=Leela', first, 'Leela'],
  ['referred-by=%E0%B2%B2%E0%B3%80%E0%B2%B2%E0%B2%BE; a=b', '?friend=first&a=b', 'ಲೀಲಾ'],
  ['referred-by=', first, 'A friend'],
  ['referred-by=%', first, 'A friend'],
  ['referred-by=Leela', '?utm_source=share&friend=later', 'A friend'],
  ['referred-by=Leela', '', null],
  ['referred-by=Leela', '?utm_source=share', null],
  ['', first, null],
])('with %j on a page with %j, %j recommends us', (cookie, search, name) => {
  expect(readNote(cookie, search)).toBe(name)
})
