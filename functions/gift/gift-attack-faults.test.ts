/** Strangers who start orders, and people who leave in the middle of one. */
import { describe, expect, it } from 'vitest'
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
