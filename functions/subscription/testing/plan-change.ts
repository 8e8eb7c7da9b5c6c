/** A subscriber on the monthly plan who chooses another plan. */
import { expect } from 'vitest'
import type { PlanKind } from '../../../src/domain/subscription/offer.ts'
import { payer, type WorkerHarness } from '../../testing/worker-harness.ts'
import { readAnswer, requestApproval } from './checkout-steps.ts'

const requestId = '5e0b8d0e-6d0c-4d4e-9a51-1d6b2a3a7c11'

/** PayPal's ids for the new subscriptions. */
const newIds = new WeakMap<WorkerHarness, string>()
export const getNewId = (harness: WorkerHarness) => newIds.get(harness)!

/** Chooses a plan. Without an id, a second call repeats the first request. */
export const choosePlan = (
  harness: WorkerHarness,
  kind: PlanKind = 'annual',
  id: string = requestId,
) =>
  readAnswer<{ id: string }>(
    harness.post('/api/checkout', { kind, source: null, requestId: id, isPlanChange: true }),
  )

/** Chooses a plan, to be approved by `approve`. */
export async function startChange(harness: WorkerHarness, ...choice: [PlanKind?, string?]) {
  const { id } = await choosePlan(harness, ...choice)
  expect(id).toMatch(/^I-/)
  newIds.set(harness, id)
}

export async function subscribe(harness: WorkerHarness) {
  await harness.subscribe()
  await harness.logIn()
}

export async function prepareChange(harness: WorkerHarness) {
  await subscribe(harness)
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
