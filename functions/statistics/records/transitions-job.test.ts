import { beforeEach, expect, it } from 'vitest'
import type { TransitionRecord } from '../../../src/domain/statistics/transition-record.ts'
import { currency } from '../../../src/publication/offer.ts'
import type { Firestore } from '../../platform/adapters/firestore.ts'
import { useMemoryFirestore } from '../../testing/memory-firestore.ts'
import { createMemoryDatabase, type MemoryDatabase } from '../testing/memory-database.ts'
import { createTransitionsJob } from './transitions-job.ts'

const database = useMemoryFirestore()
let statistics: MemoryDatabase
beforeEach(() => {
  statistics = createMemoryDatabase()
})

const now = new Date('2026-11-01T12:00:00Z')
const run = { startedAt: now, hasTime: () => true }
const runJob = (firestore: Firestore = database.firestore) =>
  createTransitionsJob({ firestore, statistics, now: () => now, log: () => {} }).run(run)

const record: TransitionRecord = {
  kind: 'started',
  // In Colombo, this is the next day.
  at: new Date('2026-11-01T19:00:00Z'),
  plan: 'monthly_13',
  amount: 1399,
  currency,
  reason: '',
  attribution: null,
  subject: '',
  payment: '',
  redeemableUntil: null,
}
const store = (count: number) =>
  database.store(
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [
        `transitionRecords/r${String(index).padStart(4, '0')}`,
        record,
      ]),
    ),
  )
const countCopies = () =>
  statistics.read<{ count: number }>('SELECT count(*) AS count FROM transitions')[0]!.count
const countRecords = async () => (await database.list('transitionRecords')).length

it('the transitions job copies a record to its day in the publication’s time zone, without empty texts, and deletes the original', async () => {
  await store(1)
  expect(await runJob()).toEqual({ ok: true, value: { done: 1, failed: 0, waitingSince: null } })
  const [copy] = statistics.read('SELECT * FROM transitions')
  const { at, attribution: _, ...fields } = record
  const copied = { ...fields, reason: null, subject: null, payment: null, landing: null }
  expect(copy).toMatchObject({ ...copied, id: 'r0000', day: '2026-11-02', at: at.toISOString() })
  expect(await countRecords()).toBe(0)
})

it('the transitions job keeps a malformed record, and copies the other records', async () => {
  await store(300)
  await database.store({ 'transitionRecords/r0000': { ...record, amount: -1 } })
  expect(await runJob()).toMatchObject({ value: { done: 299, failed: 1 } })
  expect(await runJob()).toMatchObject({ value: { done: 0, failed: 1 } })
  expect(countCopies()).toBe(299)
})

it('the transitions job neither loses nor duplicates a record, wherever it is interrupted', async () => {
  const { firestore } = database
  // There are more records than one page contains.
  const total = 201
  let interruptions = 0
  for (let isFinished = false; !isFinished; ) {
    let moments = 0
    const stop = () => {
      if (moments++ === interruptions) throw new Error('interrupted')
    }
    /** Interrupts the job before or after any call. */
    const interrupted =
      <Input, Output>(call: (input: Input) => Promise<Output>) =>
      async (input: Input) => {
        stop()
        const answer = await call(input)
        stop()
        return answer
      }
    await store(total)
    statistics.read('DELETE FROM transitions')
    statistics.onTransaction = stop
    const faulty: Firestore = {
      ...firestore,
      query: interrupted((query) => firestore.query(query)),
      commit: interrupted((writes) => firestore.commit(writes)),
    }
    isFinished = await runJob(faulty).then(
      () => true,
      (error) => String(error) !== 'Error: interrupted',
    )
    statistics.onTransaction = () => {}
    expect(countCopies() + (await countRecords())).toBeGreaterThanOrEqual(total)
    await runJob()
    const after = { copies: countCopies(), records: await countRecords() }
    expect({ interruptions, ...after }).toEqual({ interruptions, copies: total, records: 0 })
    interruptions++
  }
  expect(interruptions).toBeGreaterThan(8)
})
