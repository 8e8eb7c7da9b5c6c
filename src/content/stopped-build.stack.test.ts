/**
 * Builds that are killed: the site that was live is served all the while, and the next build is as
 * whole as if there had been none before it.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Fields } from '../../functions/adapters/firestore-values.ts'
import { rebuild, runningStack } from '../../scripts/local/running-stack.ts'
import { connectFirestore } from '../../scripts/site/firestore.ts'
import { builtFile } from '../contracts/built.ts'
import { reportPath } from './build.ts'

const stack = runningStack()
const { BUILD_OUTPUT, BUILD_STATE } = stack.buildEnvironment
const firestore = connectFirestore(stack.buildEnvironment)
const client = join(BUILD_OUTPUT, 'client')
const slug = 'fathers-in-pencil'
const dek = 'What was changed before the build was killed'
let original: Fields

async function write(fields: Fields) {
  const path = `articles/${slug}`
  const stored = await firestore.commit([{ set: path, fields, serverTimes: ['updatedAt'] }])
  if (!stored.ok) throw new Error(JSON.stringify(stored.failure))
}

/** Every file of the site but the note of its time. */
function site(): Map<string, string> {
  const files = readdirSync(client, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name !== builtFile)
    .map((entry) => join(entry.parentPath, entry.name))
  return new Map(
    files.map((file) => [
      file.slice(client.length + 1),
      createHash('sha256').update(readFileSync(file)).digest('hex'),
    ]),
  )
}

/** Makes a build kill itself before it puts that many files in place, and count them otherwise. */
const mortality = (files: number) =>
  `data:text/javascript,${encodeURIComponent(`
  import fs from 'node:fs'
  import { syncBuiltinESMExports } from 'node:module'
  const { renameSync } = fs
  let files = 0
  fs.renameSync = (...paths) => {
    if (++files === ${files}) process.kill(process.pid, 'SIGKILL')
    renameSync(...paths)
  }
  syncBuiltinESMExports()
  process.on('exit', () => console.log('files in place: ' + files))
`)}`

type Ending = {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly output: string
}

/** Builds in a process of its own, as the stack does. */
async function build(
  args: readonly string[],
  onOutput: (output: string, kill: () => void) => void = () => {},
): Promise<Ending> {
  const child = spawn(process.execPath, [...args, 'scripts/site/build-process.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
    env: {
      ...process.env,
      ...stack.buildEnvironment,
      NODE_ENV: 'production',
      ASTRO_TELEMETRY_DISABLED: '1',
      FORCE_COLOR: '0',
    },
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk
    // With all that it has started itself.
    onOutput(output, () => process.kill(-child.pid!, 'SIGKILL'))
  })
  const [code, signal] = await once(child, 'close')
  return { code, signal, output }
}

const killedBefore = (files: number) => build(['--import', mortality(files)])

const live = async () =>
  Promise.all(
    [`/${slug}`, '/', '/latest', '/feed', `/${builtFile}`].map(async (path) => {
      const response = await fetch(stack.siteUrl + path)
      return [path, response.status, await response.text()] as const
    }),
  )

beforeAll(async () => {
  await rebuild(stack)
  const stored = await firestore.get(`articles/${slug}`)
  if (!stored.ok || !stored.value) throw new Error('the article is not there')
  original = stored.value.fields
})
afterAll(async () => {
  await write(original)
  await rebuild(stack)
})

describe('a build that is killed', () => {
  let unchanged: Map<string, string>
  let changed: Map<string, string>
  let files: number

  beforeAll(async () => {
    unchanged = site()
    await write({ ...original, dek })
    const { code, output } = await build(['--import', mortality(0)])
    expect(code).toBe(0)
    files = Number(/files in place: (\d+)/.exec(output)![1])
    changed = site()
    await write(original)
    await rebuild(stack)
    expect(site()).toEqual(unchanged)
  })

  it('again and again, each time a little later, leaves the site as it was', async () => {
    expect(files).toBeGreaterThan(25)
    const before = await live()
    await write({ ...original, dek })
    for (const moment of [1, 2, 4, 8]) {
      expect((await killedBefore(moment)).signal).toBe('SIGKILL')
      expect(await live()).toEqual(before)
    }
    await rebuild(stack)
    expect(site()).toEqual(changed)
    expect((await live())[0]![2]).toContain(dek)
  })

  it('before its last notes leaves nothing to do but them', async () => {
    const before = await live()
    await write(original)
    // The note of what it holds, and the report.
    expect((await killedBefore(files - 1)).signal).toBe('SIGKILL')
    expect(await live()).toEqual(before)
    await rebuild(stack)
    expect(site()).toEqual(unchanged)
    expect((await live())[0]![2]).not.toContain(dek)
  })

  it('while its templates are compiled leaves the site as it was', async () => {
    const before = await live()
    rmSync(join(BUILD_STATE, 'compiled'), { recursive: true })
    const { signal } = await build([], (output, kill) => /built in/.test(output) && kill())
    expect(signal).toBe('SIGKILL')
    expect(await live()).toEqual(before)
    await rebuild(stack)
    expect(JSON.parse(readFileSync(reportPath(BUILD_STATE), 'utf8'))).toMatchObject({
      compiled: true,
    })
    expect(site()).toEqual(unchanged)
  })
})
