import { expect, it } from 'vitest'
import { type RecentRecipient, selectSurplus } from './surplus.ts'

const createRecent = (count: number, isAtProvider: boolean, inboxes = count) =>
  Array.from(
    { length: count },
    (_, index): RecentRecipient => ({
      joinedAt: index,
      inbox: `${isAtProvider} ${index % inboxes}`,
      isAtProvider,
    }),
  )

it.each([
  [499, 600, 0, 0],
  [500, 600, 0, 580],
  [500, 20, 0, 0],
  [1100, 600, 0, 556],
  [1100, 600, 45, 555],
  [10_000, 600, 45, 200],
  [10_000, 400, 0, 0],
])(
  'beside %d others, of %d recent addresses elsewhere and %d at providers %d are too many',
  (established, elsewhere, atProviders, expected) => {
    const recent = [...createRecent(elsewhere, false), ...createRecent(atProviders, true)]
    expect(selectSurplus(recent, established + recent.length)).toHaveLength(expected)
  },
)

it.each([100, 1100])('spellings of one mailbox, beside %d others, are too many', (established) => {
  const recent = createRecent(100, true, 10)
  expect(selectSurplus(recent, established + recent.length)).toHaveLength(80)
})

it('spellings of one mailbox make no room for others', () => {
  const recent = [...createRecent(600, false), ...createRecent(100, true, 10)]
  expect(selectSurplus(recent, 500 + recent.length)).toHaveLength(580 + 80)
})

it('the last to join are left out', () => {
  const recent = createRecent(100, false)
  const surplus = selectSurplus(recent.toReversed(), 500 + recent.length)
  expect(Math.min(...surplus.map(({ joinedAt }) => joinedAt))).toBe(20)
})
