import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { referralCredit } from '../subscription/offer.ts'
import { createStep, type ValueOf } from '../testing/any-step.ts'
import {
  addPendingCredit,
  applyCredit,
  earnCredit,
  findFriend,
  findUse,
  grantCredit,
  type Ledger,
  ledgerSchema,
  removeCredit,
  restoreUse,
  reverseCredit,
  settleUse,
  summariseLedger,
} from './ledger.ts'
import { maxEarnedPerMonth } from './limits.ts'

const credit = referralCredit.minorUnits
const start = new Date('2026-11-20T12:00:00Z')
const at = (days: number) => new Date(start.getTime() + days * 24 * 60 * 60 * 1000)

const friend = fc.nat(7)
const payment = fc.nat(5)
const amount = fc.integer({ min: 1, max: 3000 })
const step = fc.oneof(
  createStep(2, ['pay', 'earn'], { friend }),
  createStep(1, ['refund', 'dispute'], { friend }),
  createStep(3, ['use', 'use', 'settle', 'restore'], { payment }),
  createStep(3, ['grant', 'remove'], { amount }),
)
type Step = ValueOf<typeof step>

const prices = [1399, 1099, 9900, 1, 4499, 2000]

/** A model of honest bookkeeping: who paid, what was earned, and what PayPal has refunded. */
class Model {
  /** In the order in which credit was earned; `id` is null for an operator's grant. */
  readonly lots: { id: number | null; left: number }[] = []
  readonly friends = new Map<number, 'pending' | 'earned' | 'reversed'>()
  readonly uses = new Map<number, { taken: Map<object, number>; state: string }>()
  refundedByPayPal = 0

  get available() {
    return this.lots.reduce((sum, { left }) => sum + left, 0)
  }
  take(total: number) {
    const taken = new Map<object, number>()
    let missing = total
    for (const lot of this.lots) {
      const part = Math.min(lot.left, missing)
      lot.left -= part
      missing -= part
      taken.set(lot, part)
    }
    return taken
  }
  run(step: Step, isDue: boolean) {
    switch (step.do) {
      case 'pay':
        if (!this.friends.has(step.friend)) this.friends.set(step.friend, 'pending')
        break
      case 'earn':
        if (this.friends.get(step.friend) === 'pending' && isDue) {
          this.friends.set(step.friend, 'earned')
          this.lots.push({ id: step.friend, left: credit })
        }
        break
      case 'refund':
      case 'dispute':
        this.friends.set(step.friend, 'reversed')
        for (const lot of this.lots) if (lot.id === step.friend) lot.left = 0
        break
      case 'use': {
        const total = Math.min(this.available, prices[step.payment]!)
        if (!this.uses.has(step.payment) && total > 0)
          this.uses.set(step.payment, { taken: this.take(total), state: 'unsettled' })
        break
      }
      case 'settle':
      case 'restore': {
        const use = this.uses.get(step.payment)
        if (use?.state !== 'unsettled') break
        use.state = `${step.do}d`
        for (const [lot, part] of use.taken) {
          if (step.do === 'settle') this.refundedByPayPal += part
          else if (this.friends.get((lot as { id: number }).id) !== 'reversed')
            (lot as { left: number }).left += part
        }
        break
      }
      case 'grant':
        this.lots.push({ id: null, left: step.amount })
        break
      case 'remove':
        if (step.amount <= this.available) this.take(step.amount)
        break
    }
  }
}

function runStep(ledger: Ledger, step: Step, now: Date): Ledger {
  const by = { operator: 'asha', reason: 'test' }
  switch (step.do) {
    case 'pay': {
      const friend = `${step.friend}`
      return addPendingCredit(ledger, { friend, payer: friend, paidAt: now }, now)
    }
    case 'earn':
      return earnCredit(ledger, `${step.friend}`, now)
    case 'refund':
      return reverseCredit(ledger, `${step.friend}`, 'refunded', now)
    case 'dispute':
      return reverseCredit(ledger, `${step.friend}`, 'disputed', now)
    case 'use':
      return applyCredit(ledger, `${step.payment}`, prices[step.payment]!, now)
    case 'settle':
      return settleUse(ledger, `${step.payment}`, now)
    case 'restore':
      return restoreUse(ledger, `${step.payment}`, now)
    case 'grant':
      return grantCredit(ledger, { amount: step.amount, ...by }, now)
    case 'remove':
      return removeCredit(ledger, { amount: step.amount, ...by }, now) ?? ledger
  }
}

describe('any sequence of events, repeated and reordered', () => {
  it('leads to the ledger that a bookkeeper would keep', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(step, fc.nat(20)), { maxLength: 60 }), (steps) => {
        let ledger: Ledger = []
        let days = 0
        const model = new Model()
        for (const [one, wait] of steps) {
          days += wait
          const earlier = ledger
          ledger = runStep(ledger, one, at(days))
          // Earlier entries never change.
          expect(ledger.slice(0, earlier.length)).toEqual(earlier)
          const isDue = 'friend' in one && isFriendDue(ledger, `${one.friend}`, at(days))
          model.run(one, isDue)
          // Grants and removals are an operator's commands, the only steps that aren't repeated.
          if (!('amount' in one)) expect(runStep(ledger, one, at(days))).toBe(ledger)

          const summary = summariseLedger(ledger)
          expect(summary.available).toBe(model.available)
          expect(summary.available).toBeGreaterThanOrEqual(0)
        }
        const uses = ledger.filter((entry) => entry.kind === 'used')
        expect(new Set(uses.map(({ payment }) => payment)).size).toBe(uses.length)
        const settled = uses
          .filter(({ payment }) => findUse(ledger, payment)?.state === 'settled')
          .reduce((sum, { amount }) => sum + amount, 0)
        expect(settled).toBe(model.refundedByPayPal)
        for (const { payment, amount } of uses)
          expect(amount).toBeLessThanOrEqual(prices[Number(payment)]!)
        const earned = ledger
          .filter((entry) => entry.kind === 'earned')
          .map((entry) => entry.friend)
        expect(new Set(earned).size).toBe(earned.length)
        expectMonthlyLimit(ledger)
        expect(ledgerSchema.parse(ledger)).toEqual(ledger)
      }),
      { numRuns: 2000 },
    )
  })
})

const isFriendDue = (ledger: Ledger, friend: string, now: Date) => {
  const found = findFriend(ledger, friend)
  return found !== null && found.earnsAt <= now
}

function expectMonthlyLimit(ledger: Ledger) {
  const months = new Map<string, number>()
  for (const entry of ledger) {
    if (entry.kind !== 'earned') continue
    const friend = findFriend(ledger, entry.friend)!
    if (friend.state !== 'earned') continue
    const month = friend.earnsAt.toISOString().slice(0, 7)
    months.set(month, (months.get(month) ?? 0) + 1)
  }
  expect(Math.max(0, ...months.values())).toBeLessThanOrEqual(maxEarnedPerMonth)
}
