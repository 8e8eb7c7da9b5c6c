import { expect, it } from 'vitest'
import type { StoredAct } from '../../src/domain/staff/act.ts'
import { useMemoryFirestore } from '../testing/memory-firestore.ts'
import { unwrap } from '../testing/unwrap.ts'
import { createActWrite, findActs } from './act-records.ts'

const database = useMemoryFirestore()

it('acts are read to the end, in pages that never split a millisecond', async () => {
  const start = Date.parse('2026-03-01T10:00:00Z')
  const writes = Array.from({ length: 250 }, (_, index) => {
    const act = { kind: 'keyCreated', subject: `${index}`, before: null, after: null } as const
    // Seven acts per millisecond, so that a page of a hundred would end between acts of the same millisecond.
    return createActWrite(null, act, new Date(start + Math.floor(index / 7)))
  })
  await database.commit(writes)
  const read: string[] = []
  let before: Date | null = null
  let pages = 0
  do {
    const acts: readonly StoredAct[] = unwrap(await findActs(database.firestore, before))
    read.push(...acts.map(({ subject }) => subject))
    before = acts.at(-1)?.at ?? null
    pages++
  } while (before)
  expect(pages).toBe(4)
  expect(new Set(read).size).toBe(250)
  expect(read).toHaveLength(250)
})
