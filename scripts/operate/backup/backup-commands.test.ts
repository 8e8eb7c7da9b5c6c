/** Runs `npm run backup` and `npm run restore`, mainly for refusals to restore. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeFirestore, startFakeFirestore } from '../../dev/fakes/firestore/fake-firestore.ts'
import { loadLocalSecrets } from '../../dev/stack/local-secrets.ts'
import { connectFirestore } from '../../shared/connect-firestore.ts'
import { createTestFolder } from '../../shared/testing/test-folder.ts'

const folder = createTestFolder()
const file = join(folder, 'backup.gz')
const project = 'demo-live'
let firestoreFake: FakeFirestore
let environment: Record<
  'FIREBASE_PROJECT_ID' | 'FIREBASE_SERVICE_ACCOUNT' | 'FIRESTORE_URL',
  string
>

async function run(command: 'backup' | 'restore', ...args: readonly string[]) {
  const { exitCode, all } = await execa(
    process.execPath,
    [`scripts/operate/backup/${command}.ts`, ...args],
    { env: environment, all: true, reject: false, stripFinalNewline: false },
  )
  return { code: exitCode, output: all }
}

async function storeTitle(title: string | null) {
  const article = 'articles/one'
  const write = title === null ? { remove: article } : { set: article, fields: { title } }
  const stored = await connectFirestore(environment).commit([write])
  if (!stored.ok) throw new Error(JSON.stringify(stored.failure))
}

async function readTitles() {
  const answer = await connectFirestore(environment).query({ collection: 'articles' })
  if (!answer.ok) throw new Error(JSON.stringify(answer.failure))
  return answer.value.documents.map(({ fields }) => fields.title)
}

beforeAll(async () => {
  firestoreFake = await startFakeFirestore({ port: 0, file: join(folder, 'firestore.sqlite') })
  const { FIREBASE_SERVICE_ACCOUNT } = loadLocalSecrets(join(folder, 'secrets.json'), project)
  environment = {
    FIREBASE_PROJECT_ID: project,
    FIREBASE_SERVICE_ACCOUNT,
    FIRESTORE_URL: `http://${firestoreFake.host}`,
  }
  await storeTitle('as backed up')
  const backedUp = await run('backup', file)
  expect(backedUp).toMatchObject({ code: 0 })
  expect(backedUp.output).toContain(`${file} is complete and verified. Documents: 1.`)
})
afterAll(async () => {
  await firestoreFake.stop()
})

describe('a restore over existing data', () => {
  const replaceFlags = ['--replace', '--project', project]
  const another = ['--replace', '--project', 'demo-other']

  it.each<[string, number, string[], RegExp]>([
    ['without --replace', 1, [file], /Nothing was written: .* add --replace --project demo-live/],
    ['without the project’s name', 1, [file, '--replace'], /Nothing was written: .* add --project/],
    [
      'with another project’s name',
      1,
      [file, ...another],
      /Nothing was written: .* is demo-live, not demo-other/,
    ],
    [
      'with only the project’s name',
      1,
      [file, '--project', project],
      /Nothing was written: .* has documents that differ/,
    ],
    ['without a file', 2, replaceFlags, /npm run restore -- FILE/],
    ['with an unknown flag', 2, [file, ...replaceFlags, '--force'], /--force/],
  ])('is refused %s', async (_, exitCode, args, reason) => {
    await storeTitle('written since')
    const { code, output } = await run('restore', ...args)
    expect({ code, output }).toEqual({ code: exitCode, output: expect.stringMatching(reason) })
    expect(output).not.toContain('    at ')
    expect(await readTitles()).toEqual(['written since'])
  })

  it('overwrites only with --replace and the project’s name, and only reports in a dry run', async () => {
    await storeTitle('written since')
    const dry = await run('restore', file, ...replaceFlags, '--dry-run')
    expect(dry).toMatchObject({
      code: 0,
      output: expect.stringContaining('different  articles/one\n'),
    })
    expect(await readTitles()).toEqual(['written since'])
    const { code, output } = await run('restore', file, ...replaceFlags)
    expect({ code, output }).toEqual({
      code: 0,
      output: expect.stringContaining('Restored and verified. Documents: 1.'),
    })
    expect(await readTitles()).toEqual(['as backed up'])
  })
})

it('a dry run names the options that a restore over other data needs', async () => {
  await storeTitle('written since')
  const { code, output } = await run('restore', file, '--dry-run')
  expect({ code, output }).toEqual({
    code: 0,
    output: expect.stringMatching(
      /add --replace --project demo-live\.\n(.*\n)*Nothing was written\./,
    ),
  })
  expect(await readTitles()).toEqual(['written since'])
})

it('a restore into an empty database needs no flag', async () => {
  await storeTitle(null)
  expect(await run('restore', file)).toMatchObject({ code: 0 })
  expect(await readTitles()).toEqual(['as backed up'])
})

it('a backup refuses to overwrite a file, and needs a file name', async () => {
  expect(await run('backup', file)).toMatchObject({ code: 1 })
  const nowhere = await run('backup')
  expect(nowhere).toEqual({ code: 2, output: 'Usage: npm run backup -- FILE\n' })
  expect(existsSync(file)).toBe(true)
})
