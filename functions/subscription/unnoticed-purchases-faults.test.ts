/** Buyers who close PayPal's window while none of PayPal's events arrives. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fail } from '../../src/domain/result.ts'
import { payer, WorkerHarness } from '../testing/worker-harness.ts'
import {
  findAtPayPal,
  readGuestRecord,
  requestApproval,
  startMonthlyCheckout,
} from './testing/checkout-steps.ts'

let harness: WorkerHarness
let id: string
beforeEach(async () => {
  harness = new WorkerHarness()
  id = await startMonthlyCheckout(harness.browser)
})
afterEach(() => harness.database.close())

async function passTime(hours: number) {
  for (let hour = 0; hour < hours; hour++) {
    harness.events.length = 0
    await harness.advanceMinutes(60)
  }
}

const listOutboxKinds = async () =>
  (await harness.queryAll({ collection: 'outbox' })).map(({ fields }) => fields.kind)

it('are found after an hour', async () => {
  harness.ledger.approve(id, payer)
  await passTime(2)
  expect((await readGuestRecord(harness, id)).subscription).toMatchObject({
    provider: id,
    state: 'active',
  })
  await passTime(2)
  // They are asked to create an account.
  expect(harness.listSentEmails()).toEqual([expect.stringContaining(payer.email)])
  expect(await listOutboxKinds()).not.toContain('checkoutPayment')
})

it('are found although they approve after the first check', async () => {
  await passTime(2)
  harness.ledger.approve(id, payer)
  await passTime(26)
  expect((await readGuestRecord(harness, id)).subscription?.state).toBe('active')
})

it('are cancelled when PayPal can’t collect the payment', async () => {
  harness.ledger.setDeclining(id, true)
  harness.ledger.approve(id, payer)
  await passTime(4)
  expect(findAtPayPal(harness, id).status).toBe('CANCELLED')
})

it('of which PayPal is asked twice, if nobody approves', async () => {
  const { find } = harness.paypal
  let calls = 0
  Object.assign(harness.paypal, {
    find: (...options: Parameters<typeof find>) => {
      calls++
      return find(...options)
    },
  })
  await passTime(72)
  expect(calls).toBe(2)
  expect(await listOutboxKinds()).toEqual([])
})

it('aren’t looked for without end, if PayPal can’t say', async () => {
  Object.assign(harness.paypal, { find: async () => fail({ kind: 'refused', issue: 'UNKNOWN' }) })
  await passTime(24)
  expect(await listOutboxKinds()).toEqual(['checkoutPayment'])
  await passTime(24 * 4)
  expect(await listOutboxKinds()).toEqual([])
})

it('of which PayPal isn’t asked a second time once they have come back', async () => {
  await passTime(2)
  expect(await listOutboxKinds()).toEqual(['checkoutPayment'])
  harness.ledger.approve(id, payer)
  await requestApproval(harness, id)
  expect(await listOutboxKinds()).not.toContain('checkoutPayment')
})

it('of which PayPal isn’t asked again once they have come back', async () => {
  expect(await listOutboxKinds()).toEqual(['checkoutPayment'])
  harness.ledger.approve(id, payer)
  await requestApproval(harness, id)
  expect(await listOutboxKinds()).not.toContain('checkoutPayment')
})
