/** Interruptions are tested in one process (interrupted-deletion-faults.test.ts). */
import { describe, expect, it } from 'vitest'
import { maxSignInAge } from '../../src/contracts/endpoints/session-endpoints.ts'
import {
  createEdgeClient,
  type EdgeClient,
  expectError,
  formatCookies,
  signInForToken,
} from '../testing/edge-client.ts'
import {
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
