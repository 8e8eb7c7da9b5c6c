import { UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { maxSignInAge } from '../../../src/contracts/endpoints/session-endpoints.ts'
import { type LocalServer, startLocalServer } from '../../testing/local-server.ts'
import { createIdentityService, type IdentityService } from './auth-identity.ts'

const now = new Date('2026-11-20T12:00:00Z')
const seconds = now.getTime() / 1000
const address = { email: 'ama@example.com' }

let firebase: LocalServer
let identity: IdentityService

beforeAll(async () => {
  firebase = await startLocalServer((_, response) => {
    response.end(JSON.stringify({ users: [{ localId: 'ama', ...address }] }))
  })
  identity = createIdentityService({
    url: firebase.url,
    apiKey: 'key',
    projectId: 'p',
    timeout: 5000,
  })
})
afterAll(() => firebase.stop())

/** Firebase has verified the token, so its signature doesn't matter in these tests. */
const verify = (authenticatedAt: number) => {
  const claims = { ...address, auth_time: authenticatedAt, exp: seconds + 3600 }
  const token = new UnsecuredJWT(claims).setSubject('ama').setAudience('p').encode()
  return identity.verify(token, now)
}

it.each([60, 0, -maxSignInAge])(
  'a sign-in %i seconds ahead of our clock is accepted',
  async (ahead) => {
    expect(await verify(seconds + ahead)).toMatchObject({ ok: true, value: { uid: 'ama' } })
  },
)

it.each([
  [61, 'badToken'],
  [-maxSignInAge - 1, 'staleToken'],
])('a sign-in %i seconds ahead of our clock is refused as %s', async (ahead, kind) => {
  expect(await verify(seconds + ahead)).toEqual({ ok: false, failure: { kind } })
})
