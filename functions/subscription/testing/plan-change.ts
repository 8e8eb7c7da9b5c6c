/** A subscriber of the monthly plan who chooses another. */
import { expect } from 'vitest'
import type { PlanKind } from '../../../src/domain/subscription/offer.ts'
import { unwrap } from '../../testing/unwrap.ts'
import { payer, type WorkerHarness } from '../../testing/worker-harness.ts'
import { syncFromPayPal } from '../sync-from-paypal.ts'
import { readAnswer, requestApproval } from './checkout-steps.ts'

const hour = 60 * 60 * 1000

const requestId = '5e0b8d0e-6d0c-4d4e-9a51-1d6b2a3a7c11'

/** PayPal's id of the new subscription. */
const newIds = new WeakMap<WorkerHarness, string>()
export const getNewId = (harness: WorkerHarness) => newIds.get(harness)!

/** Repeats its request if it's called again without an id. */
export const choosePlan = (
  harness: WorkerHarness,
  kind: PlanKind = 'annual',
  id: string = requestId,
) =>
  readAnswer<{ id: string }>(
    harness.post('/api/checkout', { kind, source: null, requestId: id, isPlanChange: true }),
  )

/** Chooses a plan, which is then approved by `approve`. */
export async function startChange(harness: WorkerHarness, ...choice: [PlanKind?, string?]) {
  const { id } = await choosePlan(harness, ...choice)
  expect(id).toMatch(/^I-/)
  newIds.set(harness, id)
}

export async function subscribe(harness: WorkerHarness) {
  await harness.subscribe()
  await harness.logIn()
}

/** Subscribes, does `before`, and chooses the annual plan. */
export const prepareChange =
  (before: (harness: WorkerHarness) => Promise<unknown> = async () => {}) =>
  async (harness: WorkerHarness) => {
    await subscribe(harness)
    await before(harness)
    await harness.runUntilIdle()
    await startChange(harness)
  }

export const approve = (harness: WorkerHarness) => harness.ledger.approve(getNewId(harness), payer)
export const returnFromPayPal = (harness: WorkerHarness) =>
  requestApproval(harness, getNewId(harness))

export async function approveAndReturn(harness: WorkerHarness) {
  approve(harness)
  const answer = { state: 'running', isTrial: false, isPlanChange: true }
  expect(await returnFromPayPal(harness)).toMatchObject(answer)
}

/** Moves the clock to a time before the paid time ends, or after it if negative. */
async function goBeforeEnd(harness: WorkerHarness, hours: number) {
  const { paidThrough } = (await harness.record()).subscription!
  harness.now = new Date(paidThrough.getTime() - hours * hour)
  await harness.logIn()
}

/** PayPal takes no payment on the due date and moves on to the next one. We find that a day later. */
async function skipAtPayPal(harness: WorkerHarness) {
  const { ledger, provider: payPalSubscription, uid, deps } = harness
  await goBeforeEnd(harness, 1)
  ledger.suspend(payPalSubscription)
  await goBeforeEnd(harness, -1)
  ledger.activate(payPalSubscription)
  harness.events.length = 0
  await goBeforeEnd(harness, -25)
  unwrap(
    await syncFromPayPal(deps, { uid, plan: 'monthly_13' }, payPalSubscription, { by: 'cron' }),
  )
}

/** Subscribers who can only continue by approving a new subscription for their plan. */
export const stoppedSubscribers = {
  'whose payment PayPal has skipped': skipAtPayPal,
  'who has cancelled two days before the due date': async (harness) => {
    await goBeforeEnd(harness, 47)
    await harness.applyEvent({ kind: 'cancel' })
  },
  'who has cancelled at PayPal': async ({ ledger, provider: payPalSubscription }) =>
    ledger.cancel(payPalSubscription),
  'whose pause has closed the access': async (harness) => {
    await harness.applyEvent({ kind: 'pause', months: 3 })
    await goBeforeEnd(harness, -24 * 20)
  },
} satisfies Record<string, (harness: WorkerHarness) => Promise<unknown>>
