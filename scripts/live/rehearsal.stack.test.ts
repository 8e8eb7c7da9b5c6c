/**
 * The restore, rehearsed: the running stack's database goes into a file and out of it into another
 * project's, and a site is built from there.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runningStack } from '../local/running-stack.ts'
import { buildSite } from '../site/build.ts'
import { backUp } from './backup.ts'
import { readBackup, writeBackup } from './backup-file.ts'
import {
  type Database,
  openDatabase,
  type RawDocument,
  readDocuments,
  writeAll,
} from './database.ts'
import { restore } from './restore.ts'

const stack = runningStack()
const { buildEnvironment } = stack
/** Within the project: a build resolves packages from where its output lies. */
const folder = mkdtempSync(join(stack.folder, 'rehearsal-'))
const file = join(folder, 'backup.gz')
const source = openDatabase(buildEnvironment)
const rehearsal = `demo-rehearsal-${process.pid}`
const target = openDatabase({ ...buildEnvironment, FIREBASE_PROJECT_ID: rehearsal })
/** One document with every kind of value, and one below a document that does not exist. */
const probes = ['probes/values', 'probes/gone/children/kept']

const silent = { replace: false, dryRun: false, say: () => {} }

async function documentsOf({ wire }: Database): Promise<Map<string, RawDocument['fields']>> {
  const found = new Map<string, RawDocument['fields']>()
  for await (const { path, fields } of readDocuments(wire)) found.set(path, fields)
  return found
}

async function* writing(documents: Iterable<RawDocument>) {
  for (const document of documents) yield { set: document }
}

async function* removing(paths: Iterable<string>) {
  for (const path of paths) yield { remove: path }
}

const emptyTarget = async () => writeAll(target.wire, removing((await documentsOf(target)).keys()))

function filesIn(path: string): Map<string, string> {
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
  const documents = probes.map((path) => ({ path, fields }))
  await writeAll(source.wire, writing(documents))
  await backUp(source, file, () => {})
})

afterAll(async () => {
  await writeAll(source.wire, removing(probes))
  await emptyTarget()
  rmSync(folder, { recursive: true })
})

describe('a backup of the stack', () => {
  it('has every document, subcollections and all', async () => {
    const kept = new Map<string, unknown>()
    for await (const { path, fields } of readBackup(file)) kept.set(path, fields)
    expect(kept).toEqual(await documentsOf(source))
    expect(kept.size).toBeGreaterThan(60)
    expect([...kept.keys()]).toEqual(expect.arrayContaining(probes))
  })
})

describe('restoring', () => {
  it('into an empty database gives an equal one', async () => {
    const wanted = await documentsOf(source)
    expect(await restore(target, file, silent)).toBe(wanted.size)
    const restored = await documentsOf(target)
    expect([...restored.keys()]).toEqual([...wanted.keys()])
    for (const [path, fields] of wanted) {
      if (!probes.includes(path)) expect(restored.get(path)).toEqual(fields)
    }
  })

  it('moves references with the database, and keeps all other values to the last digit', async () => {
    const { reference, ...others } = (await documentsOf(source)).get(probes[0]!)!
    const restored = (await documentsOf(target)).get(probes[0]!)
    expect(restored).toMatchObject(others)
    expect(reference).toEqual({ referenceValue: `${source.wire.root}/articles/some-slug` })
    expect(restored?.reference).toEqual({
      referenceValue: `${target.wire.root}/articles/some-slug`,
    })
  })

  it('again changes nothing, and one that died half-way is finished', async () => {
    const { size } = await documentsOf(source)
    expect(await restore(target, file, silent)).toBe(size)
    const half = [...(await documentsOf(target)).keys()].filter((_, index) => index % 2 === 1)
    await writeAll(target.wire, removing(half))
    expect((await documentsOf(target)).size).toBe(size - half.length)
    expect(await restore(target, file, silent)).toBe(size)
  })

  it('refuses a database with anything else in it, and overwrites that only when told to', async () => {
    const stray = { path: 'articles/stray', fields: {} }
    const changed = { path: 'front/home', fields: { lead: { stringValue: 'another' } } }
    await writeAll(target.wire, writing([stray, changed]))
    const before = await documentsOf(target)
    await expect(restore(target, file, silent)).rejects.toThrow(/overwrite the 1 and remove the 1/)
    expect(await restore(target, file, { ...silent, replace: true, dryRun: true })).toBe(0)
    expect(await documentsOf(target)).toEqual(before)

    const { size } = await documentsOf(source)
    expect(await restore(target, file, { ...silent, replace: true })).toBe(size)
    expect((await documentsOf(target)).has(stray.path)).toBe(false)
  })

  it('writes nothing from a file that is not whole', async () => {
    await emptyTarget()
    const cut = join(folder, 'cut.gz')
    const whole = readFileSync(file)
    writeFileSync(cut, whole.subarray(0, whole.length - 20))
    await expect(restore(target, cut, { ...silent, replace: true })).rejects.toThrow(/cut off/)
    expect((await documentsOf(target)).size).toBe(0)
  })

  it('empties a database, where that is what was backed up', async () => {
    const nothing = join(folder, 'nothing.gz')
    await writeBackup(nothing, rehearsal, readDocuments(target.wire))
    await writeAll(target.wire, writing([{ path: 'a/b', fields: {} }]))
    expect(await restore(target, nothing, { ...silent, replace: true })).toBe(0)
    expect((await documentsOf(target)).size).toBe(0)
  })
})

describe('a site from the restored database', () => {
  it('has the same pages and sealed bodies', async () => {
    await restore(target, file, silent)
    const output = join(folder, 'site')
    const environment = {
      ...buildEnvironment,
      FIREBASE_PROJECT_ID: rehearsal,
      BUILD_STATE: join(folder, 'build'),
      BUILD_OUTPUT: output,
    }
    await buildSite(environment, () => {})
    const sealed = (site: string) => filesIn(join(site, 'client', 'sealed'))
    expect(sealed(output)).toEqual(sealed(buildEnvironment.BUILD_OUTPUT))
    expect(sealed(output).size).toBeGreaterThan(35)
    const pages = (site: string) =>
      [...filesIn(join(site, 'client')).keys()].filter((name) => name.endsWith('.html'))
    expect(pages(output).sort()).toEqual(pages(buildEnvironment.BUILD_OUTPUT).sort())
  })
})
