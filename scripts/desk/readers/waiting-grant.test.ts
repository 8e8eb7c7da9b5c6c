import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Write } from '../../../functions/platform/adapters/firestore.ts'
import { getImportedGrantPath } from '../../../functions/subscription/claim-imported-grant.ts'
import { createInMemoryFirestore } from '../../dev/fakes/firestore/in-memory-firestore.ts'
import { findWaitingGrant, removeWaitingGrant } from './waiting-grant.ts'

const path = (await getImportedGrantPath('mira@example.com'))!
const now = new Date()
const fields = {
  until: new Date('2072-02-01T00:00:00Z'),
  source: 'substack',
  importedAt: now,
  importedBy: 'Ama',
  claimedAt: null,
  uid: null,
}

let database: ReturnType<typeof createInMemoryFirestore>
beforeEach(() => {
  database = createInMemoryFirestore()
})
afterEach(() => {
  vi.restoreAllMocks()
  database.close()
})

const commit = (...writes: Write[]) => database.firestore.commit(writes)
const find = (address: string) => findWaitingGrant(database, address)

it('a waiting grant is found by the address, however it is written', async () => {
  await commit({ set: path, fields })
  for (const address of ['mira@example.com', ' Mira@Example.com ']) {
    expect(await find(address)).toMatchObject({ path, grant: fields })
  }
  for (const query of ['other@example.com', 'a-uid', 'I-BW452GLLEP1G']) {
    expect(await find(query)).toBeNull()
  }
})

it('a waiting grant isn’t found once it has ended or been claimed', async () => {
  await commit({ set: path, fields: { ...fields, until: new Date(now.getTime() - 1) } })
  expect(await find('mira@example.com')).toBeNull()
  await commit({ set: path, fields: { ...fields, claimedAt: now, uid: 'mira' } })
  expect(await find('mira@example.com')).toBeNull()
})

it('a waiting grant is removed unless its owner claims it first', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {})
  const desk = { firestore: database.firestore, editor: 'Ama' }
  await commit({ set: path, fields })
  const waiting = (await find('mira@example.com'))!
  await removeWaitingGrant(desk, waiting, { dryRun: true })
  expect(await find('mira@example.com')).not.toBeNull()

  await commit({ set: path, fields: { ...fields, claimedAt: now, uid: 'mira' } })
  const removal = removeWaitingGrant(desk, waiting, { dryRun: false })
  await expect(removal).rejects.toMatchObject({ exitStatus: 'conflict' })

  await commit({ set: path, fields })
  await removeWaitingGrant(desk, (await find('mira@example.com'))!, { dryRun: false })
  expect(await database.firestore.get(path)).toEqual({ ok: true, value: null })
})
