import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../../scripts/dev/stack/emulator-accounts.ts'
import { type FaultyEdge, startFaultyEdge } from '../../scripts/dev/stack/faulty-edge.ts'
import { maxSignInAge } from '../../src/contracts/endpoints/session-endpoints.ts'
import {
  createEdgeClient,
  type EdgeClient,
  expectError,
  formatCookies,
  openSession,
  signInForToken,
  stack,
} from '../testing/edge-client.ts'
import {
  createAddress,
  createIdToken,
  createReader,
  findDocuments,
  readFields,
  storeEverythingHeld,
  type TestReader,
} from '../testing/test-readers.ts'

const requestDeletion = (client: EdgeClient, idToken: unknown) =>
  client.send('DELETE /api/account', { idToken })

const deleteOwnAccount = async ({ client, email }: TestReader) =>
  requestDeletion(client, await createIdToken(email))

const findPaths = async (...readers: Pick<TestReader, 'uid' | 'email'>[]) =>
  (await findDocuments(readers)).map(({ path }) => path).sort()

describe('DELETE /api/account', () => {
  it('deletes every document, the account and the cookies, and no other reader’s data', async () => {
    const [deletedReader, neighbour] = [await createReader(), await createReader()]
    await storeEverythingHeld(deletedReader)
    const remaining = [...(await storeEverythingHeld(neighbour))].sort()
    const response = await deleteOwnAccount(deletedReader)
    expect(response.status).toBe(204)
    expect([...deletedReader.client.cookies.keys()]).toEqual([])
    expect(await findPaths(deletedReader)).toEqual([])
    await expect(createIdToken(deletedReader.email)).rejects.toThrow()
    expect(await findPaths(neighbour)).toEqual(remaining)
    expect((await neighbour.client.send('GET /api/account')).status).toBe(200)
  })

  it('can be repeated, at the same time or afterwards', async () => {
    const deletedReader = await createReader()
    await storeEverythingHeld(deletedReader)
    const idToken = await createIdToken(deletedReader.email)
    const headers = { Cookie: formatCookies(deletedReader.client.cookies) }
    const again = () => createEdgeClient().send('DELETE /api/account', { idToken }, { headers })
    const answers = await Promise.all([again(), again(), again()])
    for (const { status } of answers) expect([202, 204]).toContain(status)
    expect((await again()).status).toBe(204)
    expect(await findPaths(deletedReader)).toEqual([])
  })

  it('refuses a guest, an old login and another reader’s login', async () => {
    const reader = await createReader()
    const idToken = await createIdToken(reader.email)
    const [header, payload, signature] = idToken.split('.')
    const claims = JSON.parse(Buffer.from(payload!, 'base64url').toString())
    claims.auth_time -= maxSignInAge + 5
    const old = [header, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature]
    const { client } = reader
    await expectError(requestDeletion(createEdgeClient(), idToken), 401, 'signed_out')
    await expectError(requestDeletion(client, old.join('.')), 401, 'stale_token')
    await expectError(requestDeletion(client, 'x'), 401, 'bad_token')
    const otherToken = await signInForToken('registered')
    await expectError(requestDeletion(client, otherToken), 403, 'forbidden')
    await expectError(requestDeletion(client, 7), 400, 'bad_request')
    expect((await readFields(`users/${reader.uid}`))?.deletionRequestedAt).toBeNull()
    expect((await client.send('GET /api/account')).status).toBe(200)
    expect(await readFields('users/sample-registered')).not.toBeNull()
  })
})

describe('a deletion that is interrupted', () => {
  let edge: FaultyEdge
  const deletedReaders: TestReader[] = []
  /** Waiting for the cron job. */
  const pendingReaders: TestReader[] = []

  beforeAll(async () => {
    edge = await startFaultyEdge()
  })
  afterAll(() => edge.stop())

  async function expectDeletionResumes(interrupt: (edge: FaultyEdge) => void) {
    const reader = await createReader({ siteUrl: edge.url })
    const all = [...(await storeEverythingHeld(reader))].sort()
    const idToken = await createIdToken(reader.email)
    deletedReaders.push(reader)

    interrupt(edge)
    const { status } = await requestDeletion(reader.client, idToken)
    expect(edge.firestore.isBroken()).toBe(true)
    await edge.firestore.setHealth('well')

    const record = await readFields(`users/${reader.uid}`)
    if (record && !record.deletionRequestedAt) {
      // Not started: nothing is missing, and the reader was asked to try again.
      expect(status).toBe(503)
      expect(await findPaths(reader)).toEqual(all)
      expect((await requestDeletion(reader.client, idToken)).status).toBe(204)
      return
    }
    // Started: the account can't be used any more.
    expect((await openSession(createEdgeClient(edge.url), idToken)).status).toBe(401)
    if (record) expect((await reader.client.send('GET /api/account')).status).toBe(401)
    pendingReaders.push(reader)
  }

  /** One run has time for a part of them. */
  async function expectCronFinishes() {
    expect(pendingReaders.length).toBeGreaterThan(0)
    while (pendingReaders.length > 0) {
      const count = pendingReaders.length
      await edge.runScheduled()
      for (const reader of pendingReaders.splice(0)) {
        if (await readFields(`users/${reader.uid}`)) pendingReaders.push(reader)
      }
      expect(pendingReaders.length).toBeLessThan(count)
    }
  }

  /** At each call, with and without its answer, in one process: interrupted-deletion-faults.test.ts. */
  it('at some calls to Firestore is finished by the cron job', async () => {
    const isResponseLost = true
    await expectDeletionResumes(({ firestore }) => firestore.breakAfter(0))
    await expectDeletionResumes(({ firestore }) => firestore.breakAfter(8, { isResponseLost }))
    await expectDeletionResumes(({ firestore }) => firestore.breakAfter(24))
    await expectCronFinishes()
  })

  it('isn’t undone by a first sign-in at the same time', async () => {
    const email = createAddress()
    const uid = await createTestAccount(stack, email)
    const idToken = await createIdToken(email)
    // The account is found by the first call, and gone at the second.
    edge.identity.breakAfter(1)
    expect((await openSession(createEdgeClient(edge.url), idToken)).status).toBe(503)
    await edge.identity.setHealth('well')
    expect(await findPaths({ uid, email })).toEqual([])
    const opened = await openSession(createEdgeClient(edge.url), idToken)
    expect(await opened.json()).toMatchObject({ isNew: true })
  })

  it('deletes everything of every reader in the end', async () => {
    expect(deletedReaders).toHaveLength(3)
    expect(await findPaths(...deletedReaders)).toEqual([])
    for (const { email } of deletedReaders) await expect(createIdToken(email)).rejects.toThrow()
  })
})
