/** A supporter refunds one of two payments for the same period while the Worker handles PayPal's events. */
import { expect, it } from 'vitest'
import type { PaymentsResponse } from '../../src/contracts/endpoints/payments-endpoints.ts'
import { minute } from '../../src/domain/duration.ts'
import {
  listKept,
  listPayments,
  openSubscriber,
  readAnswer,
} from '../subscription/testing/checkout-steps.ts'
import { FaultError } from '../testing/interruptible-services.ts'
import type { WorkerHarness } from '../testing/worker-harness.ts'

let harness: WorkerHarness

/** PayPal collects another payment, and never reports it. */
async function chargeTwice() {
  harness = await openSubscriber()
  const [subscription] = harness.ledger.list()
  const [counted] = listPayments(harness)
  const at = new Date(Date.parse(counted!.at) - 20 * minute).toISOString()
  const twin = { ...counted!, id: `${counted!.id}T`, at }
  harness.ledger.importSubscription({ subscription: subscription!, payments: [twin] })
  harness.events.splice(0)
  return { counted: counted!.id, twin: twin.id }
}

/** Logs in a member of staff, who confirms the refund that is shown. */
async function refund(payment: string, uid = 'tara') {
  const email = `${uid}@example.com`
  const reader = { first_name: uid, last_name: '', email, emailVerified: true }
  harness.accounts.set(uid, email)
  await harness.store({ [`users/${uid}`]: { ...reader, createdAt: harness.now, role: 'support' } })
  const browser = harness.openBrowser()
  const { send } = browser
  await harness.logIn(uid, browser)
  const content = { reader: harness.uid, payment, message: 'Charged twice' }
  const shown = await send('POST', '/api/desk/readers/refund', content)
  const { plan } = (await shown.json()) as { plan: { effect: string } }
  const { effect } = plan
  const refunded = await send('POST', '/api/desk/readers/refund', { ...content, effect })
  expect(refunded.status).toBe(200)
}

const readState = async () => (await harness.record()).subscription?.state

async function refundAndRun(payment: string) {
  await refund(payment)
  await harness.runUntilIdle()
}

async function expectOneRefund(refunded: string) {
  expect((await harness.record()).subscription?.state).toBe('active')
  expect(harness.refunded).toEqual([refunded])
  expect(listKept(harness).filter(({ minorUnits }) => minorUnits > 0)).toHaveLength(1)
  await harness.logIn()
  const answer = harness.get('/api/subscription/payments')
  const { payments, history } = await readAnswer<PaymentsResponse>(answer)
  expect(payments.map(({ id, state }) => [id, state])).toContainEqual([refunded, 'refunded'])
  expect(history.map(({ kind }) => kind)).toEqual(['refunded', 'started'])
}

it.each(['twin', 'counted'] as const)(
  'access continues when the %s payment is refunded, and the reader sees which payment it was',
  async (name) => {
    const payments = await chargeTwice()
    await refundAndRun(payments[name])
    await expectOneRefund(payments[name])
    await refundAndRun(payments[name === 'twin' ? 'counted' : 'twin'])
    expect(await readState()).toBe('ended')
  },
)

it('a reader who was charged twice keeps access if one payment is refunded at PayPal', async () => {
  const { counted } = await chargeTwice()
  harness.ledger.refund(counted)
  await harness.runUntilIdle()
  expect(await readState()).toBe('active')
})

it('a reader who was charged twice doesn’t keep access through a payment whose dispute was lost', async () => {
  const { counted, twin } = await chargeTwice()
  await harness.advanceMinutes(30)
  harness.ledger.dispute(twin, 'lost')
  await harness.runUntilIdle()
  expect(await readState()).toBe('active')
  await refundAndRun(counted)
  expect(await readState()).toBe('ended')
})

it('a reader who was charged twice is told of a refund only once', async () => {
  const { twin } = await chargeTwice()
  await refundAndRun(twin)
  await refundAndRun(twin)
  const told = harness.listSentEmails().filter((line) => line.includes('refunded a payment'))
  expect(told).toHaveLength(1)
})

it.each([false, true])(
  'a refund is finished by the same call, wherever it was interrupted (after the call: %s)',
  async (isCallMade) => {
    for (let call = 1; ; call++) {
      const { twin } = await chargeTwice()
      harness.fault = { call: harness.calls + call, isCallMade }
      const isInterrupted = await refund(twin).then(
        () => false,
        (error) => error instanceof FaultError || Promise.reject(error),
      )
      harness.clearFault()
      if (isInterrupted) await refund(twin, 'mira')
      await harness.runUntilIdle()
      await expectOneRefund(twin)
      if (!isInterrupted) return
    }
  },
)
