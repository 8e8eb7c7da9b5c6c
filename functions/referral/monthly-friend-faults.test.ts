/** Friends whose first payment isn't enough for the credit, so that they are checked each month. */
import { beforeEach, describe, expect, it } from 'vitest'
import { day } from '../../src/domain/duration.ts'
import { formatMoney } from '../../src/domain/money.ts'
import { type PlanKind, referralCredit } from '../../src/domain/subscription/offer.ts'
import { createAccount } from '../subscription/testing/checkout-steps.ts'
import { approveAndReturn, getNewId, startChange } from '../subscription/testing/plan-change.ts'
import { payer, WorkerHarness } from '../testing/worker-harness.ts'
import {
  addCredit,
  addReferrer,
  listKinds,
  listPayments,
  listSubjects,
  passMonth,
  readLedger,
  refer,
  referrer,
  renew,
  startAsGuest,
} from './testing/referral-scenario.ts'

let harness: WorkerHarness
beforeEach(async () => {
  harness = new WorkerHarness()
  await harness.storeReaderAndCheckout()
  await refer(harness)
})

/** Passes months, each with a payment. */
async function pay(payments: number) {
  for (let payment = 0; payment < payments; payment++) {
    await renew(harness)
    await harness.runUntilIdle()
  }
}

async function passDays(days: number) {
  await harness.advanceDays(days)
  await harness.runUntilIdle()
}

const listChecks = async () =>
  (await harness.queryAll({ collection: 'outbox' })).filter(
    ({ fields }) => fields.kind === 'referralCheck',
  )

/** Returns when the credit is earned, in days after the friend's last payment. */
async function readEarningDays() {
  const pending = (await readLedger(harness, referrer))!.find(({ kind }) => kind === 'pending')
  const earnsAt = pending?.kind === 'pending' ? pending.earnsAt.getTime() : Number.NaN
  return (earnsAt - new Date(listPayments(harness).at(-1)!.at).getTime()) / day
}

async function changeTo(kind: PlanKind) {
  await harness.logIn()
  await startChange(harness, kind)
  await approveAndReturn(harness)
  harness.provider = getNewId(harness)
  await harness.runUntilIdle()
}

describe('a friend who pays monthly', () => {
  it('earns the referrer credit 30 days after the third payment', async () => {
    await harness.subscribe()
    await pay(1)
    expect(await listKinds(harness)).toEqual([])
    await pay(1)
    expect(await listKinds(harness)).toEqual(['pending'])
    expect(await readEarningDays()).toBe(30)
    await passDays(29)
    expect(await listKinds(harness)).toEqual(['pending'])
    await passDays(1)
    expect(await listKinds(harness)).toEqual(['pending', 'earned'])
    expect(await listChecks()).toEqual([])
  })

  it('earns the credit as of the same day if the check is late, with a single email', async () => {
    await harness.subscribe()
    const [check] = await listChecks()
    const dueAt = new Date(harness.now.getTime() + 95 * day)
    await harness.merge(`outbox/${check!.id}`, { dueAt })
    await pay(2)
    expect(await listKinds(harness)).toEqual([])
    await passDays(33)
    expect(await listKinds(harness)).toEqual(['pending', 'earned'])
    expect(await readEarningDays()).toBe(30)
    expect(listSubjects(harness).filter((line) => line.startsWith('ravi@'))).toEqual([
      `ravi@example.com: You’ve earned ${formatMoney(referralCredit)} credit`,
    ])
  })

  it.each<[string, () => Promise<unknown>]>([
    [
      'was refunded',
      async () => {
        await harness.subscribe()
        await pay(1)
        harness.ledger.refund(listPayments(harness)[0]!.id)
      },
    ],
    [
      'was returned as the friend’s own credit',
      async () => {
        await addCredit(harness, 1399)
        await harness.subscribe()
        await pay(1)
      },
    ],
  ])('needs a fourth payment if an earlier one %s', async (_, payTwice) => {
    await payTwice()
    await pay(1)
    expect(await listKinds(harness)).toEqual([])
    await pay(1)
    expect(await listKinds(harness)).toEqual(['pending'])
  })

  it('earns nothing if a payment is refunded before the credit is earned', async () => {
    await harness.subscribe()
    await pay(2)
    harness.ledger.refund(listPayments(harness)[2]!.id)
    await passMonth(harness)
    expect(await listKinds(harness)).toEqual(['pending', 'reversed'])
    expect(await listChecks()).toEqual([])
  })

  it('earns nothing if a payment is disputed before the third payment', async () => {
    await harness.subscribe()
    harness.ledger.dispute(listPayments(harness)[0]!.id, null)
    await harness.runUntilIdle()
    harness.ledger.dispute(listPayments(harness)[0]!.id, 'won')
    await pay(2)
    expect(await listKinds(harness)).toEqual(['reversed'])
    expect(await listChecks()).toEqual([])
  })

  it.each<[string, () => Promise<unknown>]>([
    ['PayPal has ended the subscription', async () => harness.ledger.cancel(harness.provider)],
    ['the account is deleted', () => harness.requestDeletion()],
  ])('is no longer checked after %s', async (_, end) => {
    await harness.subscribe()
    expect(await listChecks()).toHaveLength(1)
    await end()
    await harness.runUntilIdle()
    await passMonth(harness)
    expect(await listKinds(harness)).toEqual([])
    expect(await listChecks()).toEqual([])
  })
})

it('a friend whose trial isn’t paid yet is checked again after the first payment', async () => {
  const trial = new WorkerHarness({ trialDays: 7 })
  await trial.storeReaderAndCheckout()
  const id = await startAsGuest(trial, await addReferrer(trial))
  trial.ledger.approve(id, payer)
  await trial.runUntilIdle()
  await createAccount(trial.browser, id)
  await trial.runUntilIdle()
  const checks = await trial.queryAll({ collection: 'outbox' })
  expect(checks.map(({ fields }) => [fields.kind, fields.attempts])).toEqual([['referralCheck', 0]])
  await trial.passDays(8)
  expect(await listKinds(trial)).toEqual(['pending'])
})

/**
 * Each friend pays once, changes plan, and then makes as many payments as it takes to earn the credit (the last value).
 */
const changes: readonly [string, () => Promise<unknown>, PlanKind, number][] = [
  ['pays for a year', async () => {}, 'annual', 1],
  [
    'pays monthly again after ending the subscription at PayPal',
    async () => {
      harness.ledger.cancel(harness.provider)
      await harness.runUntilIdle()
    },
    'monthly',
    2,
  ],
]

describe.each(changes)('a friend who changes plan and %s', (_, before, kind, payments) => {
  beforeEach(async () => {
    await harness.subscribe()
    await before()
    await changeTo(kind)
    await pay(payments)
  })

  it('is counted once, with the payments for both plans', async () => {
    expect(await listKinds(harness)).toEqual(['pending'])
    expect(await readEarningDays()).toBe(30)
    await pay(2)
    expect(await listKinds(harness)).toEqual(['pending', 'earned'])
    expect(await listChecks()).toEqual([])
  })

  it('earns nothing if the account is deleted in the meantime', async () => {
    await harness.requestDeletion()
    await harness.runUntilIdle()
    await passMonth(harness)
    expect(await listKinds(harness)).toEqual(['pending', 'reversed'])
  })
})
