import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestFolder } from '../../../shared/testing/test-folder.ts'
import { startService } from '../../service-process.ts'
import { freePort } from '../../stack/ports.ts'
import { type Database, openDatabase } from './conformance/open-database.ts'
import { type FakeFirestore, startFakeFirestore } from './fake-firestore.ts'

let folder: string
let fakeFirestore: FakeFirestore
let database: Database
const file = () => join(folder, 'data', 'firestore.sqlite')
const invalid = { failure: { kind: 'rejected', status: 400, code: 'INVALID_ARGUMENT' } }

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
  database = openDatabase(fakeFirestore.host, database.projectId)
}

describe('the fake Firestore', () => {
  it('keeps documents, times and indexes between starts', async () => {
    await database.store('a', { x: 2, y: 1 })
    const where = [{ field: 'v', is: 'GREATER_THAN', value: 0 }] as const
    const find = () => database.ids({ collection: 'a', where, orderBy: 'v' })
    expect(await find()).toBe('y x')
    const before = await database.get('a/x')
    await restart()
    expect(await database.get('a/x')).toEqual(before)
    expect(await find()).toBe('y x')
    await database.store('a', { z: 0.5e6 })
    expect(await find()).toBe('y x z')
  })

  it('keeps every confirmed commit, and only whole commits, when it is killed', async () => {
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
        ...ids.map((id) => ({ set: `b${batch}/d${id}`, fields: { body: 'x'.repeat(2000) } })),
      )
      confirmed.add(batch)
      if (confirmed.size === 20) process.kill(service.pid, 'SIGKILL')
    })
    await Promise.allSettled(commits)
    // `stop` returns once the process has ended, which frees its database.
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
    const response = await fetch(`http://${fakeFirestore.host}/v1/${database.wire.root}:commit`, {
      method: 'POST',
      body: '{}',
    })
    expect(await response.json()).toMatchObject({
      error: { code: 403, status: 'PERMISSION_DENIED' },
    })
  })

  const order = (fieldPath: string, direction = 'ASCENDING') => ({
    field: { fieldPath },
    direction,
  })
  const fieldFilter = {
    field: { fieldPath: 'v' },
    op: 'LESS_THAN',
    value: { integerValue: '1' },
  }
  const byName = { from: [{ collectionId: 'a' }], orderBy: [order('__name__')] }
  const byField = { ...byName, orderBy: [order('v'), order('__name__')] }
  it.each([
    ['offset', { ...byName, offset: 1 }],
    ['orderBy', { ...byName, orderBy: [order('v')] }],
    ['__name__', { ...byName, orderBy: [order('__name__', 'DESCENDING')] }],
    ['two directions', { ...byName, orderBy: [order('v'), order('__name__', 'DESCENDING')] }],
    [
      'an inequality',
      { ...byName, where: { compositeFilter: { op: 'AND', filters: [{ fieldFilter }] } } },
    ],
    ['all collections', { ...byField, from: [{ allDescendants: true }] }],
    ['endAt', { ...byField, endAt: { values: [], before: true } }],
    ['a cursor', { ...byName, startAt: { values: [], before: false } }],
  ])('refuses queries with %s that the product doesn’t send', async (name, structuredQuery) => {
    const result = await database.wire.call(`${database.wire.root}:runQuery`, { structuredQuery })
    expect(result).toMatchObject({
      failure: { code: 'INVALID_ARGUMENT', reason: expect.stringContaining(name) },
    })
  })

  it('refuses unsupported methods', async () => {
    const result = await database.wire.call(`${database.wire.root}:beginTransaction`, {})
    expect(result).toMatchObject({
      failure: { reason: expect.stringContaining('beginTransaction') },
    })
  })

  it('accepts 500 writes in a commit', async () => {
    const writes = Array.from({ length: 501 }, (_, id) => ({ set: `a/d${id}`, fields: {} }))
    expect(await database.tryCommit(...writes)).toMatchObject(invalid)
    expect(await database.tryCommit(...writes.slice(1))).toMatchObject({ ok: true })
  })

  it('accepts requests of 11 MiB', async () => {
    const v = 'x'.repeat(500_000)
    const store = (count: number) =>
      database.tryCommit(
        ...Array.from({ length: count }, (_, id) => ({ set: `a/d${id}`, fields: { v } })),
      )
    expect(await store(20)).toMatchObject({ ok: true })
    expect(await store(24)).toMatchObject(invalid)
  })

  it('creates an index when a query first filters or sorts by a field', async () => {
    const where = [{ field: 'w', is: 'EQUAL', value: 1 }] as const
    await database.ids({ collection: 'a', where, orderBy: 'v' })
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
})
