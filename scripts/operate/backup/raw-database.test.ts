import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { createFirestoreRest } from '../../../functions/platform/adapters/firestore-rest.ts'
import { CommandError } from '../../shared/command-error.ts'
import { startTestServer } from '../../shared/testing/test-server.ts'
import { commitAll, openDatabase, readDocuments, withRetries } from './raw-database.ts'

/** Starts a server that sends these responses in turn, and records its requests. */
async function startServer(...responses: { status: number; body: unknown }[]) {
  const requests: string[] = []
  const url = await startTestServer(async (request, response) => {
    requests.push(await text(request))
    const { status, body } = responses[requests.length - 1] ?? committed
    response.writeHead(status).end(JSON.stringify(body))
  })
  const options = { url, projectId: 'p', token: async () => 'token', timeout: 5000 }
  return { requests, wire: withRetries(createFirestoreRest(options), [0, 0]) }
}

const emptyResponse = { status: 200, body: [{ readTime: '2026-01-01T00:00:00Z' }] }
const committed = { status: 200, body: { commitTime: '2026-01-01T00:00:00Z' } }
const unavailable = { status: 503, body: {} }

const collect = <Item>(items: AsyncIterable<Item>): Promise<Item[]> =>
  Readable.from(items).toArray()

describe('reading a database', () => {
  it('continues after Firestore was unavailable for a moment', async () => {
    const { wire, requests } = await startServer(unavailable, unavailable, emptyResponse)
    expect(await collect(readDocuments(wire))).toEqual([])
    expect(requests).toHaveLength(3)
  })

  it('fails if the database stays unavailable, and straight away if the database refuses the request', async () => {
    const { wire } = await startServer(unavailable, unavailable, unavailable)
    await expect(collect(readDocuments(wire))).rejects.toThrow(CommandError)
    const denied = { error: { code: 403, status: 'PERMISSION_DENIED' } }
    const refusing = await startServer({ status: 403, body: denied }, emptyResponse)
    await expect(collect(readDocuments(refusing.wire))).rejects.toThrow(/403/)
    expect(refusing.requests).toHaveLength(1)
  })

  it('fails on an empty list from another server', async () => {
    const { wire } = await startServer({ status: 200, body: [] })
    await expect(collect(readDocuments(wire))).rejects.toThrow(/not a Firestore response/)
  })

  it('fails on documents out of order, which couldn’t be restored', async () => {
    const root = 'projects/p/databases/(default)/documents'
    const readTime = '2026-01-01T00:00:00Z'
    const document = (path: string) => ({
      document: { name: `${root}/${path}`, updateTime: readTime },
      readTime,
    })
    const { wire } = await startServer({
      status: 200,
      body: [document('b/1'), document('a/1')],
    })
    await expect(collect(readDocuments(wire))).rejects.toThrow(/out of order/)
  })
})

describe('writing a database', () => {
  async function* writes(count: number, text: string) {
    for (let index = 0; index < count; index++) {
      yield { set: { path: `a/${index}`, fields: { text: { stringValue: text } } } }
    }
  }

  it.each([
    [0, 1, []],
    [950, 1, [400, 400, 150]],
    [20, 900_000, [3, 3, 3, 3, 3, 3, 2]],
  ])('splits %i documents of %i characters into commits of %j', async (count, length, expected) => {
    const { wire, requests } = await startServer()
    await commitAll(wire, writes(count, 'x'.repeat(length)))
    const sizes = requests.map((body) => (JSON.parse(body) as { writes: unknown[] }).writes.length)
    expect(sizes).toEqual(expected)
    expect(requests.every((body) => body.length < 4 * 1024 * 1024)).toBe(true)
  })
})

it('an incomplete environment is refused with the names of the missing variables', () => {
  expect(() => openDatabase({})).toThrow(/FIREBASE_PROJECT_ID, FIREBASE_SERVICE_ACCOUNT/)
})
