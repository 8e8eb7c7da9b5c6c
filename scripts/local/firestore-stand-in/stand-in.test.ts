/** What the stand-in promises beyond Firestore's protocol. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startPart } from '../part.ts'
import { freePort } from '../ports.ts'
import {
  by,
  type Database,
  errorOf,
  from,
  int,
  openDatabase,
  text,
  where,
} from './conformance/wire-client.ts'
import { type FirestoreStandIn, startFirestoreStandIn } from './server.ts'

let folder: string
let standIn: FirestoreStandIn
let database: Database
const file = () => join(folder, 'data', 'firestore.sqlite')

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stand-in-'))
  standIn = await startFirestoreStandIn({ port: 0, file: file() })
  database = openDatabase(standIn.host)
})
afterEach(async () => {
  await standIn.stop()
  rmSync(folder, { recursive: true })
})

async function restart() {
  await standIn.stop()
  standIn = await startFirestoreStandIn({ port: 0, file: file() })
  database = openDatabase(standIn.host, database.root.split('/')[1])
}

describe('the stand-in', () => {
  it('keeps its documents, their times and its indexes between starts', async () => {
    await database.store('a', { x: int(2), y: int(1) })
    const query = { from: from('a'), where: where('v', 'GREATER_THAN', int(0)) }
    expect(await database.ids(query)).toBe('y x')
    const before = await database.get('a/x')
    await restart()
    expect(await database.get('a/x')).toEqual(before)
    expect(await database.ids(query)).toBe('y x')
    await database.store('a', { z: int(0.5e6) })
    expect(await database.ids(query)).toBe('y x z')
  })

  it('that is killed in the middle of commits has whole ones only, and all that it confirmed', async () => {
    const port = await freePort(9891)
    const host = `127.0.0.1:${port}`
    const killed = join(folder, 'killed.sqlite')
    const part = await startPart({
      name: 'firestore',
      command: process.execPath,
      args: [resolve('scripts/local/firestore-stand-in/process.ts'), String(port), killed],
      isScript: true,
      isReady: async () => (await fetch(`http://${host}/`)).status < 500,
      advice: '',
      onCrash: () => {},
      verbose: false,
    })
    const writer = openDatabase(host)
    const documentsPerCommit = 40
    const confirmed = new Set<number>()
    const commits = Array.from({ length: 60 }, async (_, batch) => {
      const ids = Array.from({ length: documentsPerCommit }, (_, index) => index)
      await writer.commit(
        ...ids.map((id) => writer.set(`b${batch}/d${id}`, { body: text('x'.repeat(2000)) })),
      )
      confirmed.add(batch)
      if (confirmed.size === 20) process.kill(part.pid, 'SIGKILL')
    })
    await Promise.allSettled(commits)
    // Ends at once where the process has: its database is free then.
    await part.stop()
    expect(confirmed.size).toBeGreaterThanOrEqual(20)

    const stored = new DatabaseSync(killed)
    const rows = stored
      .prepare(`SELECT count(*) AS size, name FROM documents GROUP BY collection`)
      .all() as { size: number; name: string }[]
    stored.close()
    expect(new Set(rows.map(({ size }) => size))).toEqual(new Set([documentsPerCommit]))
    const found = new Set(rows.map(({ name }) => Number(/\/b(\d+)\//.exec(name)![1])))
    expect([...confirmed].filter((batch) => !found.has(batch))).toEqual([])
  })

  it('has no mercy on a request without a token', async () => {
    await database.store('a', { x: int(1) })
    const anonymous = { headers: {} }
    const answers = [
      await database.request(database.name('a/x'), anonymous),
      await database.request(`${database.root}:runQuery`, {
        method: 'POST',
        body: '{}',
        ...anonymous,
      }),
      await database.request(`${database.root}:commit`, {
        method: 'POST',
        body: '{}',
        ...anonymous,
      }),
    ]
    for (const answer of answers) {
      expect(errorOf(answer)).toMatchObject({ code: 403, status: 'PERMISSION_DENIED' })
    }
  })

  const documents = 'projects/p/databases/(default)/documents'
  it.each([
    ['beginTransaction', 'POST', `${documents}:beginTransaction`],
    ['rollback', 'POST', `${documents}:rollback`],
    ['batchWrite', 'POST', `${documents}:batchWrite`],
    ['listen', 'POST', `${documents}:listen`],
    ['listCollectionIds', 'POST', `${documents}/a/x:listCollectionIds`],
    ['ListDocuments', 'GET', `${documents}/a`],
    ['CreateDocument', 'POST', `${documents}/a`],
    ['UpdateDocument', 'PATCH', `${documents}/a/x`],
    ['DeleteDocument', 'DELETE', `${documents}/a/x`],
    ['GetDocument.readTime', 'GET', `${documents}/a/x?readTime=2026-01-01T00:00:00Z`],
    ['indexes', 'GET', 'projects/p/databases/(default)/collectionGroups/-/indexes'],
  ])('answers 501 to %s, with its name', async (name, method, path) => {
    const body = method === 'GET' ? null : '{}'
    const answer = await database.request(path, { method, body })
    expect(answer.status).toBe(501)
    expect(errorOf(answer)).toMatchObject({ code: 501, status: 'UNIMPLEMENTED' })
    expect(errorOf(answer).message).toContain(name)
  })

  it.each([
    ['RunQuery.readTime', 'runQuery', { structuredQuery: { from: from('a') }, readTime: 'x' }],
    ['RunQuery.explainOptions', 'runQuery', { structuredQuery: {}, explainOptions: {} }],
    [
      'Aggregation.sum',
      'runAggregationQuery',
      {
        structuredAggregationQuery: {
          structuredQuery: {},
          aggregations: [{ alias: 'n', sum: {} }],
        },
      },
    ],
    ['StructuredQuery.findNearest', 'runQuery', { structuredQuery: { findNearest: {} } }],
    ['StructuredQuery.from', 'runQuery', { structuredQuery: { limit: 1 } }],
    ['Commit.transaction', 'commit', { writes: [], transaction: 'x' }],
    ['BatchGetDocuments.newTransaction', 'batchGet', { newTransaction: {} }],
  ])('answers 501 to %s, with its name', async (name, method, body) => {
    const answer = await database.post(`${database.root}:${method}`, body)
    expect(answer.status).toBe(501)
    expect(errorOf(answer).message).toContain(name)
  })

  it('takes 500 writes in a commit and no more', async () => {
    const writes = Array.from({ length: 501 }, (_, id) => database.set(`a/d${id}`, {}))
    const answer = await database.tryCommit(...writes)
    expect(errorOf(answer)).toMatchObject({ code: 400, status: 'INVALID_ARGUMENT' })
    expect((await database.tryCommit(...writes.slice(1))).status).toBe(200)
  })

  it('takes requests of 11 MiB and no more', async () => {
    const half = 'x'.repeat(500_000)
    const writes = (count: number) =>
      Array.from({ length: count }, (_, id) => database.set(`a/d${id}`, { v: text(half) }))
    expect((await database.tryCommit(...writes(20))).status).toBe(200)
    const answer = await database.tryCommit(...writes(24))
    expect(errorOf(answer)).toMatchObject({ code: 400, status: 'INVALID_ARGUMENT' })
  })

  it('works on one database a commit', async () => {
    const foreign = database.set('a/x', {}).update.name.replace('(default)', 'other')
    const answer = await database.tryCommit({ update: { name: foreign, fields: {} } })
    expect(errorOf(answer)).toMatchObject({ code: 400, status: 'INVALID_ARGUMENT' })
  })

  it('makes an index where a query first filters or sorts by a field', async () => {
    const query = { from: from('a'), where: where('v', 'GREATER_THAN', int(1)), orderBy: [by('v')] }
    await database.rows(query)
    const stored = new DatabaseSync(file(), { readOnly: true })
    const indexes = stored.prepare(`SELECT name FROM sqlite_schema WHERE type = 'index'`).all()
    stored.close()
    expect(indexes.map(({ name }) => name)).toContain('collection ["v"]')
  })

  it('refuses a file that another version has made', async () => {
    const other = join(folder, 'other.sqlite')
    const made = new DatabaseSync(other)
    made.exec('PRAGMA user_version = 999')
    made.close()
    await expect(startFirestoreStandIn({ port: 0, file: other })).rejects.toThrow(/--fresh/)
  })

  it('refuses a port that is taken', async () => {
    const port = Number(standIn.host.split(':')[1])
    const second = startFirestoreStandIn({ port, file: join(folder, 'second.sqlite') })
    await expect(second).rejects.toThrow(/EADDRINUSE/)
  })
})
