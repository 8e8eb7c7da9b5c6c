import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { afterEach, describe, expect, it } from 'vitest'
import { createFirestoreWire } from '../../functions/adapters/firestore-wire.ts'
import { openDatabase, patient, readDocuments, writeAll } from './database.ts'
import { Refusal } from './refusal.ts'

let server: Server | undefined
afterEach(() => server?.close())

/** A server that answers so, one after the other, and keeps what it was asked. */
async function serverThatAnswers(...answers: { status: number; body: unknown }[]) {
  const asked: string[] = []
  server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    asked.push(text)
    const { status, body } = answers[asked.length - 1] ?? committed
    response.writeHead(status).end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server!.once('listening', resolve))
  const url = `http://127.0.0.1:${(server!.address() as AddressInfo).port}`
  const options = { url, projectId: 'p', token: async () => 'token', timeout: 5000 }
  return { asked, wire: patient(createFirestoreWire(options), [0, 0]) }
}

const nothing = { status: 200, body: [{ readTime: '2026-01-01T00:00:00Z' }] }
const committed = { status: 200, body: { commitTime: '2026-01-01T00:00:00Z' } }
const away = { status: 503, body: {} }

/** Everything that a stream gives, in order. */
const collect = <Item>(items: AsyncIterable<Item>): Promise<Item[]> =>
  Readable.from(items).toArray()

describe('reading a database', () => {
  it('goes on where Firestore was away for a moment', async () => {
    const { wire, asked } = await serverThatAnswers(away, away, nothing)
    expect(await collect(readDocuments(wire))).toEqual([])
    expect(asked).toHaveLength(3)
  })

  it('ends where it stays away, and at once where it refuses', async () => {
    const { wire } = await serverThatAnswers(away, away, away)
    await expect(collect(readDocuments(wire))).rejects.toThrow(Refusal)
    server!.close()
    const denied = { error: { code: 403, status: 'PERMISSION_DENIED' } }
    const refusing = await serverThatAnswers({ status: 403, body: denied }, nothing)
    await expect(collect(readDocuments(refusing.wire))).rejects.toThrow(/403/)
    expect(refusing.asked).toHaveLength(1)
  })

  it('does not take a stranger’s empty list for an empty database', async () => {
    const { wire } = await serverThatAnswers({ status: 200, body: [] })
    await expect(collect(readDocuments(wire))).rejects.toThrow(/not an answer of Firestore/)
  })

  it('ends where the answer is out of order, which no backup could be restored from', async () => {
    const root = 'projects/p/databases/(default)/documents'
    const readTime = '2026-01-01T00:00:00Z'
    const document = (path: string) => ({
      document: { name: `${root}/${path}`, updateTime: readTime },
      readTime,
    })
    const { wire } = await serverThatAnswers({
      status: 200,
      body: [document('b/1'), document('a/1')],
    })
    await expect(collect(readDocuments(wire))).rejects.toThrow(/out of order/)
  })
})

describe('writing', () => {
  async function* writes(count: number, text: string) {
    for (let index = 0; index < count; index++) {
      yield { set: { path: `a/${index}`, fields: { text: { stringValue: text } } } }
    }
  }

  it.each([
    [0, 1, []],
    [950, 1, [400, 400, 150]],
    [20, 900_000, [3, 3, 3, 3, 3, 3, 2]],
  ])('%i documents of %i characters takes commits of %j', async (count, length, expected) => {
    const { wire, asked } = await serverThatAnswers()
    await writeAll(wire, writes(count, 'x'.repeat(length)))
    const sizes = asked.map((body) => (JSON.parse(body) as { writes: unknown[] }).writes.length)
    expect(sizes).toEqual(expected)
    expect(asked.every((body) => body.length < 4 * 1024 * 1024)).toBe(true)
  })
})

describe('an incomplete environment', () => {
  it('is refused with the names of what is missing', () => {
    expect(() => openDatabase({})).toThrow(/FIREBASE_PROJECT_ID, FIREBASE_SERVICE_ACCOUNT/)
  })
})
