import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { compiledPath, loadCompiledTemplates } from './compiled-templates.ts'
import { startWritingPages } from './write-pages.ts'

const origin = 'https://example.com'
const names = Array.from({ length: 300 }, (_, index) => `page-${index}`)

/** Creates a module as Astro compiles it, for pages that show their own address. */
const createEntry = (failingPage: string) => `
  const toRoute = (name) => ({
    routeData: {
      type: 'page', route: '/' + name, pathname: '/' + name, prerender: true, fallbackRoutes: [],
    },
    styles: [],
  })
  export const app = {
    manifest: {
      routes: ${JSON.stringify(names)}.map(toRoute),
      renderers: [],
      csp: { styleHashes: [], styleDirective: { hashes: [], resources: [] } },
    },
    setInternals() {},
    setOptions() {},
    async render(request) {
      const { pathname } = new URL(request.url)
      if (pathname === '${failingPage}') throw new Error('failed on purpose')
      return new Response('<h1>' + pathname + '</h1>')
    },
  }`

let folder: string
let site: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'write-pages-'))
  site = join(folder, 'site')
})
afterEach(() => rmSync(folder, { recursive: true }))

function writeTemplates(failingPage = '') {
  const compiled = compiledPath(folder)
  mkdirSync(compiled)
  writeFileSync(join(compiled, 'entry.mjs'), createEntry(failingPage))
  const record = { id: 'templates', entry: 'entry.mjs', scripts: [] }
  writeFileSync(join(compiled, 'compilation.json'), JSON.stringify(record))
}

async function writePages(threads: number, existing: readonly string[] = []) {
  const { listPages } = await loadCompiledTemplates(folder, origin, [])
  const pending = (await listPages()).map(({ file, render }) => ({
    file,
    exists: existing.includes(file),
    createContent: render,
  }))
  const writing = startWritingPages(site, pending, { state: folder, origin, tags: [] }, threads)
  try {
    return (await writing.finish()).written
  } finally {
    await writing.stop()
  }
}

const readPages = () =>
  Object.fromEntries(
    readdirSync(site).map((file) => [file, readFileSync(join(site, file), 'utf8')]),
  )

describe.each([1, 2, 4])('%i threads', (threads) => {
  it('write each page once', async () => {
    writeTemplates()
    expect(await writePages(threads)).toBe(names.length)
    expect(readPages()).toEqual(
      Object.fromEntries(names.map((name) => [`${name}.html`, `<h1>/${name}.html</h1>`])),
    )
  })

  it('don’t rewrite files that haven’t changed', async () => {
    writeTemplates()
    mkdirSync(site)
    writeFileSync(join(site, 'page-1.html'), '<h1>/page-1.html</h1>')
    writeFileSync(join(site, 'page-2.html'), 'older')
    const written = await writePages(threads, ['page-1.html', 'page-2.html'])
    expect(written).toBe(names.length - 1)
    expect(readPages()['page-2.html']).toBe('<h1>/page-2.html</h1>')
  })

  it('stop at a page that can’t be rendered', async () => {
    writeTemplates('/page-200.html')
    await expect(writePages(threads)).rejects.toThrow('failed on purpose')
  })
})

it('writing fails if a thread can’t load the templates', async () => {
  const pending = [{ file: 'a.html', exists: false, createContent: async () => 'a' }]
  const missing = { state: join(folder, 'missing'), origin, tags: [] }
  const writing = startWritingPages(site, pending, missing, 2)
  await expect(writing.finish()).rejects.toThrow('No compiled templates found')
  await writing.stop()
})
