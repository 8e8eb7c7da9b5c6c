/** Kills builds: the live site stays available meanwhile, and the next build is complete. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Fields } from '../../functions/platform/adapters/firestore-values.ts'
import { loadContentCopy, readBody } from '../../src/content/content-copy.ts'
import { buildTimestampFile } from '../../src/contracts/site-files/build-timestamp.ts'
import { devEnvironment, extendEnvironment } from '../dev/dev-environment.ts'
import { requestRebuild } from '../dev/stack/stack-client.ts'
import { reportPath } from './build-publication.ts'
import {
  client,
  commit,
  forgetContent,
  hashSite,
  put,
  read,
  stack,
  waitForRebuilds,
} from './testing/stack-documents.ts'

const { BUILD_STATE } = stack.buildEnvironment
const slug = 'fathers-in-pencil'
const otherSlug = 'published-before-the-build-was-killed'
let original: Fields

const publishOnly = (published: string) =>
  commit(
    ...[slug, otherSlug].map((each) => {
      const status = each === published ? 'published' : 'withdrawn'
      return put(`articles/${each}`, { ...original, status })
    }),
  )

/** Counted steps: files written, files and folders removed, the timestamp written. */
type Step = 'write' | 'removal' | 'note'

/** A module that kills the build before this step, or else prints the number of steps. */
const killBefore = (step: Step, number: number) =>
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
    if (String(to).endsWith('${buildTimestampFile}')) count('note')
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

type BuildExit = {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly output: string
}

async function build(
  args: readonly string[] = [],
  onOutput: (output: string, kill: () => void) => void = () => {},
): Promise<BuildExit> {
  const child = spawn(process.execPath, [...args, 'scripts/build/build-process.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
    env: extendEnvironment({
      ...stack.buildEnvironment,
      NODE_ENV: 'production',
      ASTRO_TELEMETRY_DISABLED: '1',
      FORCE_COLOR: '0',
    }),
  })
  let output = ''
  let isKilled = false
  const kill = () => {
    // Output may still arrive once the process has ended.
    if (!isKilled) process.kill(-child.pid!, 'SIGKILL')
    isKilled = true
  }
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk
    onOutput(output, kill)
  })
  const [code, signal] = await once(child, 'close')
  return { code, signal, output }
}

const buildAndKillBefore = (step: Step, number: number) =>
  build(['--import', killBefore(step, number)])

/** Those that only a build changes: the Worker renders new articles and landing pages before they are built. */
const fetchLivePages = async () =>
  Promise.all(
    ['/about', '/sitemap.xml', '/recommendation-candidates.json', `/${buildTimestampFile}`].map(
      async (path) => {
        const response = await fetch(stack.siteUrl + path)
        return [path, response.status, await response.text()] as const
      },
    ),
  )

/** In the file that it shares with others, with text of the same length. Returns whether the damage is still there. */
function damageBody(slug: string): () => boolean {
  const read = () => {
    const article = loadContentCopy(BUILD_STATE)!.articles.get(slug)!
    return { ...article.bodyPlace, ...readBody(BUILD_STATE, article) }
  }
  const { file, offset, freePreview } = read()
  const opened = openSync(join(BUILD_STATE, 'bodies', file), 'r+')
  writeSync(opened, Buffer.from('<p>damaged'), 0, 10, offset)
  closeSync(opened)
  return () => read().freePreview === `<p>damaged${freePreview.slice(10)}`
}

beforeAll(async () => {
  await waitForRebuilds()
  forgetContent()
  await build()
  original = await read(`articles/${slug}`)
})
afterAll(async () => {
  await publishOnly(slug)
  await commit({ remove: `articles/${otherSlug}` })
  await requestRebuild(stack)
})

describe('a killed build that withdraws one article and publishes another', () => {
  let unchanged: Map<string, string>
  let changed: Map<string, string>
  let stepCounts: Record<Step, number>

  const pages = () => [slug, otherSlug].map((each) => hashSite().has(`${each}.html`))

  beforeAll(async () => {
    unchanged = hashSite()
    await publishOnly(otherSlug)
    const { code, output } = await buildAndKillBefore('write', 0)
    expect(code).toBe(0)
    stepCounts = JSON.parse(/done: (.+)/.exec(output)![1]!)
    changed = hashSite()
    await publishOnly(slug)
    await build()
    expect(hashSite()).toEqual(unchanged)
  })

  it('leaves the site unchanged until it removes files', async () => {
    expect(stepCounts.write).toBeGreaterThan(25)
    const before = await fetchLivePages()
    await publishOnly(otherSlug)
    expect((await buildAndKillBefore('write', 8)).signal).toBe('SIGKILL')
    expect(await fetchLivePages()).toEqual(before)
    await build()
    expect(hashSite()).toEqual(changed)
    expect(pages()).toEqual([false, true])
  })

  it('is finished by the next one if killed during removals or before the timestamp', async () => {
    // At least its page, its encrypted body and its search entry.
    expect(stepCounts.removal).toBeGreaterThan(2)
    const before = await fetchLivePages()
    await publishOnly(slug)
    // After one removal.
    expect((await buildAndKillBefore('removal', 2)).signal).toBe('SIGKILL')
    expect(await fetchLivePages()).toEqual(before)
    expect((await buildAndKillBefore('note', 1)).signal).toBe('SIGKILL')
    expect(await fetchLivePages()).toEqual(before)
    await build()
    expect(hashSite()).toEqual(unchanged)
    expect(pages()).toEqual([true, false])
  })
})

describe('a full build', () => {
  /** Like `npm run build -- --full`, without the tests' own variables. */
  const buildFull = () =>
    execa(process.execPath, ['scripts/build/build-site.ts', '--full'], {
      env: { PATH: devEnvironment.PATH, ...stack.buildEnvironment },
      extendEnv: false,
    })

  it('renders every page, body and search entry again, also if one was killed while compiling', async () => {
    const before = hashSite()
    const live = await fetchLivePages()
    const [part] = readdirSync(join(BUILD_STATE, 'search'))
    const damaged = [
      join(client, 'about.html'),
      join(client, 'sealed/fathers-in-pencil'),
      join(BUILD_STATE, 'search', part!, 'pagefind-entry.json'),
    ]
    for (const path of damaged) writeFileSync(path, 'damaged')
    const isBodyDamaged = damageBody('fathers-in-pencil')
    await build()
    expect(damaged.filter((path) => readFileSync(path, 'utf8') === 'damaged')).toEqual(damaged)
    expect(isBodyDamaged()).toBe(true)

    rmSync(join(BUILD_STATE, 'compiled'), { recursive: true })
    const { signal } = await build([], (output, kill) => /built in/.test(output) && kill())
    expect(signal).toBe('SIGKILL')
    expect(await fetchLivePages()).toEqual(live)

    await buildFull()
    expect(isBodyDamaged()).toBe(false)
    expect(JSON.parse(readFileSync(reportPath(BUILD_STATE), 'utf8'))).toMatchObject({
      hasCompiled: true,
      changed: 0,
    })
    expect(hashSite()).toEqual(before)
  })
})
