import { expect, it } from 'vitest'
import { forYouPrePaintScript } from './for-you-pre-paint-script.ts'

const noPreferences = { categories: [], tags: [], authors: [] }
const foodPreferences = { ...noPreferences, categories: ['food'] }

function isSectionShown(reader: string, preferences: unknown): boolean {
  const section = { hidden: true }
  const document = { documentElement: { dataset: { reader } }, getElementById: () => section }
  const storage = {
    preferences: preferences === undefined ? undefined : JSON.stringify(preferences),
  }
  new Function('document', 'localStorage', forYouPrePaintScript)(document, storage)
  return !section.hidden
}

it.each([
  [
    'a reader who likes something',
    'notSubscribed',
    { owner: 'account', preferences: foodPreferences },
    true,
  ],
  [
    'a reader who has said nothing',
    'notSubscribed',
    { owner: 'account', preferences: noPreferences },
    false,
  ],
  ['a guest who likes something', 'guest', { owner: 'device', preferences: foodPreferences }, true],
  [
    'a guest where a reader was before',
    'guest',
    { owner: 'account', preferences: foodPreferences },
    false,
  ],
  ['a guest with nothing stored', 'guest', undefined, false],
  ['a reader in whose storage something else was written', 'guest', { owner: 'device' }, false],
] as const)(
  'room is reserved only for a visitor whose own preferences are stored: %s (%#)',
  (_who, reader, preferences, expected) => {
    expect(isSectionShown(reader, preferences)).toBe(expected)
  },
)
