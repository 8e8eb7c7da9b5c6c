/** Answers with a backend's address and without its sense: none of them is ever taken for its word. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Accounts, createAccounts } from './accounts.ts'
import { createFirestore, type Firestore } from './firestore.ts'
import { createIdentityService, type IdentityService } from './identity.ts'

let answer = { status: 200, body: '' }
const backend = createServer((_request, response) => {
  response.writeHead(answer.status).end(answer.body)
})
let firestore: Firestore
let identity: IdentityService
let accounts: Accounts

beforeAll(async () => {
  backend.listen(0, '127.0.0.1')
  await once(backend, 'listening')
  const url = `http://127.0.0.1:${(backend.address() as AddressInfo).port}`
  const common = { url, projectId: 'p', timeout: 5000 }
  firestore = createFirestore({ ...common, token: async () => 'token' })
  identity = createIdentityService({ ...common, apiKey: 'key' })
  accounts = createAccounts({ ...common, token: async () => 'token' })
})
afterAll(() => backend.close())

const unavailable = { ok: false, failure: { kind: 'unavailable' } }

describe('Firestore is unavailable', () => {
  it.each([
    [200, ''],
    [200, '<html>'],
    [200, 'null'],
    [200, '"yes"'],
    [200, '{}'],
    [200, '[]'],
    [200, '[null]'],
    [200, '[{}]'],
    [200, '[{"readTime":"2026-11-01T00:00:00Z"},{"error":{"status":"INTERNAL"}}]'],
    [200, '[{"readTime":"2026-11-01T00:00:00Z","document":{}}]'],
    [200, '{"name":1,"updateTime":2}'],
    [200, '{"commitTime":"2026-11-01T00:00:00Z","writeResults":[null]}'],
    // A missing document has an error in Firestore's own form; a wrong turn on the way has not.
    [404, 'Not Found'],
    [404, '{"status":404}'],
    [403, '<html>'],
    [429, ''],
    [500, '{"error":{"status":"INTERNAL"}}'],
  ])('where the answer is %i %s', async (status, body) => {
    answer = { status, body }
    expect(await firestore.get('articles/a')).toMatchObject(unavailable)
    expect(await firestore.query({ collection: 'articles' })).toMatchObject(unavailable)
    expect(await firestore.commit([{ remove: 'articles/a' }])).toMatchObject(unavailable)
  })
})

describe('what Firestore does say', () => {
  it('is that a document is not there', async () => {
    answer = { status: 404, body: '{"error":{"code":404,"status":"NOT_FOUND"}}' }
    expect(await firestore.get('articles/a')).toEqual({ ok: true, value: null })
  })

  it('is that a collection is empty, and when', async () => {
    answer = { status: 200, body: '[{"readTime":"2026-11-01T00:00:00Z"}]' }
    expect(await firestore.query({ collection: 'articles' })).toEqual({
      ok: true,
      value: { documents: [], readAt: new Date('2026-11-01T00:00:00Z') },
    })
  })

  it('is that a request is wrong', async () => {
    answer = { status: 400, body: '{"error":{"code":400,"status":"INVALID_ARGUMENT"}}' }
    expect(await firestore.get('articles/a')).toMatchObject({
      failure: { kind: 'rejected', status: 400 },
    })
  })
})

describe('the sign-in service is unavailable, and no token is called bad', () => {
  it.each([
    [200, ''],
    [200, '<html>'],
    [200, 'null'],
    [200, '[]'],
    [200, '{}'],
    [200, '{"users":[]}'],
    [200, '{"users":[{}]}'],
    [400, '<html>'],
    [400, '{"error":{"message":"API_KEY_INVALID"}}'],
    [503, '{"error":{"message":"BACKEND_ERROR"}}'],
  ])('where the answer is %i %s', async (status, body) => {
    answer = { status, body }
    expect(await identity.verify('a.b.c', new Date())).toMatchObject(unavailable)
  })
})

describe('the sign-in service is unavailable, and no account is called gone', () => {
  it.each([
    [200, ''],
    [200, '<html>'],
    [200, '{}'],
    [200, '{"users":[]}'],
    [200, '{"kind":"identitytoolkit#GetAccountInfoResponse","users":{}}'],
    [400, '{}'],
    [401, '{"error":{"message":"UNAUTHENTICATED"}}'],
    [403, '{"error":{"message":"PERMISSION_DENIED"}}'],
    [404, 'Not Found'],
    [503, '{"error":{"message":"BACKEND_ERROR"}}'],
  ])('where the answer is %i %s', async (status, body) => {
    answer = { status, body }
    expect(await accounts.find('uid')).toMatchObject(unavailable)
    expect(await accounts.remove('uid')).toMatchObject(unavailable)
    const options = { email: 'a@example.com', validSince: new Date(), keepsPassword: true }
    expect(await accounts.secure('uid', options)).toMatchObject(unavailable)
  })

  it('where there is no token to ask with', async () => {
    answer = { status: 200, body: '{"kind":"identitytoolkit#DeleteAccountResponse"}' }
    const token = () => Promise.reject(new Error('no access token'))
    const options = { url: 'http://127.0.0.1:1', projectId: 'p', timeout: 5000, token }
    expect(await createAccounts(options).remove('uid')).toMatchObject(unavailable)
  })
})

describe('what the sign-in service does say of an account', () => {
  it('is that there is none', async () => {
    answer = { status: 200, body: '{"kind":"identitytoolkit#GetAccountInfoResponse"}' }
    expect(await accounts.find('uid')).toEqual({ ok: true, value: null })
    answer = { status: 400, body: '{"error":{"message":"USER_NOT_FOUND"}}' }
    expect(await accounts.remove('uid')).toEqual({ ok: true, value: undefined })
  })

  it('is whose it is, and never what proves the password', async () => {
    const users = [
      {
        localId: 'uid',
        email: 'a@example.com',
        emailVerified: true,
        passwordHash: 'aGFzaA==',
        salt: 'c2FsdA==',
        createdAt: '1767225600000',
        providerUserInfo: [
          { providerId: 'password', email: 'a@example.com', rawId: 'a@example.com' },
          { providerId: 'google.com', email: 'a@example.com', rawId: '1', displayName: 'A' },
        ],
      },
    ]
    answer = {
      status: 200,
      body: JSON.stringify({ kind: 'identitytoolkit#GetAccountInfoResponse', users }),
    }
    expect(await accounts.find('uid')).toEqual({
      ok: true,
      value: {
        email: 'a@example.com',
        emailVerified: true,
        displayName: '',
        hasPassword: true,
        createdAt: new Date('2026-01-01T00:00:00Z'),
        lastLoginAt: null,
        providers: [
          {
            providerId: 'google.com',
            email: 'a@example.com',
            displayName: 'A',
            photoUrl: '',
            rawId: '1',
          },
        ],
      },
    })
  })
})
