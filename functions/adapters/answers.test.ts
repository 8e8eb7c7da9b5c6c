/** Answers with a backend's address and without its sense: none of them is ever taken for its word. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFirestore, type Firestore } from './firestore.ts'
import { createIdentityService, type IdentityService } from './identity.ts'

let answer = { status: 200, body: '' }
const backend = createServer((_request, response) => {
  response.writeHead(answer.status).end(answer.body)
})
let firestore: Firestore
let identity: IdentityService

beforeAll(async () => {
  backend.listen(0, '127.0.0.1')
  await once(backend, 'listening')
  const url = `http://127.0.0.1:${(backend.address() as AddressInfo).port}`
  const common = { url, projectId: 'p', timeout: 5000 }
  firestore = createFirestore({ ...common, token: async () => 'token' })
  identity = createIdentityService({ ...common, apiKey: 'key' })
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
    const saved = { collection: 'saved', under: 'users/a' }
    expect(await firestore.count(saved, 10)).toMatchObject(unavailable)
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
