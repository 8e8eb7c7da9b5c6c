/** Somebody who has paid for a subscription before, and buys another one with a referral link. */
import { beforeEach, describe, expect, it } from 'vitest'
import { createRetentionJob } from '../app/retention-job.ts'
import { unwrap } from '../testing/unwrap.ts'
import { payer, WorkerHarness } from '../testing/worker-harness.ts'
import {
  addReferrer,
  passMonth,
  referrer,
  startAsGuest,
  summarise,
} from './testing/referral-scenario.ts'

let harness: WorkerHarness
beforeEach(async () => {
  harness = new WorkerHarness()
  await harness.storeReaderAndCheckout('annual_99')
  harness.ledger.approve(harness.provider, payer)
  await harness.runUntilIdle()
})

describe('a subscriber who isn’t new earns a referrer nothing', () => {
  it('if the new purchase was started a minute before the old account was deleted', async () => {
    const code = await addReferrer(harness)
    const id = await startAsGuest(harness, code)
    await harness.advanceMinutes(1)
    await harness.requestDeletion()
    await harness.runUntilIdle()
    harness.ledger.approve(id, payer)
    await harness.runUntilIdle()
    await passMonth(harness)
    expect((await summarise(harness, referrer)).earned).toBe(0)
  })
  it('if the old account still exists, with an ended subscription', async () => {
    const code = await addReferrer(harness)
    await harness.applyEvent({ kind: 'endNow' })
    await harness.runUntilIdle()
    const id = await startAsGuest(harness, code)
    harness.ledger.approve(id, payer)
    await harness.runUntilIdle()
    await passMonth(harness)
    expect((await summarise(harness, referrer)).earned).toBe(0)
  })
  it('if the old account is deleted after the new purchase', async () => {
    const code = await addReferrer(harness)
    await harness.applyEvent({ kind: 'endNow' })
    await harness.runUntilIdle()
    const id = await startAsGuest(harness, code)
    harness.ledger.approve(id, payer)
    await harness.runUntilIdle()
    await harness.requestDeletion()
    await harness.runUntilIdle()
    await passMonth(harness)
    expect((await summarise(harness, referrer)).earned).toBe(0)
  })
})

it.each([
  ['is left', 6, false],
  ['is deleted', 6, false],
  ['is left', 13, true],
  ['is deleted', 13, true],
])(
  'a subscriber who has paid for a year, and whose account %s, is new %i months after that year: %s',
  async (end, monthsSince, isNew) => {
    await harness.applyEvent({ kind: 'cancel' })
    await harness.runUntilIdle()
    if (end === 'is deleted') {
      await harness.requestDeletion()
      await harness.runUntilIdle()
    }
    // PayPal has been asked about the old subscription for the last time.
    await harness.advanceDays(30)
    await harness.runUntilIdle()
    await harness.advanceDays(336 + monthsSince * 31)
    const run = { startedAt: harness.now, hasTime: () => true }
    unwrap(await createRetentionJob({ ...harness.deps, log: () => {} }).run(run))
    const code = await addReferrer(harness)
    harness.ledger.approve(await startAsGuest(harness, code), payer)
    await harness.runUntilIdle()
    await passMonth(harness)
    expect((await summarise(harness, referrer)).earned > 0).toBe(isNew)
  },
)
