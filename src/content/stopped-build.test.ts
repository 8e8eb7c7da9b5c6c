/**
 * A build that dies at any of its steps: the next one makes exactly the site that it would have made
 * of the content alone. Every write and removal is tried; only the templates and Pagefind are stood in
 * for. What real processes do when they are killed: stopped-build.stack.test.ts.
 */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { CompiledSite } from './compiled-site.ts'
import { parseBuildEnvironment } from './environment.ts'
import { digestOf, type Mirror } from './mirror.ts'
import { writeSite } from './site-files.ts'
import type { ContentSource, SourceDocument } from './source.ts'
import { syncMirror } from './sync.ts'

const death = vi.hoisted(() => ({ step: 0, at: Number.POSITIVE_INFINITY, seen: new Set<string>() }))

/** From the step of its death on nothing is done any more, and of that step at most a part. */
vi.mock('node:fs', async (importOriginal) => {
  const fs = await importOriginal<typeof import('node:fs')>()
  type Work = (...args: never[]) => unknown
  const mortal = (name: keyof typeof fs, half: Work = () => {}) => [
    name,
    (...args: never[]) => {
      death.seen.add(name)
      death.step++
      if (death.step === death.at) half(...args)
      if (death.step >= death.at) throw new Error('killed')
      return (fs[name] as Work)(...args)
    },
  ]
  return {
    ...fs,
    ...Object.fromEntries([
      mortal('writeFileSync', ((path: string, content: string | Uint8Array) =>
        fs.writeFileSync(path, content.slice(0, content.length / 2))) as Work),
      mortal('rmSync', ((path: string) => {
        const folder = fs.statSync(path, { throwIfNoEntry: false })?.isDirectory()
        const [first] = folder ? fs.readdirSync(path) : []
        if (first) fs.rmSync(`${path}/${first}`, { recursive: true })
      }) as Work),
      ...(['renameSync', 'mkdirSync', 'rmdirSync', 'unlinkSync'] as const).map((name) =>
        mortal(name),
      ),
    ]),
  }
})

/** What was added, in two files named by it. */
vi.mock('pagefind', () => ({
  close: async () => {},
  createIndex: async () => {
    const added: string[] = []
    const files = () => [
      { path: 'pagefind.js', content: Buffer.from('the engine') },
      { path: 'pagefind-entry.json', content: Buffer.from(added.join()) },
      { path: `fragment/en_${digestOf(added)}.pf_fragment`, content: Buffer.from(added.join()) },
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

const folder = mkdtempSync(join(tmpdir(), 'stopped-build-'))
const places = join(folder, 'places')
const asBuilt = join(folder, 'as-built')
const environment = parseBuildEnvironment({
  SITE_URL: 'http://localhost',
  FIREBASE_PROJECT_ID: 'demo',
  FIREBASE_API_KEY: 'key',
  FIREBASE_SERVICE_ACCOUNT: '{}',
  SEALING_KEYS: `1:${Buffer.alloc(32).toString('base64url')}`,
  BUILD_STATE: join(places, 'state'),
  BUILD_OUTPUT: join(places, 'output'),
})
const client = join(environment.BUILD_OUTPUT, 'client')

const now = new Date('2026-11-01T00:00:00Z')
const picture = { id: 'a-0123456789abcdef', alt: 'A', credit: 'B', width: 3, height: 2 }
const writer = {
  name: 'A. Writer',
  role: 'Writer',
  place: 'Dhaka',
  portrait: picture,
  body: 'Bio.',
}
const article = (status: string, tags: readonly string[]) => ({
  title: 'A title',
  dek: 'A dek',
  body: 'Open.\n\n<!-- more -->\n\nClosed.',
  category: 'food',
  tags,
  authors: ['a-writer'],
  image: picture,
  status,
  publishedAt: now,
})

type Content = Readonly<Record<string, object>>
const before: Content = {
  'authors/a-writer': writer,
  'articles/stays': article('published', []),
  'articles/goes': article('published', ['india']),
  'articles/comes': article('draft', []),
}
/** One is withdrawn, the only one with a tag, and another published. */
const after: Content = {
  ...before,
  'articles/goes': article('withdrawn', ['india']),
  'articles/comes': article('published', []),
}

const sourceOf = (content: Content): ContentSource =>
  async function* (collection) {
    const documents = Object.entries(content)
      .map(([path, fields]) => [path.split('/'), { ...fields, updatedAt: now }] as const)
      .filter(([[name]]) => name === collection)
      .map(([[, id], fields]): SourceDocument => ({ id: id!, fields }))
    yield { documents, readAt: now }
  }

/** A page an article, a list of all, which says what it depends on, and one that does not; feeds of tags. */
function templates({ articles }: Mirror): CompiledSite {
  const all = [...articles.values()].sort((one, other) => (one.slug < other.slug ? -1 : 1))
  const page = (file: string, of: typeof all, isKeyed = true) => ({
    file,
    cacheKey: isKeyed ? digestOf(of.map(({ digest }) => digest)) : undefined,
    render: async () => Buffer.from(JSON.stringify(of)),
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
  return { id: 'templates', pages: async () => pages }
}

/** Dies before this step, or not at all. */
async function build(content: Content, at = Number.POSITIVE_INFINITY) {
  Object.assign(death, { step: 0, at, seen: new Set() })
  const built = (async () => {
    const { mirror } = await syncMirror(environment, sourceOf(content))
    await writeSite(environment, mirror, templates(mirror))
  })()
  const died = await built.then(
    () => false,
    (error: Error) => {
      if (error.message !== 'killed') throw error
      return true
    },
  )
  const { step: steps, seen } = death
  Object.assign(death, { at: Number.POSITIVE_INFINITY })
  return { died, steps, seen }
}

/** Every file with its content, and every folder. */
function site(): Record<string, string> {
  const entries = readdirSync(client, { withFileTypes: true, recursive: true })
  return Object.fromEntries(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name)
      return [
        path.slice(client.length),
        entry.isFile() ? digestOf(readFileSync(path, 'latin1')) : 'a folder',
      ]
    }),
  )
}

function putBack() {
  rmSync(places, { recursive: true, force: true })
  cpSync(asBuilt, places, { recursive: true })
}

describe('a build that withdraws an article and publishes another', () => {
  let siteBefore: Record<string, string>
  let siteAfter: Record<string, string>
  let steps: number

  beforeAll(async () => {
    mkdirSync(client, { recursive: true })
    await build(before)
    siteBefore = site()
    cpSync(places, asBuilt, { recursive: true })
    const undisturbed = await build(after)
    siteAfter = site()
    steps = undisturbed.steps
    expect([...undisturbed.seen].sort()).toEqual(
      ['mkdirSync', 'renameSync', 'rmSync', 'rmdirSync', 'unlinkSync', 'writeFileSync'].sort(),
    )
    expect(Object.keys(siteBefore)).toEqual(expect.arrayContaining(['/goes.html', '/tag']))
    expect(Object.keys(siteAfter)).toEqual(expect.arrayContaining(['/comes.html', '/sealed/comes']))
    expect(Object.keys(siteAfter).filter((path) => /goes|tag/.test(path))).toEqual([])
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it.each([
    ['makes the same site', after, () => siteAfter],
    ['leaves no trace where all was taken back meanwhile', before, () => siteBefore],
  ] as const)('is stopped at any step, and the next one %s', async (_, content, wanted) => {
    expect(steps).toBeGreaterThan(30)
    for (let at = 1; at <= steps; at++) {
      putBack()
      expect(await build(after, at)).toMatchObject({ died: true })
      await build(content)
      expect({ at, site: site() }).toEqual({ at, site: wanted() })
    }
  })
})
