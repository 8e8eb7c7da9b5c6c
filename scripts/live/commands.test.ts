/** `npm run backup` and `npm run restore` as an operator runs them, above all what stops the second. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FirestoreStandIn, startFirestoreStandIn } from '../local/firestore-stand-in/server.ts'
import { localSecrets } from '../local/secrets.ts'
import { connectFirestore } from '../site/firestore.ts'

const folder = mkdtempSync(join(tmpdir(), 'live-commands-'))
const file = join(folder, 'backup.gz')
const project = 'demo-live'
let standIn: FirestoreStandIn
let environment: Record<
  'FIREBASE_PROJECT_ID' | 'FIREBASE_SERVICE_ACCOUNT' | 'FIRESTORE_URL',
  string
>

async function run(command: 'backup' | 'restore', ...args: readonly string[]) {
  const child = spawn(process.execPath, [`scripts/live/${command}.ts`, ...args], {
    env: { ...process.env, ...environment },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk
    })
  }
  const [code] = await once(child, 'close')
  return { code, said }
}

async function store(title: string | null) {
  const article = 'articles/one'
  const write = title === null ? { remove: article } : { set: article, fields: { title } }
  const stored = await connectFirestore(environment).commit([write])
  if (!stored.ok) throw new Error(JSON.stringify(stored.failure))
}

async function titles() {
  const answer = await connectFirestore(environment).query({ collection: 'articles' })
  if (!answer.ok) throw new Error(JSON.stringify(answer.failure))
  return answer.value.documents.map(({ fields }) => fields.title)
}

beforeAll(async () => {
  standIn = await startFirestoreStandIn({ port: 0, file: join(folder, 'firestore.sqlite') })
  const { FIREBASE_SERVICE_ACCOUNT } = localSecrets(join(folder, 'secrets.json'), project)
  environment = {
    FIREBASE_PROJECT_ID: project,
    FIREBASE_SERVICE_ACCOUNT,
    FIRESTORE_URL: `http://${standIn.host}`,
  }
  await store('as backed up')
  const backedUp = await run('backup', file)
  expect(backedUp).toMatchObject({ code: 0 })
  expect(backedUp.said).toContain(`1 documents in ${file}, read back and whole.`)
})
afterAll(async () => {
  await standIn.stop()
  rmSync(folder, { recursive: true })
})

describe('a restore over what is there', () => {
  const named = ['--replace', '--project', project]
  const another = ['--replace', '--project', 'demo-other']

  it.each<[string, string[], RegExp]>([
    [
      'without the word for it',
      [file],
      /Nothing was written: .* add --replace --project demo-live/,
    ],
    ['without the project’s name', [file, '--replace'], /Nothing was written: .* with --project/],
    [
      'of another project',
      [file, ...another],
      /Nothing was written: .* is demo-live, and not demo-other/,
    ],
    [
      'with the project’s name alone',
      [file, '--project', project],
      /Nothing was written: .* is not empty/,
    ],
    ['from none', named, /npm run restore -- FILE/],
    ['with a flag that there is not', [file, ...named, '--force'], /--force/],
  ])('%s is refused', async (_, args, reason) => {
    await store('written since')
    const { code, said } = await run('restore', ...args)
    expect({ code, said }).toEqual({ code: 1, said: expect.stringMatching(reason) })
    expect(said).not.toContain('    at ')
    expect(await titles()).toEqual(['written since'])
  })

  it('is done where it is asked for by name, and only said by a dry run', async () => {
    await store('written since')
    const dry = await run('restore', file, ...named, '--dry-run')
    expect(dry).toMatchObject({ code: 0, said: expect.stringContaining('1 differ') })
    expect(await titles()).toEqual(['written since'])
    const { code, said } = await run('restore', file, ...named)
    expect({ code, said }).toEqual({
      code: 0,
      said: expect.stringContaining('Restored 1 documents, all equal.'),
    })
    expect(await titles()).toEqual(['as backed up'])
  })
})

it('a restore into an empty database needs no more than the file', async () => {
  await store(null)
  expect(await run('restore', file)).toMatchObject({ code: 0 })
  expect(await titles()).toEqual(['as backed up'])
})

it('a backup is not written over another, nor without a place to go to', async () => {
  expect(await run('backup', file)).toMatchObject({ code: 1 })
  const nowhere = await run('backup')
  expect(nowhere).toEqual({ code: 1, said: 'npm run backup -- FILE\n' })
  expect(existsSync(file)).toBe(true)
})
