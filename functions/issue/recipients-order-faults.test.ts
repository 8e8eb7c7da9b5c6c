/** Readers can't choose an early place in an issue, where the circuit breaker measures failures. */
import { expect, it } from 'vitest'
import { IssueHarness } from './testing/issue-harness.ts'

const readers = Array.from({ length: 300 }, (_, index) => `ama${index}@reader-${index}.example`)

let harness: IssueHarness
async function approve(ranges: number) {
  harness = new IssueHarness({ hasKeys: true, batchSize: 50, ranges })
  for (const address of readers) await harness.storeEntry(address)
  await harness.approve()
}

const listSent = () => harness.provider.sent.map(({ email }) => email)

async function sendAll() {
  await approve(3)
  await harness.advance()
  await harness.runUntilIdle()
  return listSent()
}

it('the order of recipients differs between issues, so nobody can choose an early address', async () => {
  const one = await sendAll()
  const other = await sendAll()
  expect(one.toSorted()).toEqual(other.toSorted())
  const early = new Set(one.slice(0, 100))
  const shared = other.slice(0, 100).filter((email) => early.has(email))
  // By chance, a third of the early recipients are the same; the standard deviation is 4.
  expect(shared.length).toBeLessThan(60)
  expect(shared.length).toBeGreaterThan(10)
})

it('the order of recipients is the same after an interruption of the freeze', async () => {
  await approve(1)
  await harness.advance()
  const { orderKey } = (await harness.read())!
  // The bucket has stored the range, but the Durable Object hasn't recorded it yet.
  for (let calls = 0; harness.bucket.objects.size < 2; calls++) {
    harness.fault = { calls, isCallMade: true }
    await harness.handleMessage(0)
  }
  const [, stored] = [...harness.bucket.objects].find(([key]) => key.startsWith('audiences/'))!
  await harness.runUntilIdle()
  expect((await harness.read())!.orderKey).toBe(orderKey)
  const frozen = (JSON.parse(stored) as { guest: [string, string][] }).guest
  expect(listSent()).toEqual(frozen.map(([, email]) => email))
})
