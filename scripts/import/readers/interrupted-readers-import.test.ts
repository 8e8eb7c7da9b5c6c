/** Stops an import of readers at each of its Firestore calls: the next import finishes it. */
import { expect, it } from 'vitest'
import type { Firestore } from '../../../functions/platform/adapters/firestore.ts'
import { fail } from '../../../src/domain/result.ts'
import { createReadersHarness } from './testing/readers-import-harness.ts'

type Harness = ReturnType<typeof createReadersHarness>
type Fault = { readonly call: number; readonly isCallMade: boolean }

/** Rows for two batches, including a reader who has an account. */
const rows = Array.from({ length: 230 }, (_, index) => ({
  email: `reader-${index}@example.com`,
  tiers: index % 20 === 0 ? 'Gold' : '',
}))

/** Makes all Firestore calls fail from a given one on, and counts the calls. */
function failFrom({ firestore }: Harness, fault: Fault | null) {
  let calls = 0
  const wrap = <Arguments extends unknown[], Value>(
    make: (...values: Arguments) => Promise<Value>,
  ) =>
    (async (...values: Arguments) => {
      const call = calls++
      if (!fault || call < fault.call) return make(...values)
      if (fault.isCallMade && call === fault.call) await make(...values)
      return fail({ kind: 'unavailable', reason: 'away' })
    }) as typeof make
  const failing: Firestore = {
    get: wrap(firestore.get),
    getAll: wrap(firestore.getAll),
    commit: wrap(firestore.commit),
    query: wrap(firestore.query.bind(firestore)),
    count: wrap(firestore.count),
    pages: firestore.pages,
  }
  return { failing, countCalls: () => calls }
}

async function runWithFault(fault: Fault | null) {
  const harness = createReadersHarness()
  await harness.storeAccount('zero', 'reader-0@example.com', true)
  const { failing, countCalls } = failFrom(harness, fault)
  const { failure } = await harness.run(rows, { firestore: failing })
  if (fault) expect((await harness.run(rows)).failure).toBeNull()
  const documents = (await harness.readDatabase()).map(({ collection, id, fields }) => {
    const claimedAt = fields.claimedAt ? 'once' : null
    return { collection, id, fields: { ...fields, claimedAt } }
  })
  harness.close()
  return { failure, documents, calls: countCalls() }
}

it('a readers’ import that is interrupted before or after any call is finished by the next import', async () => {
  const { calls, documents } = await runWithFault(null)
  expect(calls).toBeGreaterThan(10)
  let unnoticed = 0
  for (let call = 0; call < calls; call++) {
    for (const isCallMade of [false, true]) {
      const interrupted = await runWithFault({ call, isCallMade })
      const { failure } = interrupted
      if (!failure) unnoticed++
      else expect(failure).toMatchObject({ kind: 'store', failure: { kind: 'unavailable' } })
      expect(interrupted.documents).toEqual(documents)
    }
  }
  // The last check, whether the account was deleted in the meantime, may fail without notice.
  expect(unnoticed).toBeLessThanOrEqual(2)
})
