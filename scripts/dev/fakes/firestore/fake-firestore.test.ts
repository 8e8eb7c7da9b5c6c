import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestFolder } from '../../../shared/testing/test-folder.ts'
import { startService } from '../../service-process.ts'
import { freePort } from '../../stack/ports.ts'
import {
  buildQuery,
  type Database,
  int,
  openDatabase,
  readError,
  text,
  where,
} from './conformance/wire-client.ts'
import { type FakeFirestore, startFakeFirestore } from './fake-firestore.ts'

let folder: string
let fakeFirestore: FakeFirestore
let database: Database
const file = () => join(folder, 'data', 'firestore.sqlite')

beforeEach(async () => {
  folder = createTestFolder()
  fakeFirestore = await startFakeFirestore({ port: 0, file: file() })
  database = openDatabase(fakeFirestore.host)
})
afterEach(async () => {
  await fakeFirestore.stop()
})

async function restart() {
  await fakeFirestore.stop()
  fakeFirestore = await startFakeFirestore({ port: 0, file: file() })
  database = openDatabase(fakeFirestore.host, database.root.split('/')[1])
}

describe('the fake', () => {
  it('keeps documents, times and indexes between starts', async () => {
    await database.store('a', { x: int(2), y: int(1) })
    const find = () => database.ids('a', { where: [where('v', 'GREATER_THAN', int(0))], by: 'v' })
    expect(await find()).toBe('y x')
    const before = await database.get('a/x')
    await restart()
    expect(await database.get('a/x')).toEqual(before)
    expect(await find()).toBe('y x')
    await database.store('a', { z: int(0.5e6) })
    expect(await find()).toBe('y x z')
  })

  it('keeps every confirmed commit, and whole ones only, when it is killed', async () => {
    const port = await freePort(9891)
    const host = `127.0.0.1:${port}`
    const killed = join(folder, 'killed.sqlite')
    const service = await startService({
      name: 'firestore',
      command: process.execPath,
      args: [
        resolve('scripts/dev/fakes/firestore/fake-firestore-process.ts'),
        String(port),
        killed,
      ],
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
      if (confirmed.size === 20) process.kill(service.pid, 'SIGKILL')
    })
    await Promise.allSettled(commits)
    // Returns once the process has ended, which frees its database.
    await service.stop()
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

  it('refuses requests without a token', async () => {
    await database.store('a', { x: int(1) })
    const post = { method: 'POST', body: '{}' }
    for (const [path, init] of [
      [database.name('a/x'), {}],
      [`${database.root}:runQuery`, post],
      [`${database.root}:commit`, post],
    ] as const) {
      const response = await database.request(path, { ...init, headers: {} })
      expect(readError(response)).toMatchObject({ code: 403, status: 'PERMISSION_DENIED' })
    }
  })

  const documents = 'projects/p/databases/(default)/documents'
  it.each([
    ['beginTransaction', 'POST', `${documents}:beginTransaction`],
    ['listCollectionIds', 'POST', `${documents}/a/x:listCollectionIds`],
    ['ListDocuments', 'GET', `${documents}/a`],
    ['CreateDocument', 'POST', `${documents}/a`],
    ['UpdateDocument', 'PATCH', `${documents}/a/x`],
    ['DeleteDocument', 'DELETE', `${documents}/a/x`],
    ['GetDocument.readTime', 'GET', `${documents}/a/x?readTime=2026-01-01T00:00:00Z`],
    ['indexes', 'GET', 'projects/p/databases/(default)/collectionGroups/-/indexes'],
  ])('answers 501 to %s, with its name', async (name, method, path) => {
    const body = method === 'GET' ? null : '{}'
    const response = await database.request(path, { method, body })
    expect(response.status).toBe(501)
    expect(readError(response)).toMatchObject({ code: 501, status: 'UNIMPLEMENTED' })
    expect(readError(response).message).toContain(name)
  })

  const write = (parts: object) => ({
    writes: [{ update: { name: `${documents}/a/x` }, ...parts }],
  })
  const store = (v: object) => write({ update: { name: `${documents}/a/x`, fields: { v } } })
  const query = (parts: object) => ({ structuredQuery: { ...buildQuery('a'), ...parts } })
  const filter = (op: string, value = int(1)) => ({
    structuredQuery: buildQuery('a', { where: [where('v', op, value)] }),
  })
  const orderBy = (...fields: [string, string][]) =>
    query({
      orderBy: fields.map(([fieldPath, direction]) => ({ field: { fieldPath }, direction })),
    })
  it.each([
    ['transaction', 'commit', { writes: [], transaction: 'x' }],
    ['transform', 'commit', { writes: [{ transform: {} }] }],
    ['increment', 'commit', write({ updateTransforms: [{ fieldPath: 'v', increment: int(1) }] })],
    ['a path into a map', 'commit', write({ updateMask: { fieldPaths: ['m.a'] } })],
    ['bytesValue', 'commit', store({ bytesValue: '' })],
    ['newTransaction', 'batchGet', { documents: [], newTransaction: {} }],
    ['readTime', 'runQuery', { ...query({}), readTime: 'x' }],
    ['offset', 'runQuery', query({ offset: 1 })],
    [
      'endAt',
      'runQuery',
      query({ ...buildQuery('a', { by: 'v' }), endAt: { values: [], before: true } }),
    ],
    ['allDescendants', 'runQuery', query({ from: [{ collectionId: 'a', allDescendants: true }] })],
    ['unaryFilter', 'runQuery', query({ where: { unaryFilter: {} } })],
    ['AND', 'runQuery', query({ where: { compositeFilter: { op: 'OR', filters: [] } } })],
    ['op', 'runQuery', filter('NOT_EQUAL')],
    ['a comparison', 'runQuery', filter('EQUAL', { nullValue: null })],
    ['an inequality', 'runQuery', filter('LESS_THAN')],
    ['orderBy', 'runQuery', query({ orderBy: [] })],
    ['orderBy', 'runQuery', orderBy(['v', 'ASCENDING'])],
    ['__name__', 'runQuery', orderBy(['__name__', 'DESCENDING'])],
    ['two directions', 'runQuery', orderBy(['v', 'ASCENDING'], ['__name__', 'DESCENDING'])],
    [
      'all collections',
      'runQuery',
      query({ ...buildQuery('a', { by: 'v' }), from: [{ allDescendants: true }] }),
    ],
    [
      'sum',
      'runAggregationQuery',
      {
        structuredAggregationQuery: {
          ...query({}),
          aggregations: [{ alias: 'sum', sum: { field: { fieldPath: 'v' } } }],
        },
      },
    ],
    ['a cursor', 'runQuery', query({ startAt: { values: [], before: false } })],
  ])('answers 501 to %s in %s, with its name', async (name, method, body) => {
    const response = await database.post(`${documents}:${method}`, body)
    expect(response.status).toBe(501)
    expect(readError(response).message).toContain(name)
  })

  it('accepts 500 writes in a commit', async () => {
    const writes = Array.from({ length: 501 }, (_, id) => database.set(`a/d${id}`, {}))
    const response = await database.tryCommit(...writes)
    expect(readError(response)).toMatchObject({ code: 400, status: 'INVALID_ARGUMENT' })
    expect((await database.tryCommit(...writes.slice(1))).status).toBe(200)
  })

  it('accepts requests of 11 MiB', async () => {
    const largeText = 'x'.repeat(500_000)
    const writes = (count: number) =>
      Array.from({ length: count }, (_, id) => database.set(`a/d${id}`, { v: text(largeText) }))
    expect((await database.tryCommit(...writes(20))).status).toBe(200)
    const response = await database.tryCommit(...writes(24))
    expect(readError(response)).toMatchObject({ code: 400, status: 'INVALID_ARGUMENT' })
  })

  it('refuses writes to another database', async () => {
    const foreign = database.set('a/x', {}).update.name.replace('(default)', 'other')
    const response = await database.tryCommit({ update: { name: foreign, fields: {} } })
    expect(readError(response)).toMatchObject({ code: 400, status: 'INVALID_ARGUMENT' })
  })

  it('creates an index when a query first filters or sorts by a field', async () => {
    await database.rows(buildQuery('a', { where: [where('w', 'EQUAL', int(1))], by: 'v' }))
    const stored = new DatabaseSync(file(), { readOnly: true })
    const indexes = stored.prepare(`SELECT name FROM sqlite_schema WHERE type = 'index'`).all()
    stored.close()
    expect(indexes.map(({ name }) => name)).toEqual(expect.arrayContaining(['by v', 'by w']))
  })

  it('refuses another version’s file', async () => {
    const other = join(folder, 'other.sqlite')
    const otherDatabase = new DatabaseSync(other)
    otherDatabase.exec('PRAGMA user_version = 999')
    otherDatabase.close()
    await expect(startFakeFirestore({ port: 0, file: other })).rejects.toThrow(/--fresh/)
  })

  it('refuses a port in use', async () => {
    const port = Number(fakeFirestore.host.split(':')[1])
    const second = startFakeFirestore({ port, file: join(folder, 'second.sqlite') })
    await expect(second).rejects.toThrow(/EADDRINUSE/)
  })
})
