import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { succeed } from '../../src/domain/result.ts'
import { OwnershipModel } from '../testing/ownership-model.ts'
import { type Step, stepArbitrary } from '../testing/random-steps.ts'
import { unwrap } from '../testing/unwrap.ts'
import { payer, WorkerHarness } from '../testing/worker-harness.ts'
import { type Actor, changeSubscription } from './change-subscription.ts'
import { findCheckout } from './stored-checkout.ts'
import { startMonthlyCheckout } from './testing/checkout-steps.ts'

async function runSteps(steps: readonly Step[]) {
  const model = new OwnershipModel()
  try {
    for (const currentStep of steps) {
      await model.runStep(currentStep)
      model.harness.now = new Date(model.harness.now.getTime() + 2000)
    }
    await model.checkInvariants()
    await model.checkWhenIdle()
    await model.checkInvariants()
  } finally {
    model.harness.database.close()
  }
}

it('every account and every payment belongs to its owner alone', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(stepArbitrary, { minLength: 4, maxLength: 14 }), runSteps),
    {
      numRuns: 2000,
    },
  )
}, 600_000)

describe('a purchase that has moved', () => {
  it('is changed by PayPal’s events and cron jobs, not by someone acting for the guest', async () => {
    const harness = new WorkerHarness()
    const { firestore } = harness.deps
    const { post } = harness
    const id = await startMonthlyCheckout(harness.browser)
    harness.ledger.approve(id, payer)
    const guest = unwrap(await findCheckout(firestore, id))!.uid
    const email = 'ama@example.com'
    const reader = { first_name: 'Ama', last_name: '', email, createdAt: harness.now }
    await firestore.commit([{ set: `users/${harness.uid}`, fields: reader }])
    await harness.logIn()
    expect((await post(`/api/checkout/${id}/claim`, {})).status).toBe(200)
    expect((await harness.record(guest)).movedTo).toBe(harness.uid)

    const change = (by: Actor, kind: 'cancel' | 'endNow') =>
      changeSubscription({
        ...harness.deps,
        uid: guest,
        by,
        event: async () => succeed({ kind }),
      })
    for (const by of ['reader', { operator: 'desk', message: null }] as const) {
      for (const kind of ['cancel', 'endNow'] as const) {
        expect(await change(by, kind)).toMatchObject({ value: { ignored: 'moved' } })
      }
    }
    expect((await harness.record(harness.uid)).subscription?.state).toBe('active')
    expect(await change('provider', 'cancel')).toMatchObject({ value: { ignored: null } })
    expect((await harness.record(harness.uid)).subscription?.state).toBe('ending')
    harness.database.close()
  })
})
