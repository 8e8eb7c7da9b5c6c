/**
 * Interrupts a build at every write and removal: the next build must make the same site as one from scratch. Templates
 * and Pagefind are fakes. interrupted-build.stack.test.ts stops a real build.
 */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { parseBuildEnvironment } from '../../src/content/build-environment.ts'
import { type ContentCopy, computeDigest } from '../../src/content/content-copy.ts'
import type { CompiledTemplates } from './compiled-templates.ts'
import type { ContentSource, SourceDocument } from './content-source.ts'
import { writeSite } from './site-files.ts'
import { syncContent } from './sync-content.ts'
import { article, author, start } from './testing/content-sync-harness.ts'

const crash = vi.hoisted(() => ({
  step: 0,
  crashStep: Number.POSITIVE_INFINITY,
  seen: new Set<string>(),
}))

/** The step that crashes is half done, and no later step runs. */
vi.mock('node:fs', async (importOriginal) => {
  const fs = await importOriginal<typeof import('node:fs')>()
  type Work = (...args: never[]) => unknown
  const failing = (name: keyof typeof fs, partialWork: Work = () => {}) => [
    name,
    (...args: never[]) => {
      crash.seen.add(name)
      crash.step++
      if (crash.step === crash.crashStep) partialWork(...args)
      if (crash.step >= crash.crashStep) throw new Error('killed')
      return (fs[name] as Work)(...args)
    },
  ]
  return {
    ...fs,
    ...Object.fromEntries([
      failing('writeFileSync', ((path: string, content: string | Uint8Array) =>
        fs.writeFileSync(path, content.slice(0, content.length / 2))) as Work),
      failing('rmSync', ((path: string) => {
        const folder = fs.statSync(path, { throwIfNoEntry: false })?.isDirectory()
        const [first] = folder ? fs.readdirSync(path) : []
        if (first) fs.rmSync(`${path}/${first}`, { recursive: true })
      }) as Work),
      ...(['renameSync', 'mkdirSync', 'rmdirSync', 'unlinkSync', 'writeSync'] as const).map(
        (name) => failing(name),
      ),
    ]),
  }
})

vi.mock('pagefind', () => ({
  close: async () => {},
  createIndex: async () => {
    const added: string[] = []
    const files = () => [
      { path: 'pagefind.js', content: Buffer.from('the engine') },
      { path: 'pagefind-entry.json', content: Buffer.from(added.join()) },
      {
        path: `fragment/en_${computeDigest(added)}.pf_fragment`,
        content: Buffer.from(added.join()),
      },
    ]
    const index = {
      addHTMLFile: async ({ content }: { content: string }) => {
        added.push(content)
        return { errors: [] }
      },
      getFiles: async () => ({ files: files(), errors: [] }),
      deleteIndex: async () => {},
    }
    return { index, errors: [] }
  },
}))

const folder = mkdtempSync(join(tmpdir(), 'interrupted-build-'))
const folders = join(folder, 'places')
const snapshot = join(folder, 'as-built')
const environment = parseBuildEnvironment({
  SITE_URL: 'http://localhost',
  FIREBASE_PROJECT_ID: 'demo',
  FIREBASE_API_KEY: 'key',
  FIREBASE_SERVICE_ACCOUNT: '{}',
  SEALING_KEYS: `1:${Buffer.alloc(32).toString('base64url')}`,
  BUILD_STATE: join(folders, 'state'),
  BUILD_OUTPUT: join(folders, 'output'),
})
const client = join(environment.BUILD_OUTPUT, 'client')

type Content = Readonly<Record<string, object>>
/** The first build's content, whose bodies share a file. */
const first: Content = {
  'authors/a-writer': author,
  'articles/stays': article,
  'articles/goes-too': article,
  'articles/comes': { ...article, status: 'draft' },
}
const before: Content = {
  ...first,
  'articles/goes': { ...article, tags: ['india'] },
}
/** Withdraws the only article with a tag and one whose body shares a file, and publishes another. */
const after: Content = {
  ...before,
  'articles/goes': { ...article, tags: ['india'], status: 'withdrawn' },
  'articles/goes-too': { ...article, status: 'withdrawn' },
  'articles/comes': article,
}

const createSource = (content: Content): ContentSource =>
  async function* (collection) {
    const documents = Object.entries(content)
      .map(([path, fields]) => [path.split('/'), { ...fields, updatedAt: start }] as const)
      .filter(([[name]]) => name === collection)
      .map(([[, id], fields]): SourceDocument => ({ id: id!, fields }))
    yield { documents, readAt: start }
  }

function createTemplates({ articles }: ContentCopy): CompiledTemplates {
  const all = [...articles.values()].sort((one, other) => (one.slug < other.slug ? -1 : 1))
  const page = (file: string, of: typeof all, isKeyed = true) => ({
    file,
    cacheKey: isKeyed ? computeDigest(of.map(({ digest }) => digest)) : undefined,
    render: async () => Buffer.from(JSON.stringify(of.map(({ slug, digest }) => [slug, digest]))),
  })
  const tags = new Set(all.flatMap((one) => one.tags))
  const pages = [
    page('index.html', all, false),
    page('latest.html', all),
    ...all.map((one) => page(`${one.slug}.html`, [one])),
    ...[...tags].map((tag) => {
      const tagged = all.filter((one) => one.tags.includes(tag))
      return page(`tag/${tag}/feed`, tagged)
    }),
  ]
  return { id: 'templates', listPages: async () => pages }
}

async function build(content: Content, crashStep = Number.POSITIVE_INFINITY) {
  Object.assign(crash, { step: 0, crashStep, seen: new Set() })
  const built = (async () => {
    const { contentCopy } = await syncContent(environment, createSource(content))
    await writeSite(environment, contentCopy, createTemplates(contentCopy))
  })()
  const hasCrashed = await built.then(
    () => false,
    (error: Error) => {
      if (error.message !== 'killed') throw error
      return true
    },
  )
  const { step, seen } = crash
  Object.assign(crash, { crashStep: Number.POSITIVE_INFINITY })
  return { hasCrashed, steps: step, seen }
}

function readSite(): Record<string, string> {
  const entries = readdirSync(client, { withFileTypes: true, recursive: true })
  return Object.fromEntries(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name)
      return [
        path.slice(client.length),
        entry.isFile() ? computeDigest(readFileSync(path, 'latin1')) : 'a folder',
      ]
    }),
  )
}

function restoreSnapshot() {
  rmSync(folders, { recursive: true, force: true })
  cpSync(snapshot, folders, { recursive: true })
}

describe('a build that withdraws an article and publishes another', () => {
  let siteBefore: Record<string, string>
  let siteAfter: Record<string, string>
  let steps: number

  beforeAll(async () => {
    mkdirSync(client, { recursive: true })
    await build(first)
    await build(before)
    siteBefore = readSite()
    cpSync(folders, snapshot, { recursive: true })
    const uninterrupted = await build(after)
    siteAfter = readSite()
    steps = uninterrupted.steps
    expect([...uninterrupted.seen].sort()).toEqual(
      [
        'mkdirSync',
        'renameSync',
        'rmSync',
        'rmdirSync',
        'unlinkSync',
        'writeFileSync',
        'writeSync',
      ].sort(),
    )
    expect(Object.keys(siteBefore)).toEqual(expect.arrayContaining(['/goes.html', '/tag']))
    expect(Object.keys(siteAfter)).toEqual(expect.arrayContaining(['/comes.html', '/sealed/comes']))
    expect(Object.keys(siteAfter).filter((path) => /goes|tag/.test(path))).toEqual([])
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it.each([
    ['makes the same site', after, () => siteAfter],
    ['leaves no trace if the change was undone', before, () => siteBefore],
  ] as const)(
    'can be interrupted at any step, and the next build %s',
    async (_, content, wanted) => {
      expect(steps).toBeGreaterThan(30)
      for (let crashStep = 1; crashStep <= steps; crashStep++) {
        restoreSnapshot()
        expect(await build(after, crashStep)).toMatchObject({ hasCrashed: true })
        await build(content)
        expect({ crashStep, site: readSite() }).toEqual({ crashStep, site: wanted() })
      }
    },
  )
})
