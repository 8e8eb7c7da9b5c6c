/** Former subscribers who buy another subscription through a referral link. */
import { beforeEach, expect, it } from 'vitest'
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

const end = async () => {
  await harness.applyEvent({ kind: 'endNow' })
  await harness.runUntilIdle()
}
const deleteAccount = async () => {
  await harness.advanceMinutes(1)
  await harness.requestDeletion()
  await harness.runUntilIdle()
}
const never = async () => {}

it.each([
  ['was started a minute before the old account was deleted', never, deleteAccount, never],
  ['follows an ended subscription of the old account', end, never, never],
  ['is followed by the deletion of the old account', end, never, deleteAccount],
])(
  'a known payer earns the referrer nothing if the new purchase %s',
  async (_, before, started, bought) => {
    const code = await addReferrer(harness)
    await before()
    const id = await startAsGuest(harness, code)
    await started()
    harness.ledger.approve(id, payer)
    await harness.runUntilIdle()
    await bought()
    await passMonth(harness)
    expect((await summarise(harness, referrer)).earned).toBe(0)
  },
)

it.each([
  ['is kept', 6, false],
  ['is deleted', 6, false],
  ['is kept', 13, true],
  ['is deleted', 13, true],
])(
  'a subscriber who has paid for a year, and whose account %s, is treated as new %i months after that year: %s',
  async (account, monthsSince, isNew) => {
    await harness.applyEvent({ kind: 'cancel' })
    await harness.runUntilIdle()
    if (account === 'is deleted') await deleteAccount()
    // The old subscription has been looked up at PayPal for the last time.
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
