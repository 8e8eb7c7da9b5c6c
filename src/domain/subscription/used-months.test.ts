import { expect, it } from 'vitest'
import { eachRow } from '../testing/each-row.ts'
import type { UsedMonths } from './subscription.ts'
import { formatBank, formatDate, on, readBank, tell } from './testing/stories.ts'
import * as months from './used-months.ts'

const paidAt = on('2026-10-30')

/** Parses “gift 2, two 1 share void”: closed since 15 December. */
const readUsed = (text: string): UsedMonths[] =>
  text.split(', ').map((entry) => {
    const [id = '', count, ...words] = entry.split(' ')
    const state = (['void', 'returned'] as const).find((one) => words.includes(one)) ?? 'used'
    const since = state === 'used' ? null : on('2026-12-15')
    const paymentAt = words.includes('share') ? paidAt : null
    return { source: 'gift', id, months: Number(count), paymentAt, state, since }
  })

const formatUsed = (used: readonly UsedMonths[]) =>
  used
    .map(({ id, months, paymentAt, state }) =>
      `${id} ${months} ${paymentAt ? 'share ' : ''}${state}`.replace(' used', ''),
    )
    .join(', ')

const create = (used: string) => ({
  ...tell('active', '').record.subscription!,
  paidThrough: on('2027-02-28'),
  used: readUsed(used),
})

// The next payment is due on 28 February, after months have replaced payments since 30 November. Columns: what the time
// bank then contains, and what was used.
eachRow(`
  unused | gift 3 | | 2026-12-15 | gift 2+15d | gift 3 returned
  unused | gift 3 | | 2027-01-10 | gift 1+20d | gift 1, gift 2 returned
  unused | gift 3 | | 2027-01-30 | gift 1 | gift 2, gift 1 returned
  unused | gift 1 void, two 1 | | 2026-12-30 | two 1 | gift 1 void, two 1 returned
  unused | gift 3 share | | 2026-12-15 | | gift 3 share
  closed | gift 3 void | | 2027-03-10 | (gift 2+15d) | gift 3 returned
  closed | gift 1, two 1 void, gift 1 | | 2027-03-10 | (two 1) | gift 1, two 1 returned, gift 1
  closed | two 1 void, gift 2 | | 2027-03-10 | (two 0+15d) | two 1 returned, gift 2
  share | gift 3 share | gift 2 | 2026-11-15 | gift 5 | gift 3 share returned
  share | gift 3 share | gift 2 | 2026-12-15 | gift 4+15d | gift 3 share returned
  share | gift 1 share, two 2 share | | 2026-12-31 | two 1+30d | gift 1 share returned, two 2 share returned
  share | gift 3 share void | | 2027-01-15 | (gift 2+15d) | gift 3 share returned
  whole share | gift 3 share | gift 2 | 2026-12-15 | gift 5 | gift 3 share returned
  back | gift 3 share returned | gift 4+15d | 2026-12-15 | gift 2 | gift 3 share
  back | gift 1 share, two 2 share returned | two 2 | 2027-01-15 | | gift 1 share, two 2 share
  back | gift 3 share returned | gift 2+9d | 2026-12-15 | gift 0+9d | gift 2 share, gift 1 share returned
  back | gift 3 share returned | gift 1+9d | 2026-12-15 | gift 0+9d | gift 1 share, gift 2 share returned
  back | gift 3 share returned | (gift 2+15d) | 2026-12-15 | | gift 3 share void
  back | gift 3 returned | gift 3 | 2026-12-15 | gift 3 | gift 3 returned
  unused back | gift 3 returned | gift 2+20d | 2027-01-10 | gift 0+5d | gift 3
  unused back | gift 1, gift 2 returned | gift 1+40d | 2027-01-10 | gift 0+9d | gift 1, gift 2
  unused back | gift 3 returned | two 3 | 2027-01-10 | null |
  unused back | gift 3 returned | (gift 3) | 2027-01-10 | null |
  unused back | gift 3 returned | gift 3 | 2027-02-28 | null |
  suspended | gift 3, two 1 | two 2 | 2027-01-10 | two 2 | gift 3 void, two 1
  suspended | gift 3 void | | 2027-01-10 | null |
  valid | gift 3 void | | 2027-01-10 | gift 0+26d | gift 3
  valid | gift 1, two 2 void | | 2027-01-10 | null |
  void | gift 3 void | | 2027-01-10 | | gift 3 returned
  void | gift 3 returned, gift 1 | | 2027-01-10 | | gift 3 returned, gift 1 returned
`)('%s: %s, with %s, on %s: returns %s, %s', (kind, used, bank, day, returned, left) => {
  const subscription = create(used)
  const before = readBank(bank)
  const change = (status: 'valid' | 'suspended' | 'void') => () =>
    months.changeGiftMonths(before, subscription, 'gift', status, on(day))
  const steps = {
    ...{ valid: change('valid'), suspended: change('suspended'), void: change('void') },
    unused: () => months.returnUnusedTime(before, subscription, on(day)),
    closed: () => months.returnClosedTime(before, subscription),
    share: () => months.returnShare(before, subscription, paidAt, on(day)),
    'whole share': () => months.returnShare(before, subscription, paidAt, null),
    'unused back': () => months.takeUnusedBack(before, subscription, on('2026-12-15'), on(day)),
    back: () => months.takeShareBack(before, subscription, paidAt),
  }
  const after = steps[kind as keyof typeof steps]()
  const actual = after ? [formatBank(after.bank), formatUsed(after.used)] : ['null', '']
  expect(actual).toEqual([returned, left])
})

// Columns: where months close access, and the end of the time before them.
eachRow(`
  gift 3 | | 2027-02-28
  gift 2, two 1 void | 2027-01-30 | 2027-01-30
  gift 1, two 1 returned, gift 1 | 2026-12-30 | 2027-02-28
  gift 3 returned | 2026-11-30 2026-12-30 2027-01-30 | 2026-11-30
`)('%s: closed from %s, covered until %s', (used, closed, end) => {
  const starts = ['2026-11-30', '2026-12-30', '2027-01-30', '2027-02-28']
  expect(starts.filter((start) => months.isClosed(create(used), on(start))).join(' ')).toBe(closed)
  expect(formatDate(months.getCoveredEnd(create(used)))).toBe(end)
})

it('the reader has no access in the months that a pause skips', () => {
  const ends = [on('2027-04-30'), on('2027-02-28')]
  const used = ends.map((end) => formatUsed(months.closeByPause(create('gift 3'), end)))
  expect(used).toEqual(['gift 3,  2 returned', 'gift 3'])
})
