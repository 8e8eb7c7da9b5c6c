import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { findReader } from '../../../functions/identity/reader-records.ts'
import { useMemoryFirestore } from '../../../functions/testing/memory-firestore.ts'
import { unwrap } from '../../../functions/testing/unwrap.ts'
import { isSessionValid, readerSchema } from '../../../src/domain/reader.ts'
import { endSessions } from './end-sessions.ts'

const database = useMemoryFirestore()
const uid = 'mira'
const profile = readerSchema.parse({
  first_name: 'Mira',
  last_name: 'Bai',
  email: 'mira@example.com',
  createdAt: new Date('2026-01-01'),
})

beforeEach(async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {})
  await database.store({ [`users/${uid}`]: profile })
})
afterEach(() => {
  vi.restoreAllMocks()
})

const run = (dryRun: boolean) => endSessions(database, { uid, profile }, { dryRun })
const isValid = async (since: Date) =>
  isSessionValid(unwrap(await findReader(database.firestore, uid))!.reader, since)

it('ending sessions ends existing sessions, and no later sessions', async () => {
  const since = new Date(Date.now() - 1000)
  await run(true)
  expect(await isValid(since)).toBe(true)
  await run(false)
  expect(await isValid(since)).toBe(false)
  expect(await isValid(new Date(Date.now() + 1000))).toBe(true)
})

it('ending sessions is refused for a guest, and for a reader who was deleted meanwhile', async () => {
  const guest = endSessions(database, { uid, profile: null }, { dryRun: false })
  await expect(guest).rejects.toMatchObject({ exitStatus: 'refused' })
  await database.commit([{ remove: `users/${uid}` }])
  await expect(run(false)).rejects.toMatchObject({ exitStatus: 'refused' })
  expect(await database.read(`users/${uid}`)).toBeNull()
})
