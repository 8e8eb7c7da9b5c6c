import { expect, it } from 'vitest'
import { succeed } from '../../src/domain/result.ts'
import type { Firestore } from '../platform/adapters/firestore.ts'
import { createMemoryDatabase } from '../statistics/testing/memory-database.ts'
import { WorkerHarness } from '../testing/worker-harness.ts'

it('the health check reads once for requests within five seconds, and again afterwards', async () => {
  let reads = 0
  const firestore: Partial<Firestore> = {
    async get() {
      reads++
      return succeed(null)
    },
    async query() {
      reads++
      return succeed({ documents: [], readAt: harness.now })
    },
  }
  const off = { healthKeys: null, rebuildHook: null, paypal: null, weeklyMail: null }
  const services = { ...off, firestore: firestore as Firestore, statistics: createMemoryDatabase() }
  const harness = new WorkerHarness({ services })
  const request = async () => (await harness.request('/api/health', {})).status
  expect(new Set(await Promise.all(Array.from({ length: 50 }, request)))).toEqual(new Set([200]))
  expect([await request(), reads]).toEqual([200, 7])
  harness.now = new Date(harness.now.getTime() + 5001)
  await Promise.all([request(), request()])
  expect(reads).toBe(14)
})
