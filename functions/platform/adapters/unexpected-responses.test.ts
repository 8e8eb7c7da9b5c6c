import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LocalServer, startLocalServer } from '../../testing/local-server.ts'
import { type AuthAccounts, createAuthAccounts } from './auth-accounts.ts'
import { createIdentityService, type IdentityService } from './auth-identity.ts'
import { createFirestore, type Firestore } from './firestore.ts'

let reply = { status: 200, body: '' }
let backend: LocalServer
let firestore: Firestore
let identity: IdentityService
let accounts: AuthAccounts

beforeAll(async () => {
  backend = await startLocalServer((_request, response) => {
    response.writeHead(reply.status).end(reply.body)
  })
  const clientOptions = { url: backend.url, projectId: 'p', timeout: 5000 }
  firestore = createFirestore({ ...clientOptions, token: async () => 'token' })
  identity = createIdentityService({ ...clientOptions, apiKey: 'key' })
  accounts = createAuthAccounts({ ...clientOptions, token: async () => 'token' })
})
afterAll(() => backend.stop())

const unavailable = { ok: false, failure: { kind: 'unavailable' } }

describe('Firestore', () => {
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
    [200, '[{"result":{"aggregateFields":{"count":{"doubleValue":1}}}}]'],
    [200, '[{"result":{"aggregateFields":{"other":{"integerValue":"1"}}}}]'],
    [200, '{"name":1,"updateTime":2}'],
    [200, '{"commitTime":"2026-11-01T00:00:00Z","writeResults":[null]}'],
    // Firestore's own 404 for a missing document contains an error in its format.
    [404, 'Not Found'],
    [404, '{"status":404}'],
    [403, '<html>'],
    [429, ''],
    [500, '{"error":{"status":"INTERNAL"}}'],
  ])('is unavailable if the answer is %i %s', async (status, body) => {
    reply = { status, body }
    expect(await firestore.get('articles/a')).toMatchObject(unavailable)
    expect(await firestore.query({ collection: 'articles' })).toMatchObject(unavailable)
    expect(await firestore.count({ collection: 'articles' })).toMatchObject(unavailable)
    expect(await firestore.commit([{ remove: 'articles/a' }])).toMatchObject(unavailable)
  })
})

describe('a response in Firestore’s format', () => {
  it('says that a document doesn’t exist', async () => {
    reply = { status: 404, body: '{"error":{"code":404,"status":"NOT_FOUND"}}' }
    expect(await firestore.get('articles/a')).toEqual({ ok: true, value: null })
  })

  it('says that a collection was empty at a certain time', async () => {
    reply = { status: 200, body: '[{"readTime":"2026-11-01T00:00:00Z"}]' }
    expect(await firestore.query({ collection: 'articles' })).toEqual({
      ok: true,
      value: { documents: [], readAt: new Date('2026-11-01T00:00:00Z') },
    })
  })

  it('says that a request is invalid', async () => {
    reply = { status: 400, body: '{"error":{"code":400,"status":"INVALID_ARGUMENT"}}' }
    expect(await firestore.get('articles/a')).toMatchObject({
      failure: { kind: 'rejected', status: 400 },
    })
  })
})

describe('Firebase Auth, asked about a token', () => {
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
  ])(
    'is unavailable, and no token is reported as invalid, if the answer is %i %s',
    async (status, body) => {
      reply = { status, body }
      expect(await identity.verify('a.b.c', new Date())).toMatchObject(unavailable)
    },
  )
})

describe('Firebase Auth, asked about an account', () => {
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
  ])(
    'is unavailable, and no account is reported as missing, if the answer is %i %s',
    async (status, body) => {
      reply = { status, body }
      expect(await accounts.find('uid')).toMatchObject(unavailable)
      expect(await accounts.remove('uid')).toMatchObject(unavailable)
      const options = { email: 'a@example.com', validSince: new Date(), shouldKeepPassword: true }
      expect(await accounts.secure('uid', options)).toMatchObject(unavailable)
    },
  )

  it('is unavailable without an access token, and no account is reported as missing', async () => {
    reply = { status: 200, body: '{"kind":"identitytoolkit#DeleteAccountResponse"}' }
    const token = () => Promise.reject(new Error('no access token'))
    const options = { url: 'http://127.0.0.1:1', projectId: 'p', timeout: 5000, token }
    expect(await createAuthAccounts(options).remove('uid')).toMatchObject(unavailable)
  })
})

describe('a response of Firebase Auth about an account', () => {
  it('says that it doesn’t exist', async () => {
    reply = { status: 200, body: '{"kind":"identitytoolkit#GetAccountInfoResponse"}' }
    expect(await accounts.find('uid')).toEqual({ ok: true, value: null })
    reply = { status: 400, body: '{"error":{"message":"USER_NOT_FOUND"}}' }
    expect(await accounts.remove('uid')).toEqual({ ok: true, value: undefined })
  })

  it.each([false, true])('is read without the password’s hash (disabled: %s)', async (disabled) => {
    const users = [
      {
        localId: 'uid',
        email: 'a@example.com',
        emailVerified: true,
        passwordHash: 'aGFzaA==',
        salt: 'c2FsdA==',
        // Firebase omits false values.
        ...(disabled ? { disabled } : {}),
        createdAt: '1767225600000',
        providerUserInfo: [
          { providerId: 'password', email: 'a@example.com', rawId: 'a@example.com' },
          { providerId: 'google.com', email: 'a@example.com', rawId: '1', displayName: 'A' },
        ],
      },
    ]
    reply = {
      status: 200,
      body: JSON.stringify({ kind: 'identitytoolkit#GetAccountInfoResponse', users }),
    }
    expect(await accounts.find('uid')).toEqual({
      ok: true,
      value: {
        email: 'a@example.com',
        emailVerified: true,
        disabled,
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
