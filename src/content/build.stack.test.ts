import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import type { Fields } from '../../functions/adapters/firestore-values.ts'
import { rebuild, runningStack } from '../../scripts/local/running-stack.ts'
import { connectFirestore } from '../../scripts/site/firestore.ts'
import { builtFile } from '../contracts/built.ts'
import { type BuildReport, reportPath } from './build.ts'

const execute = promisify(execFile)
const stack = runningStack()
const firestore = connectFirestore(stack.buildEnvironment)
const client = join(stack.buildEnvironment.BUILD_OUTPUT, 'client')

async function read(path: string): Promise<Fields> {
  const document = await firestore.get(path)
  if (!document.ok || !document.value) throw new Error(`${path} is not there`)
  return document.value.fields
}

async function write(path: string, fields: Fields) {
  const stored = await firestore.commit([{ set: path, fields, serverTimes: ['updatedAt'] }])
  if (!stored.ok) throw new Error(JSON.stringify(stored.failure))
}

type FileState = { readonly hash: string; readonly writtenAt: number }

/** But for the note of when it was built. */
function stateOfSite(): Map<string, FileState> {
  const files = readdirSync(client, { withFileTypes: true, recursive: true })
  return new Map(
    files
      // All but the note that says when it was built.
      .filter((entry) => entry.isFile() && entry.name !== builtFile)
      .map((entry) => {
        const path = join(entry.parentPath, entry.name)
        const hash = createHash('sha256').update(readFileSync(path)).digest('hex')
        return [path.slice(client.length + 1), { hash, writtenAt: statSync(path).mtimeMs }]
      }),
  )
}

/** Of a file of the site; those of the search index are compressed. */
function textOf(path: string): string {
  const bytes = readFileSync(join(client, path))
  return (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('utf8')
}

function bodyFileOf(slug: string): string {
  const files = readdirSync(join(stack.buildEnvironment.BUILD_STATE, 'bodies'))
  return files.find((file) => file.startsWith(`${slug}.`))!
}

const hashes = () => new Map([...stateOfSite()].map(([path, { hash }]) => [path, hash]))

const report = (): BuildReport =>
  JSON.parse(readFileSync(reportPath(stack.buildEnvironment.BUILD_STATE), 'utf8'))

const pageOf = async (path: string) => {
  const response = await fetch(stack.siteUrl + path)
  return { status: response.status, html: await response.text() }
}

describe('a build of unchanged content', () => {
  it('compiles nothing and touches no file', async () => {
    await rebuild(stack)
    const before = stateOfSite()
    await rebuild(stack)
    expect(report()).toMatchObject({ compiled: false, changed: 0, written: 0, removed: 0 })
    expect(stateOfSite()).toEqual(before)
  })

  it('finishes what an earlier one, stopped half-way, left undone', async () => {
    const before = hashes()
    const lost = ['latest.html', 'fathers-in-pencil.html', 'sealed/fathers-in-pencil']
    for (const file of lost) rmSync(join(client, file))
    writeFileSync(join(client, 'about.html'), 'half a pa')
    writeFileSync(join(client, 'about.html.1234.draft'), 'half a page')
    writeFileSync(join(client, 'withdrawn-meanwhile.html'), 'never noted')
    rmSync(join(stack.buildEnvironment.BUILD_STATE, 'files'))
    await rebuild(stack)
    expect(hashes()).toEqual(before)
  })

  it('makes the same pages with kept templates as with new ones', async () => {
    const before = hashes()
    rmSync(join(stack.buildEnvironment.BUILD_STATE, 'compiled'), { recursive: true })
    await rebuild(stack)
    expect(report()).toMatchObject({ compiled: true, written: 0 })
    expect(hashes()).toEqual(before)
  })

  it('leaves every script, style and font that a page names in place, and no other', async () => {
    const files = [...stateOfSite().keys()]
    const assets = files.filter((path) => path.startsWith('_astro/'))
    const texts = files
      .filter((path) => /\.(?:html|js|css)$/.test(path))
      .map((path) => readFileSync(join(client, path), 'utf8'))
    const server = join(client, '..', 'server')
    const bundled = readdirSync(server, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.name.endsWith('.mjs'))
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    const named = new Set(
      [...texts, ...bundled].flatMap((text) =>
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
  /** As `npm run build` does, without the variables of the tests' own process. Answers what it printed. */
  async function build(...args: readonly string[]): Promise<string> {
    const env = { PATH: process.env.PATH, ...stack.buildEnvironment }
    const { stdout } = await execute(process.execPath, ['scripts/site/build.ts', ...args], { env })
    return stdout
  }

  it('says that its files were removed, and starts over', async () => {
    const before = hashes()
    rmSync(client, { recursive: true })
    const output = await build()
    expect(output).toMatch(/files are missing .+ such as client\/_astro\/.+: starting over/)
    expect(report()).toMatchObject({ compiled: true, changed: 0 })
    expect(hashes()).toEqual(before)
  })

  it('renders every page, body and search entry again where it is to be full', async () => {
    // What other tests edited or removed by hand is known to a full build alone.
    await build('--full')
    const before = hashes()
    const { BUILD_STATE } = stack.buildEnvironment
    const [part] = readdirSync(join(BUILD_STATE, 'search'))
    const damaged = [
      join(client, 'about.html'),
      join(client, 'sealed/fathers-in-pencil'),
      join(BUILD_STATE, 'bodies', bodyFileOf('fathers-in-pencil')),
      join(BUILD_STATE, 'search', part!, 'pagefind-entry.json'),
    ]
    const damage = JSON.stringify({ leadIn: 'damaged', rest: 'damaged' })
    for (const path of damaged) writeFileSync(path, damage)
    await build()
    const leftDamaged = damaged.filter((path) => readFileSync(path, 'utf8') === damage)
    await build('--full')
    expect(leftDamaged).toEqual(damaged)
    expect(report()).toMatchObject({ compiled: true, changed: 0 })
    expect(hashes()).toEqual(before)
    // Three builds, two of which compile.
  }, 120_000)
})

describe('the search index', () => {
  it('is the same when everything is indexed anew', async () => {
    const before = hashes()
    rmSync(join(stack.buildEnvironment.BUILD_STATE, 'search'), { recursive: true })
    rmSync(join(client, 'pagefind'), { recursive: true })
    await rebuild(stack)
    expect(hashes()).toEqual(before)
  })

  it('changes in a few files when an article does', async () => {
    const path = 'articles/fathers-in-pencil'
    const original = await read(path)
    const before = stateOfSite()
    await write(path, { ...original, dek: 'A dek about a quokka' })
    await rebuild(stack)
    const changed = [...stateOfSite()].filter(
      ([file, { writtenAt }]) =>
        file.startsWith('pagefind/') && before.get(file)?.writtenAt !== writtenAt,
    )
    expect(changed.filter(([file]) => file.includes('/fragment/'))).toHaveLength(1)
    // Lists of words, of filters and of pages; and what names them.
    expect(changed.length).toBeLessThan(12)
    await write(path, original)
    await rebuild(stack)
    expect(hashes()).toEqual(new Map([...before].map(([file, { hash }]) => [file, hash])))
  })
})

describe('what the edge loads', () => {
  const server = join(client, '..', 'server')

  it('has the pipeline of the build in it, and nothing that reads the build’s own files', () => {
    const modules = readdirSync(server, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.name.endsWith('.mjs'))
      .map((entry) => join(entry.parentPath, entry.name))
    const texts = modules.map((path) => readFileSync(path, 'utf8'))
    expect(texts.some((text) => text.includes('pullquote_open'))).toBe(true)
    expect(texts.filter((text) => /mirror\.recent|BUILD_STATE/.test(text))).toEqual([])
  })
})

describe('what browsers load', () => {
  const scripts = () =>
    [...stateOfSite().keys()]
      .filter((path) => path.endsWith('.js'))
      .map((path) => ({ path, text: readFileSync(join(client, path), 'utf8') }))

  it('has its styles last in the head, under a policy that allows them by no hash', () => {
    // With a hash beside it, browsers would pay no heed to 'unsafe-inline'.
    const isStyled = (html: string) =>
      /<style>.{1000,}<\/style><\/head>/s.test(html) &&
      /style-src 'self' 'unsafe-inline' *;/.test(html)
    const pages = [...stateOfSite().keys()].filter((path) => path.endsWith('.html'))
    const unstyled = pages.filter((path) => !isStyled(readFileSync(join(client, path), 'utf8')))
    expect(unstyled).toEqual([])
  })

  it('has no schemas in it, and no source maps beside it', () => {
    expect(scripts().filter(({ text }) => text.includes('ZodError'))).toEqual([])
    expect([...stateOfSite().keys()].filter((path) => path.endsWith('.map'))).toEqual([])
  })

  it('has Firebase in one file alone, which the sign-in form asks for', () => {
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
    await rebuild(stack)
  })

  const mentions = () => [...stateOfSite().keys()].filter((path) => textOf(path).includes(slug))

  it('takes its page, its sealed body, its search entry and every mention of it away in one build', async () => {
    original = await read(`articles/${slug}`)
    const headline = String(original.title)
    const entries = () =>
      [...stateOfSite().keys()].filter(
        (path) => path.startsWith('pagefind/') && textOf(path).includes(headline),
      )
    expect(entries()).toHaveLength(1)
    expect((await pageOf(`/${slug}`)).status).toBe(200)
    const month = (original.publishedAt as Date).toISOString().slice(0, 7)
    const feed = `category/${original.category}/feed`
    expect(mentions()).toEqual(expect.arrayContaining([feed, `sitemaps/${month}.xml`]))
    await write(`articles/${slug}`, { ...original, status: 'withdrawn' })
    await rebuild(stack)

    expect((await pageOf(`/${slug}`)).status).toBe(404)
    expect(existsSync(join(client, `${slug}.html`))).toBe(false)
    expect(existsSync(join(client, 'sealed', slug))).toBe(false)
    expect(mentions()).toEqual([])
    expect(entries()).toEqual([])
  })

  it('and publishing it again brings them back', async () => {
    await write(`articles/${slug}`, original!)
    await rebuild(stack)
    expect((await pageOf(`/${slug}`)).status).toBe(200)
    expect(existsSync(join(client, 'sealed', slug))).toBe(true)
    expect((await pageOf(`/category/${original!.category}`)).html).toContain(slug)
  })
})

describe('a document that fails its schema', () => {
  const paths = ['articles/broken-one', 'authors/broken-two']

  afterAll(async () => {
    await firestore.commit(paths.map((path) => ({ remove: path })))
    await rebuild(stack)
  })

  it('fails the build with path, field and reason; the live site stays', async () => {
    const before = stateOfSite()
    await write(paths[0]!, { title: 'Half a document', status: 'published' })
    await write(paths[1]!, { name: '' })
    const message = await rebuild(stack).then(
      () => '',
      (error: Error) => error.message,
    )
    expect(message).toContain('articles/broken-one: body:')
    expect(message).toContain('articles/broken-one: category:')
    expect(message).toContain('authors/broken-two: name:')
    expect(stateOfSite()).toEqual(before)
    expect((await pageOf('/')).status).toBe(200)
    expect((await pageOf('/broken-one')).status).toBe(404)
  })
})
