import { expect, it } from 'vitest'
import { forYouPlaceScript } from './for-you-place.ts'

const likings = { categories: [], tags: [], authors: [] }
const food = { ...likings, categories: ['food'] }

/** Whether there is room after the script has run. */
function hasRoom(reader: string, preferences: unknown): boolean {
  const place = { hidden: true }
  const document = { documentElement: { dataset: { reader } }, getElementById: () => place }
  const kept = { preferences: preferences === undefined ? undefined : JSON.stringify(preferences) }
  new Function('document', 'localStorage', forYouPlaceScript)(document, kept)
  return !place.hidden
}

it.each([
  ['a reader who likes something', 'notSubscribed', { of: 'account', answers: food }, true],
  ['a reader who has said nothing', 'notSubscribed', { of: 'account', answers: likings }, false],
  ['a guest who likes something', 'guest', { of: 'device', answers: food }, true],
  ['a guest where a reader was before', 'guest', { of: 'account', answers: food }, false],
  ['a guest of whom nothing is kept', 'guest', undefined, false],
  ['whoever has written something else there', 'guest', { of: 'device' }, false],
] as const)('room is made for %s: %#', (_who, reader, preferences, expected) => {
  expect(hasRoom(reader, preferences)).toBe(expected)
})
