import { describe, expect, it } from 'vitest'
import { day } from '../duration.ts'
import { referralCredit } from '../subscription/offer.ts'
import {
  addPendingCredit,
  applyCredit,
  earnCredit,
  findFriend,
  findUse,
  grantCredit,
  type Ledger,
  removeCredit,
  restoreUse,
  reverseCredit,
  reverseCreditOfPayer,
  settleUse,
  summariseLedger,
} from './ledger.ts'
import { earningPeriodDays, maxEarned } from './limits.ts'

const credit = referralCredit.minorUnits
const start = new Date('2026-11-20T12:00:00Z')
const at = (days: number) => new Date(start.getTime() + days * day)
const monthly = 1399

const addFriend = (ledger: Ledger, friend: string, days = 0) =>
  addPendingCredit(ledger, { friend, payer: `payer of ${friend}`, paidAt: at(days) }, at(days))
const earn = (friend: string, ledger: Ledger = []) =>
  earnCredit(addFriend(ledger, friend), friend, at(31))

describe('a friend whose payments have reached the total', () => {
  it('is pending for 30 days, and then earns the referrer credit once', () => {
    const pending = addFriend([], 'f')
    expect(summariseLedger(pending)).toMatchObject({
      friends: 1,
      pending: credit,
      available: 0,
      nextEarnsAt: at(earningPeriodDays),
    })
    expect(earnCredit(pending, 'f', at(29))).toBe(pending)
    const earned = earnCredit(pending, 'f', at(30))
    expect(summariseLedger(earned)).toMatchObject({ friends: 1, pending: 0, available: credit })
    expect(earnCredit(earned, 'f', at(31))).toBe(earned)
    expect(addFriend(earned, 'f', 40)).toBe(earned)
  })

  it('counts once for each PayPal account, even after a reversal', () => {
    const ledger = reverseCredit(addFriend([], 'f'), 'f', 'refunded', at(1))
    expect(
      addPendingCredit(ledger, { friend: 'g', payer: 'payer of f', paidAt: at(2) }, at(2)),
    ).toBe(ledger)
    const unknown = { payer: null, paidAt: at(2) }
    const two = addPendingCredit(
      addPendingCredit(ledger, { friend: 'g', ...unknown }, at(2)),
      { friend: 'h', ...unknown },
      at(2),
    )
    expect(summariseLedger(two).friends).toBe(2)
  })

  it('doesn’t count with the reader’s own PayPal account', () => {
    const ledger = addFriend(earn('f', addFriend([], 'g')), 'h')
    const reversed = reverseCreditOfPayer(ledger, 'payer of f', at(40))
    expect(reversed.slice(ledger.length)).toEqual([
      { kind: 'reversed', at: at(40), friend: 'f', reason: 'notEligible' },
    ])
    expect(summariseLedger(reversed)).toMatchObject({
      friends: 2,
      pending: 2 * credit,
      available: 0,
    })
    expect(reverseCreditOfPayer(reversed, 'payer of f', at(41))).toBe(reversed)
    expect(reverseCreditOfPayer(ledger, 'payer of nobody', at(40))).toBe(ledger)
  })

  it('never counts after a dispute that was reported first', () => {
    const disputed = reverseCredit([], 'f', 'disputed', at(0))
    expect(addFriend(disputed, 'f')).toBe(disputed)
    expect(reverseCredit(disputed, 'f', 'refunded', at(1))).toBe(disputed)
    expect(summariseLedger(disputed)).toMatchObject({ friends: 0, pending: 0, earned: 0 })
  })

  it('earns credit at the beginning of the next month if this month is full', () => {
    let ledger: Ledger = []
    for (let friend = 0; friend < 12; friend++) ledger = addFriend(ledger, `${friend}`)
    const months = Array.from({ length: 12 }, (_, friend) =>
      findFriend(ledger, `${friend}`)!.earnsAt.toISOString().slice(0, 10),
    )
    expect(months).toEqual([
      ...Array(5).fill('2026-12-20'),
      ...Array(5).fill('2027-01-01'),
      ...Array(2).fill('2027-02-01'),
    ])
  })

  it('counts for twenty friends at most', () => {
    let ledger: Ledger = []
    for (let friend = 0; friend < 25; friend++) ledger = addFriend(ledger, `${friend}`, friend * 40)
    expect(summariseLedger(ledger).friends).toBe(maxEarned)
    const freed = reverseCredit(ledger, '3', 'refunded', at(1000))
    expect(summariseLedger(addFriend(freed, 'late', 1001)).friends).toBe(maxEarned)
  })
})

describe('credit', () => {
  it('is used for one payment after another, and once for each payment', () => {
    const first = applyCredit(earn('f'), 'p1', monthly, at(32))
    expect(findUse(first, 'p1')).toMatchObject({ amount: monthly, state: 'unsettled' })
    expect(applyCredit(first, 'p1', monthly, at(33))).toBe(first)
    const second = applyCredit(settleUse(first, 'p1', at(32)), 'p2', monthly, at(62))
    expect(findUse(second, 'p2')).toMatchObject({ amount: credit - monthly })
    expect(applyCredit(second, 'p3', monthly, at(92))).toBe(second)
    expect(summariseLedger(second)).toMatchObject({ earned: credit, used: credit, available: 0 })
  })

  it('is restored if PayPal refuses, and not used for that payment again', () => {
    const used = applyCredit(earn('f'), 'p1', monthly, at(32))
    const restored = restoreUse(used, 'p1', at(220))
    expect(summariseLedger(restored)).toMatchObject({ used: 0, available: credit })
    expect(applyCredit(restored, 'p1', monthly, at(221))).toBe(restored)
    expect(settleUse(restored, 'p1', at(221))).toBe(restored)
    const settled = settleUse(used, 'p1', at(33))
    expect(restoreUse(settled, 'p1', at(220))).toBe(settled)
  })

  it('stays used when the friend’s payment is refunded', () => {
    const used = settleUse(applyCredit(earn('f'), 'p1', monthly, at(32)), 'p1', at(32))
    const reversed = reverseCredit(used, 'f', 'refunded', at(40))
    expect(summariseLedger(reversed)).toMatchObject({ friends: 0, used: monthly, available: 0 })
  })

  it('isn’t restored if it’s from a reversed friend', () => {
    const used = applyCredit(earn('f'), 'p1', monthly, at(32))
    const reversed = reverseCredit(used, 'f', 'refunded', at(40))
    expect(summariseLedger(restoreUse(reversed, 'p1', at(220)))).toMatchObject({ available: 0 })
  })

  it('is used oldest first, and a reversal takes back the newest credit', () => {
    const two = earn('g', earn('f'))
    const used = applyCredit(two, 'p1', monthly, at(32))
    expect(summariseLedger(reverseCredit(used, 'f', 'refunded', at(40))).available).toBe(credit)
    expect(summariseLedger(reverseCredit(used, 'g', 'refunded', at(40))).available).toBe(
      credit - monthly,
    )
  })

  it('is granted and removed by operators, never below zero', () => {
    const by = { operator: 'asha', reason: 'goodwill' }
    const granted = grantCredit([], { amount: 500, ...by }, at(0))
    expect(summariseLedger(granted).available).toBe(500)
    expect(removeCredit(granted, { amount: 501, ...by }, at(1))).toBeNull()
    const removed = removeCredit(granted, { amount: 500, ...by }, at(1))!
    expect(summariseLedger(removed)).toMatchObject({ available: 0, used: 0 })
  })
})
