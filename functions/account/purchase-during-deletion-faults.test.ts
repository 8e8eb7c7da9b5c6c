/** A purchase that PayPal reports while its account is being deleted. */
import { expect, it } from 'vitest'
import { unwrap } from '../testing/unwrap.ts'
import { payer, WorkerHarness } from '../testing/worker-harness.ts'

/** Paid, and not noticed yet. */
async function prepareReader() {
  const harness = new WorkerHarness()
  await harness.storeReaderAndCheckout()
  harness.ledger.approve(harness.provider, payer)
  await harness.requestDeletion()
  return harness
}

/** Runs `action` before one of the deletion's calls of the database. Returns whether it made that many. */
async function deleteReaderDuring(
  harness: WorkerHarness,
  { call, action }: { call: number; action: () => Promise<unknown> },
) {
  const { firestore } = harness.deps
  const original = { ...firestore }
  let calls = 0
  const counted = (name: 'get' | 'getAll' | 'query' | 'commit') => {
    const make = original[name] as (...options: unknown[]) => Promise<unknown>
    return async (...options: unknown[]) => {
      if (++calls === call) {
        Object.assign(firestore, original)
        await action()
      }
      return make(...options)
    }
  }
  Object.assign(firestore, {
    get: counted('get'),
    getAll: counted('getAll'),
    query: counted('query'),
    commit: counted('commit'),
  })
  await harness.remove()
  Object.assign(firestore, original)
  return calls >= call
}

it('is cancelled, whenever during the deletion that is', async () => {
  let isDuringDeletion = true
  for (let call = 1; isDuringDeletion; call++) {
    const harness = await prepareReader()
    const action = () => harness.deliverEvents()
    isDuringDeletion = await deleteReaderDuring(harness, { call, action })
    if (!isDuringDeletion) expect(call).toBeGreaterThan(20)
    await harness.runUntilIdle()
    const { status } = unwrap(harness.ledger.find(harness.provider))
    expect({ call, status }).toEqual({ call, status: 'CANCELLED' })
    expect(await harness.queryAll({ collection: 'subscriptions' })).toEqual([])
    expect(await harness.queryAll({ collection: 'users' })).toEqual([])
    harness.database.close()
  }
})
