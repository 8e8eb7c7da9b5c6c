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
const successor = 'published-before-the-build-was-killed'
let original: Fields

/** One of the two is published, and the other withdrawn. */
async function publishAlone(published: string) {
  const writes = [slug, successor].map((each) => ({
    set: `articles/${each}`,
    fields: { ...original, status: each === published ? 'published' : 'withdrawn' },
    serverTimes: ['updatedAt'],
  }))
  const stored = await firestore.commit(writes)
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

/** Files put in place, files and folders of the site removed, and its note of what it holds. */
type Step = 'write' | 'removal' | 'note'

/** Makes a build kill itself before its step of that number, and count its steps otherwise. */
const mortality = (step: Step, number: number) =>
  `data:text/javascript,${encodeURIComponent(`
  import fs from 'node:fs'
  import { syncBuiltinESMExports } from 'node:module'
  const done = { write: 0, removal: 0, note: 0 }
  const count = (step) => {
    if (++done[step] === ${number} && step === '${step}') process.kill(process.pid, 'SIGKILL')
  }
  const { renameSync, rmSync, rmdirSync } = fs
  fs.renameSync = (from, to) => {
    count('write')
    if (String(to).endsWith('${builtFile}')) count('note')
    renameSync(from, to)
  }
  for (const [name, remove] of Object.entries({ rmSync, rmdirSync })) {
    fs[name] = (path, options) => {
      if (String(path).startsWith(${JSON.stringify(client)})) count('removal')
      remove(path, options)
    }
  }
  syncBuiltinESMExports()
  process.on('exit', () => console.log('done: ' + JSON.stringify(done)))
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

const killedBefore = (step: Step, number: number) => build(['--import', mortality(step, number)])

/** But for the two articles: what is published is readable before it is built. */
const live = async () =>
  Promise.all(
    ['/', '/latest', '/feed', `/${builtFile}`].map(async (path) => {
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
  await publishAlone(slug)
  await firestore.commit([{ remove: `articles/${successor}` }])
  await rebuild(stack)
})

describe('a build that withdraws an article, publishes another and is killed', () => {
  let unchanged: Map<string, string>
  let changed: Map<string, string>
  let done: Record<Step, number>

  const pages = () => [slug, successor].map((each) => site().has(`${each}.html`))

  beforeAll(async () => {
    unchanged = site()
    await publishAlone(successor)
    const { code, output } = await killedBefore('write', 0)
    expect(code).toBe(0)
    done = JSON.parse(/done: (.+)/.exec(output)![1]!)
    changed = site()
    await publishAlone(slug)
    await rebuild(stack)
    expect(site()).toEqual(unchanged)
  })

  it('again and again, each time a little later, leaves the site as it was', async () => {
    expect(done.write).toBeGreaterThan(25)
    const before = await live()
    await publishAlone(successor)
    for (const moment of [1, 2, 4, 8]) {
      expect((await killedBefore('write', moment)).signal).toBe('SIGKILL')
      expect(await live()).toEqual(before)
    }
    await rebuild(stack)
    expect(site()).toEqual(changed)
    expect(pages()).toEqual([false, true])
  })

  it('among its removals and before its last notes leaves nothing to do but the rest', async () => {
    // Its page, its sealed body and its entry in the search index at the least.
    expect(done.removal).toBeGreaterThan(2)
    const before = await live()
    await publishAlone(slug)
    // The first time before any, then after one.
    for (const moment of [1, 2]) {
      expect((await killedBefore('removal', moment)).signal).toBe('SIGKILL')
      expect(await live()).toEqual(before)
    }
    expect((await killedBefore('note', 1)).signal).toBe('SIGKILL')
    expect(await live()).toEqual(before)
    await rebuild(stack)
    expect(site()).toEqual(unchanged)
    expect(pages()).toEqual([true, false])
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
