/** Strangers who start orders, and people who leave in the middle of one. */
import { describe, expect, it } from 'vitest'
import { unwrap } from '../testing/unwrap.ts'
import { payer, WorkerHarness } from '../testing/worker-harness.ts'

const order = {
  length: 3,
  recipient: { name: 'Mira', email: 'mira@example.com' },
  day: null,
  message: 'Enjoy',
  senderName: 'Ama',
  buyerEmail: 'ama@example.com',
}

const startGift = async (send: WorkerHarness['post'], more: object = {}) => {
  const form = { ...order, requestId: crypto.randomUUID(), ...more }
  const started = await send('/api/gifts', form)
  return ((await started.json()) as { id: string }).id
}

async function buyAsGuest(harness: WorkerHarness) {
  const { send } = harness.openBrowser()
  const id = await startGift((path, body) => send('POST', path, body))
  harness.ledger.approveOrder(id, payer, 'paid')
  await send('POST', `/api/gifts/${id}/payment`)
  return id
}

async function createReader() {
  const harness = new WorkerHarness()
  await harness.storeReaderAndCheckout()
  const reader = {
    first_name: 'Ama',
    last_name: 'Silva',
    email: order.buyerEmail,
    emailVerified: true,
    createdAt: harness.now,
  }
  await harness.deps.firestore.commit([{ set: `users/${harness.uid}`, fields: reader }])
  await harness.logIn()
  return harness
}

const findGifts = async (harness: WorkerHarness) =>
  (await harness.queryAll({ collection: 'gifts' })).map(({ fields }) => fields)

describe('a stranger who knows an address', () => {
  it('can’t hide its owner’s gifts behind unpaid ones', async () => {
    const harness = await createReader()
    const id = await buyAsGuest(harness)
    const { firestore } = harness.deps
    const [bought] = await findGifts(harness)
    for (let count = 0; count < 200; count++) {
      const fields = { ...bought, state: 'unpaid' }
      await firestore.commit([{ set: `gifts/0-${count}`, fields }])
    }
    const listed = await harness.get('/api/gifts')
    expect(await listed.json()).toMatchObject({ gifts: [{ id }] })
  })
})

describe('a buyer who deletes their account', () => {
  it('isn’t charged for a gift that they approved and left', async () => {
    const harness = await createReader()
    const id = await startGift(harness.post)
    harness.ledger.approveOrder(id, payer, 'paid')
    await harness.requestDeletion()
    await harness.remove()
    await harness.runUntilIdle()
    await harness.advanceMinutes(90)
    expect(harness.ledger.listOrders()).toMatchObject([{ status: 'APPROVED' }])
    expect(await findGifts(harness)).toMatchObject([{ state: 'unpaid' }])
  })

  it('has the card sent if PayPal had taken the payment, or a dispute is won', async () => {
    for (const hasDispute of [true, false]) {
      const harness = await createReader()
      const id = await startGift(harness.post)
      harness.ledger.approveOrder(id, payer, hasDispute ? 'paid' : 'pending')
      await harness.post(`/api/gifts/${id}/payment`, undefined)
      const { id: capture } = harness.ledger.findCaptureOf(unwrap(harness.ledger.findOrder(id)))!
      if (hasDispute) harness.ledger.dispute(capture, null)
      await harness.advanceMinutes(1)
      await harness.requestDeletion()
      await harness.remove()
      if (hasDispute) harness.ledger.dispute(capture, 'won')
      else harness.ledger.complete(capture, true)
      await harness.runUntilIdle()
      expect([...harness.sentEmails.values()]).toContain(
        'mira@example.com: Ama has given you three months of The Verandah',
      )
      expect(await findGifts(harness)).toMatchObject([{ state: 'sent', recipient: null }])
    }
  })

  it('is forgotten in gifts bought as a guest with their verified address too', async () => {
    const harness = await createReader()
    await buyAsGuest(harness)
    await harness.runUntilIdle()
    const firestoreReader = {
      email: order.buyerEmail,
      emailVerified: true,
      deletionRequestedAt: harness.now,
    }
    await harness.requestDeletion()
    const path = `users/${harness.uid}`
    await harness.deps.firestore.commit([{ set: path, fields: firestoreReader }])
    await harness.remove()
    const forgotten = { buyerEmail: '', senderName: '', message: '', recipient: null }
    expect(await findGifts(harness)).toMatchObject([forgotten])
  })
})
