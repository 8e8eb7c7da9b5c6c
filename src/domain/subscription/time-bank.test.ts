import { expect, it } from 'vitest'
import { eachRow } from '../testing/each-row.ts'
import { formatBank, formatDate, on, readBank } from './testing/stories.ts'
import { addTime, getBankEnd, placeBank, stopBank, takeMonths } from './time-bank.ts'

it('time from the same source is added up', () => {
  const gift = { source: 'gift', id: 'gift', months: 2, rest: 48 * 60 * 60 * 1000 } as const
  const banks = ['gift 1+5d, pause 2', 'pause 2'].map((bank) => addTime(readBank(bank), gift))
  expect(banks.map(formatBank)).toEqual(['gift 3+7d, pause 2', 'pause 2, gift 2+2d'])
})

eachRow(`
  gift 2, pause 3 | 3 | gift 2, pause 1 | pause 2
  gift 2+9d, pause 3 | 9 | gift 2, pause 3 | gift 0+9d
  (gift 2), pause 3 | 2 | pause 2 | (gift 2), pause 1
`)('%s: of %s months, takes %s and leaves %s', (bank, count, takes, leaves) => {
  const { bank: left, taken } = takeMonths(readBank(bank), Number(count))
  const entries = taken.map((one) => ({ ...one, rest: 0, isSuspended: false }))
  expect([entries, left].map(formatBank)).toEqual([takes, leaves])
})

// Access starts on 31 January: months are used before rests, and each from the oldest source first.
eachRow(`
  gift 1+13d, pause 1 | 2027-04-13 | 2027-01-31 | gift 1+13d, pause 1
  gift 3 | 2027-04-30 | 2027-02-28 | gift 2
  gift 1, pause 2+12d | 2027-05-12 | 2027-03-10 | pause 1+33d
  gift 1+10d, pause 1+5d | 2027-04-15 | 2027-04-06 | gift 0+4d, pause 0+5d
  gift 1+10d, pause 1+5d | 2027-04-15 | 2027-04-12 | pause 0+3d
  gift 0+47d | 2027-03-19 | 2027-03-02 | gift 0+17d
  (gift 2), two 1 | 2027-02-28 | 2027-02-10 | (gift 2), two 0+18d
`)('%s ends on %s, and leaves on %s: %s', (text, end, stoppedOn, left) => {
  const bank = readBank(text)
  expect(formatDate(getBankEnd(bank, on('2027-01-31')))).toBe(end)
  expect(formatBank(stopBank(bank, on('2027-01-31'), on(stoppedOn)))).toBe(left)
})

// Each row shows the result on 10 March. “never”: a subscription is running.
eachRow(`
  waits while a subscription runs | gift 3 | | never | gift 3 from null
  stops when one begins | gift 3 | 2027-01-31 | never | gift 1+21d from null
  begins when other access ends | gift 3 | | 2027-04-01 | gift 3 from 2027-04-01
  begins now if it has ended | gift 3 | | 2027-01-01 | gift 3 from 2027-03-10
  goes on | gift 3 | 2027-01-31 | 2027-01-31 | gift 3 from 2027-01-31
  is interrupted by other access | gift 3 | 2027-01-31 | 2027-05-01 | gift 1+21d from 2027-05-01
  is used up | gift 1, (two 3) | 2027-01-31 | 2027-01-31 | (two 3) from null
  has nothing that can be used | (two 3) | | 2027-01-31 | (two 3) from null
`)('%s', (_, bank, from, otherEnd, placed) => {
  const record = { bank: readBank(bank), bankFrom: from ? on(from) : null }
  const next = placeBank(record, otherEnd === 'never' ? null : on(otherEnd), on('2027-03-10'))
  expect(`${formatBank(next.bank)} from ${next.bankFrom && formatDate(next.bankFrom)}`).toBe(placed)
})
