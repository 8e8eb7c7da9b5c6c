import { expect, it } from 'vitest'
import { createUnlockFields } from '../../src/domain/paywall/stored-unlock.ts'
import { meterDays } from '../../src/publication/meter.ts'
import { useMemoryFirestore } from '../testing/memory-firestore.ts'
import { createUnlocksJob } from './unlocks-job.ts'

const database = useMemoryFirestore()
const now = new Date('2026-11-01T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60 * 1000)
const run = { startedAt: now, hasTime: () => true }

const reader = (...days: number[]) => ({
  first_name: 'Asha',
  ...createUnlockFields(
    days.map((ago) => ({ slug: `story-${ago}`, way: 'free', at: daysAgo(ago) })),
  ),
})

const runJob = () =>
  createUnlocksJob({ firestore: database.firestore, now: () => now, log: () => {} }).run(run)

it('the unlocks job removes only unlocks that have ended', async () => {
  await database.store({
    'users/all': reader(meterDays + 1, meterDays + 10),
    'users/some': reader(meterDays + 1, meterDays, meterDays - 1, 1),
    'users/none': reader(meterDays - 1),
    'users/never': reader(),
    'users/before-the-meter': { first_name: 'Ravi' },
  })
  expect(await runJob()).toEqual({ ok: true, value: { done: 2, failed: 0, waitingSince: null } })
  expect(await database.read('users/all')).toEqual(reader())
  expect(await database.read('users/some')).toEqual(reader(1, meterDays - 1))
  expect(await database.read('users/none')).toEqual(reader(meterDays - 1))
  expect(await database.read('users/before-the-meter')).toEqual({ first_name: 'Ravi' })
  expect(await runJob()).toMatchObject({ value: { done: 0 } })
})

it('the unlocks job handles more readers than a page holds, and stops when its time is up', async () => {
  const readers = Array.from({ length: 250 }, (_, number) => [
    `users/${number}`,
    reader(meterDays + 1),
  ])
  await database.store(Object.fromEntries(readers))
  const { firestore } = database
  const job = createUnlocksJob({ firestore, now: () => now, log: () => {} })
  expect(await job.run({ ...run, hasTime: () => false })).toMatchObject({ value: { done: 0 } })
  expect(await job.run(run)).toMatchObject({ value: { done: 250, failed: 0 } })
})
