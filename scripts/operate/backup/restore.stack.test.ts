/** Restores the running stack's backup into another project, and builds a site from it. */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copyTemplates, createBuildFolders } from '../../../functions/testing/copied-build.ts'
import type { StatisticsRow } from '../../../src/contracts/endpoints/statistics-backup-endpoints.ts'
import { storedStatistics } from '../../../src/domain/statistics/stored-statistics.ts'
import { buildSite } from '../../build/build-site.ts'
import { readRunningStack } from '../../shared/running-stack.ts'
import { createBackup } from './backup.ts'
import { readBackup, writeBackup } from './backup-file.ts'
import {
  commitAll,
  type Database,
  openDatabase,
  type RawDocument,
  readDocuments,
} from './raw-database.ts'
import { restore } from './restore.ts'
import { restoreStatistics } from './statistics.ts'
import { openStatisticsSite } from './statistics-site.ts'

const stack = readRunningStack()
const { buildEnvironment } = stack
const folders = createBuildFolders('rehearsal')
const { folder, state, site } = folders
const file = join(folder, 'backup.gz')
const source = openDatabase(buildEnvironment)
const targetProject = `demo-rehearsal-${process.pid}`
const target = openDatabase({ ...buildEnvironment, FIREBASE_PROJECT_ID: targetProject })
/** One document with every kind of value, and one below a missing document. */
const testPaths = ['probes/values', 'probes/gone/children/kept']

const quietOptions = { replace: false, dryRun: false, print: () => {} }

async function readAllDocuments({ wire }: Database): Promise<Map<string, RawDocument['fields']>> {
  const found = new Map<string, RawDocument['fields']>()
  for await (const { path, fields } of readDocuments(wire)) found.set(path, fields)
  return found
}

async function* toWrites(documents: Iterable<RawDocument>) {
  for (const document of documents) yield { set: document }
}

async function* toRemovals(paths: Iterable<string>) {
  for (const path of paths) yield { remove: path }
}

const emptyTarget = async () =>
  commitAll(target.wire, toRemovals((await readAllDocuments(target)).keys()))

function readFiles(path: string): Map<string, string> {
  const entries = readdirSync(path, { withFileTypes: true, recursive: true })
  return new Map(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((name) => [name.slice(path.length), readFileSync(name, 'base64')]),
  )
}

beforeAll(async () => {
  const fields = {
    double: { doubleValue: 1 },
    whole: { integerValue: '9007199254740993' },
    none: { nullValue: null },
    nan: { doubleValue: 'NaN' },
    instant: { timestampValue: '2026-01-01T00:00:00.123456Z' },
    reference: { referenceValue: `${source.wire.root}/articles/some-slug` },
    list: { arrayValue: { values: [{ mapValue: { fields: { 'a b.`c': { stringValue: '' } } } }] } },
    empty: { mapValue: {} },
  }
  const documents = testPaths.map((path) => ({ path, fields }))
  await commitAll(source.wire, toWrites(documents))
  await createBackup(source, file, () => {})
})

afterAll(async () => {
  await commitAll(source.wire, toRemovals(testPaths))
  await emptyTarget()
  rmSync(folder, { recursive: true })
})

it('a backup of the stack has every document, including subcollections', async () => {
  const backedUp = new Map<string, unknown>()
  for await (const { path, fields } of readBackup(file)) backedUp.set(path, fields)
  expect(backedUp).toEqual(await readAllDocuments(source))
  expect(backedUp.size).toBeGreaterThan(60)
  expect([...backedUp.keys()]).toEqual(expect.arrayContaining(testPaths))
})

describe('restoring', () => {
  it('makes an empty database equal to the backup', async () => {
    const wanted = await readAllDocuments(source)
    const restoration = await restore(target, file, quietOptions)
    expect(restoration).toEqual({ documents: wanted.size, figures: 0 })
    const restored = await readAllDocuments(target)
    expect([...restored.keys()]).toEqual([...wanted.keys()])
    const reference = { referenceValue: `${target.wire.root}/articles/some-slug` }
    for (const [path, fields] of wanted)
      expect(restored.get(path)).toEqual(
        testPaths.includes(path) ? { ...fields, reference } : fields,
      )
  })

  it('changes nothing when repeated, and completes an interrupted restore', async () => {
    const { size } = await readAllDocuments(source)
    expect(await restore(target, file, quietOptions)).toMatchObject({ documents: size })
    const half = [...(await readAllDocuments(target)).keys()].filter((_, index) => index % 2 === 1)
    await commitAll(target.wire, toRemovals(half))
    expect((await readAllDocuments(target)).size).toBe(size - half.length)
    expect(await restore(target, file, quietOptions)).toMatchObject({ documents: size })
  })

  it('empties a database if the backup is empty', async () => {
    const nothing = join(folder, 'nothing.gz')
    await emptyTarget()
    await writeBackup(nothing, targetProject, readDocuments(target.wire))
    await commitAll(target.wire, toWrites([{ path: 'a/b', fields: {} }]))
    const emptied = await restore(target, nothing, { ...quietOptions, replace: true })
    expect(emptied).toEqual({ documents: 0, figures: 0 })
    expect((await readAllDocuments(target)).size).toBe(0)
  })
})

describe('the editors’ statistics', () => {
  const day = '2019-02-15'
  const { daily, transitions } = storedStatistics
  const createRow = (slug: string, views: number) => [
    ...[day, slug, 'article', 'direct', 'guest', 'LK'],
    ...daily.values.map((name) => (name === 'views' ? views : 0)),
  ]
  const getKeys = (row: readonly StatisticsRow[number][]) => row.slice(0, daily.keys.length)
  const rows = [createRow('mangoes', 3), createRow('rain', 5)]
  const transition = [`restore-${process.pid}`, day, `${day}T00:00:00.000Z`, 'started']
  const empty = transitions.values.slice(transition.length - 1).map(() => null)
  const statisticsFile = join(folder, 'figures.gz')

  async function openSite() {
    const { DESK_KEYS } = stack.deskEnvironment
    return (await openStatisticsSite({ SITE_URL: stack.siteUrl, DESK_KEYS }))!
  }
  async function readDay() {
    const found: unknown[] = []
    for await (const row of (await openSite()).readRows('daily'))
      if (row[0] === day) found.push(row)
    return found
  }

  afterAll(async () => {
    const removed = rows.map(getKeys)
    await (await openSite()).writeRows('daily', { rows: [], removed })
    const ids = [transition.slice(0, 1)]
    await (await openSite()).writeRows('transitions', { rows: [], removed: ids })
  })

  it('are in the backup, and are restored', async () => {
    const site = await openSite()
    await site.writeRows('daily', { rows, removed: [] })
    await site.writeRows('transitions', { rows: [[...transition, ...empty]], removed: [] })
    expect((await createBackup(source, statisticsFile, () => {}, site)).figures).toBeGreaterThan(2)

    const stray = createRow('stray', 1)
    const changes = { rows: [createRow('mangoes', 4), stray], removed: [getKeys(rows[1]!)] }
    await site.writeRows('daily', changes)
    const changed = await readDay()
    await expect(restoreStatistics(site, statisticsFile, quietOptions)).rejects.toThrow('--replace')
    for (const replace of [false, true]) {
      await restoreStatistics(site, statisticsFile, { ...quietOptions, replace, dryRun: true })
      expect(await readDay()).toEqual(changed)
    }

    await restoreStatistics(site, statisticsFile, { ...quietOptions, replace: true })
    expect(await readDay()).toEqual(rows)
    // A second restore finds nothing left to do.
    await restoreStatistics(site, statisticsFile, quietOptions)
  })
})

it('a site from the restored database has the same pages and encrypted bodies', async () => {
  await restore(target, file, quietOptions)
  copyTemplates(folders, targetProject)
  expect(existsSync(join(site, 'client', 'index.html'))).toBe(false)
  const environment = {
    ...buildEnvironment,
    FIREBASE_PROJECT_ID: targetProject,
    BUILD_STATE: state,
    BUILD_OUTPUT: site,
  }
  await buildSite(environment, () => {})
  const sealed = (output: string) => readFiles(join(output, 'client', 'sealed'))
  expect(sealed(site)).toEqual(sealed(buildEnvironment.BUILD_OUTPUT))
  expect(sealed(site).size).toBeGreaterThan(35)
  const pages = (output: string) =>
    [...readFiles(join(output, 'client')).keys()].filter((name) => name.endsWith('.html'))
  expect(pages(site).sort()).toEqual(pages(buildEnvironment.BUILD_OUTPUT).sort())
})
