import { expect, it } from 'vitest'
import { describeFrontPageChange } from './front-page-changes.ts'

const until = new Date('2026-12-24T18:00:00Z')
const front = {
  lead: 'a',
  order: ['b', 'c'],
  pins: ['d'],
  categoryPins: [{ category: 'food', slug: 'e', until }],
  hiddenFromMostRead: ['h'],
}

it('the description of a front-page change says everything that the change does', () => {
  const changed = {
    ...front,
    lead: null,
    order: ['c'],
    pins: ['x'],
    categoryPins: [{ category: 'books', slug: 'y', until }],
    hiddenFromMostRead: ['i'],
  }
  const time = 'until Thu 2026-12-24 23:30 Asia/Colombo'
  expect(describeFrontPageChange(front, changed)).toEqual([
    'lead: the newest story (before: a)',
    'second tier: c (before: b, c)',
    'x: pinned',
    'd: no longer pinned',
    `y in books ${time}: pinned`,
    `e in food ${time}: no longer pinned`,
    'i: hidden from the most-read lists within ten minutes',
    'h: shown in the most-read lists again within ten minutes',
  ])
  expect(describeFrontPageChange(front, front)).toEqual([])
})
