import { expect, it } from 'vitest'
import type { Firestore } from '../adapters/firestore.ts'
import { useMemoryFirestore } from '../testing/memory-firestore.ts'
import { createOutboxCheckJob } from './outbox-check-job.ts'

const database = useMemoryFirestore()
const now = new Date('2026-11-20T12:00:00Z')

it('reads no more pages when its time is up', async () => {
  const ids = Array.from({ length: 1200 }, (_, index) => `reader-${index}`)
  for (let start = 0; start < ids.length; start += 400) {
    const part = ids.slice(start, start + 400)
    await database.store(
      Object.fromEntries(part.map((id) => [`subscriptions/${id}`, { isReconciled: false }])),
    )
  }
  let pages = 0
  const firestore: Firestore = {
    ...database.firestore,
    async *pages(query) {
      for await (const page of database.firestore.pages(query)) {
        pages++
        yield page
      }
    },
  }
  let checks = 0
  const run = { startedAt: now, hasTime: () => checks++ < 2 }
  await createOutboxCheckJob({ firestore, now: () => now, log() {} }).run(run)
  expect(pages).toBe(1)
  expect(await database.list('outbox')).toHaveLength(1)
})
