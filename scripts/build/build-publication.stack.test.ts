import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Fields } from '../../functions/platform/adapters/firestore-values.ts'
import { loadContentCopy, readBody } from '../../src/content/content-copy.ts'
import { devEnvironment } from '../dev/dev-environment.ts'
import { requestRebuild } from '../dev/stack/stack-client.ts'
import { type BuildReport, reportPath } from './build-publication.ts'
import {
  client,
  commit,
  hashSite,
  listFiles,
  listSiteFiles,
  put,
  read,
  stack,
  waitForRebuilds,
} from './testing/stack-documents.ts'

const server = join(client, '..', 'server')

const write = (path: string, fields: Fields) => commit(put(path, fields))

const readSiteState = () =>
  new Map(
    [...hashSite()].map(([path, hash]) => {
      const writtenAt = statSync(join(client, path)).mtimeMs
      return [path, { hash, writtenAt }]
    }),
  )

const listPaths = () => listSiteFiles().map((file) => file.slice(client.length + 1))

const readModules = () =>
  listFiles(server)
    .filter((file) => file.endsWith('.mjs'))
    .map((file) => readFileSync(file, 'utf8'))

/** Files of the search index are compressed. */
function readText(path: string): string {
  const bytes = readFileSync(join(client, path))
  return (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('utf8')
}

/** In the file that it shares with others, with text of the same length. Returns whether the damage is still there. */
function damageBody(slug: string): () => boolean {
  const { BUILD_STATE } = stack.buildEnvironment
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

const report = (): BuildReport =>
  JSON.parse(readFileSync(reportPath(stack.buildEnvironment.BUILD_STATE), 'utf8'))

const fetchPage = async (path: string) => {
  const response = await fetch(stack.siteUrl + path)
  return { status: response.status, html: await response.text() }
}

beforeAll(waitForRebuilds)

describe('a build of unchanged content', () => {
  it('compiles nothing and touches no file', async () => {
    await requestRebuild(stack)
    const before = readSiteState()
    await requestRebuild(stack)
    expect(report()).toMatchObject({ hasCompiled: false, changed: 0, written: 0, removed: 0 })
    expect(readSiteState()).toEqual(before)
  })

  it('finishes an interrupted build', async () => {
    const before = hashSite()
    const removedFiles = ['latest.html', 'fathers-in-pencil.html', 'sealed/fathers-in-pencil']
    for (const file of removedFiles) rmSync(join(client, file))
    writeFileSync(join(client, 'about.html'), 'half a pa')
    writeFileSync(join(client, 'about.html.1234.draft'), 'half a page')
    writeFileSync(join(client, 'withdrawn-meanwhile.html'), 'never noted')
    rmSync(join(stack.buildEnvironment.BUILD_STATE, 'files'))
    await requestRebuild(stack)
    expect(hashSite()).toEqual(before)
  })

  it('keeps exactly the scripts, styles and fonts that are used', async () => {
    const files = listPaths()
    const assets = files.filter((path) => path.startsWith('_astro/'))
    const texts = files
      .filter((path) => /\.(?:html|js|css)$/.test(path))
      .map((path) => readFileSync(join(client, path), 'utf8'))
    const named = new Set(
      [...texts, ...readModules()].flatMap((text) =>
        [...text.matchAll(/[\w.-]+\.(?:js|css|woff2)\b/g)].map(([name]) => `_astro/${name}`),
      ),
    )
    const pages = texts.flatMap((text) =>
      [...text.matchAll(/\/(_astro\/[\w./-]+\.(?:js|css|woff2))/g)].map((match) => match[1]!),
    )
    expect(pages.length).toBeGreaterThan(0)
    expect(pages.filter((path) => !files.includes(path))).toEqual([])
    expect(assets.filter((path) => !named.has(path))).toEqual([])
  })
})

describe('a build that cannot rely on the last one', () => {
  /** Like `npm run build`, without the tests' own variables. Returns the output. */
  async function build(...args: readonly string[]): Promise<string> {
    const env = { PATH: devEnvironment.PATH, ...stack.buildEnvironment }
    const { stdout } = await execa(process.execPath, ['scripts/build/build-site.ts', ...args], {
      env,
      extendEnv: false,
    })
    return stdout
  }

  it('reports removed files, and starts over', async () => {
    const before = hashSite()
    rmSync(client, { recursive: true })
    const output = await build()
    expect(output).toMatch(/files are missing .+ such as client\/_astro\/.+\. Starting over/)
    expect(report()).toMatchObject({ hasCompiled: true, changed: 0 })
    expect(hashSite()).toEqual(before)
  })

  it('renders every page, body and search entry again with --full', async () => {
    // Only a full build finds what other tests edited or removed by hand.
    await build('--full')
    const before = hashSite()
    const { BUILD_STATE } = stack.buildEnvironment
    const [part] = readdirSync(join(BUILD_STATE, 'search'))
    const damaged = [
      join(client, 'about.html'),
      join(client, 'sealed/fathers-in-pencil'),
      join(BUILD_STATE, 'search', part!, 'pagefind-entry.json'),
    ]
    for (const path of damaged) writeFileSync(path, 'damaged')
    const isBodyDamaged = damageBody('fathers-in-pencil')
    await build()
    const leftDamaged = damaged.filter((path) => readFileSync(path, 'utf8') === 'damaged')
    const wasBodyDamaged = isBodyDamaged()
    await build('--full')
    expect(leftDamaged).toEqual(damaged)
    expect([wasBodyDamaged, isBodyDamaged()]).toEqual([true, false])
    expect(report()).toMatchObject({ hasCompiled: true, changed: 0 })
    expect(hashSite()).toEqual(before)
  })
})

describe('the search index', () => {
  it('is the same when rebuilt from scratch', async () => {
    const before = hashSite()
    rmSync(join(stack.buildEnvironment.BUILD_STATE, 'search'), { recursive: true })
    rmSync(join(client, 'pagefind'), { recursive: true })
    await requestRebuild(stack)
    expect(hashSite()).toEqual(before)
  })

  it('changes in a few files only when an article does', async () => {
    const path = 'articles/fathers-in-pencil'
    const original = await read(path)
    const before = readSiteState()
    await write(path, { ...original, dek: 'A dek about a quokka' })
    await requestRebuild(stack)
    const changed = [...readSiteState()].filter(
      ([file, { writtenAt }]) =>
        file.startsWith('pagefind/') && before.get(file)?.writtenAt !== writtenAt,
    )
    expect(changed.filter(([file]) => file.includes('/fragment/'))).toHaveLength(1)
    // Lists of words, filters and pages, and what refers to them.
    expect(changed.length).toBeLessThan(12)
    await write(path, original)
    await requestRebuild(stack)
    expect(hashSite()).toEqual(new Map([...before].map(([file, { hash }]) => [file, hash])))
  })
})

describe('the Worker’s code', () => {
  it('includes the Markdown pipeline, and nothing that reads the build’s files', () => {
    const texts = readModules()
    expect(texts.some((text) => text.includes('pullquote_open'))).toBe(true)
    expect(texts.filter((text) => /content-copy\.recent|BUILD_STATE/.test(text))).toEqual([])
  })
})

describe('the browsers’ code', () => {
  const scripts = () =>
    listPaths()
      .filter((path) => path.endsWith('.js'))
      .map((path) => ({ path, text: readFileSync(join(client, path), 'utf8') }))

  it('has inline styles last in the head, allowed without hashes', () => {
    // A hash would make browsers ignore 'unsafe-inline'.
    const isStyled = (html: string) =>
      /<style>.{1000,}<\/style><\/head>/s.test(html) &&
      /style-src 'self' 'unsafe-inline' *;/.test(html)
    const pages = listPaths().filter((path) => path.endsWith('.html'))
    const unstyled = pages.filter((path) => !isStyled(readFileSync(join(client, path), 'utf8')))
    expect(unstyled).toEqual([])
  })

  it('contains no schemas and no source maps', () => {
    expect(scripts().filter(({ text }) => text.includes('ZodError'))).toEqual([])
    expect(listPaths().filter((path) => path.endsWith('.map'))).toEqual([])
  })

  it('contains Firebase in one file only, loaded by the sign-in form', () => {
    const firebase = scripts().filter(({ text }) => text.includes('identitytoolkit'))
    expect(firebase.map(({ path }) => path)).toEqual([
      expect.stringMatching(/^_astro\/firebase-auth\./),
    ])
  })
})

describe('withdrawing an article', () => {
  const slug = 'fathers-in-pencil'
  let original: Fields | undefined

  afterAll(async () => {
    if (!original) return
    await write(`articles/${slug}`, original)
    await requestRebuild(stack)
  })

  const findMentions = () => listPaths().filter((path) => readText(path).includes(slug))

  it('removes its page, sealed body, search entry and every mention in one build', async () => {
    original = await read(`articles/${slug}`)
    const headline = String(original.title)
    const entries = () =>
      listPaths().filter(
        (path) => path.startsWith('pagefind/') && readText(path).includes(headline),
      )
    expect(entries()).toHaveLength(1)
    expect((await fetchPage(`/${slug}`)).status).toBe(200)
    const month = (original.publishedAt as Date).toISOString().slice(0, 7)
    const feed = `category/${original.category}/feed`
    expect(findMentions()).toEqual(expect.arrayContaining([feed, `sitemaps/${month}.xml`]))
    await write(`articles/${slug}`, { ...original, status: 'withdrawn' })
    await requestRebuild(stack)

    expect((await fetchPage(`/${slug}`)).status).toBe(404)
    expect(existsSync(join(client, `${slug}.html`))).toBe(false)
    expect(existsSync(join(client, 'sealed', slug))).toBe(false)
    expect(findMentions()).toEqual([])
    expect(entries()).toEqual([])
  })

  it('is undone by publishing it again', async () => {
    await write(`articles/${slug}`, original!)
    await requestRebuild(stack)
    expect((await fetchPage(`/${slug}`)).status).toBe(200)
    expect(existsSync(join(client, 'sealed', slug))).toBe(true)
    expect((await fetchPage(`/category/${original!.category}`)).html).toContain(slug)
  })
})

describe('content that the build doesn’t know', () => {
  const paths = ['articles/broken-one', 'authors/broken-two', 'articles/strange-one']

  afterAll(async () => {
    await commit(...paths.map((path) => ({ remove: path })))
    await requestRebuild(stack)
  })

  it('stops no build: what can’t be parsed is left out, and the report says why', async () => {
    await write(paths[0]!, { title: 'Half a document', status: 'published' })
    await write(paths[1]!, { name: '' })
    const strange = { category: 'gossip', tags: ['atlantis', 'nepal'], authors: ['nobody'] }
    const title = 'A story of a removed category'
    const [known] = loadContentCopy(stack.buildEnvironment.BUILD_STATE)!.articles.keys()
    const original = await read(`articles/${known}`)
    await write(paths[2]!, { ...original, title, ...strange, publishedAt: new Date() })
    await requestRebuild(stack)
    const report = readFileSync(reportPath(stack.buildEnvironment.BUILD_STATE), 'utf8')
    const problems = JSON.parse(report).problems.join('\n')
    expect(problems).toContain('articles/broken-one is left out: body:')
    expect(problems).toContain('authors/broken-two is left out: name:')
    expect(problems).toContain('articles/strange-one is shown without category "gossip"')
    expect(problems).toContain('articles/strange-one is shown without tag "atlantis"')
    expect(problems).toContain('articles/strange-one is shown without author "nobody"')
    for (const path of ['/latest', '/tag/nepal', '/strange-one']) {
      const { status, html } = await fetchPage(path)
      expect([path, status, html.includes(title)]).toEqual([path, 200, true])
    }
    expect((await fetchPage('/broken-one')).status).toBe(404)
    await write(paths[2]!, { ...original, ...strange, status: 'withdrawn' })
    await requestRebuild(stack)
    expect((await fetchPage('/strange-one')).status).toBe(404)
  })
})
