/** The index as the build makes it and as the browser's own search reads it: no part is stood in for. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openSearchEngine, type SearchEngine } from '../browser/search-engine.ts'
import { highlight } from '../features/search/highlight.ts'
import { noFilters } from '../features/search/search-request.ts'
import { emptyMirror, keepBody, type Mirror } from './mirror.ts'
import { cutIntoParts, searchFiles } from './search-index.ts'

const folder = mkdtempSync(join(tmpdir(), 'search-'))
const state = join(folder, 'state')
/** So small that a few articles make several parts. */
const sizes = { least: 4, most: 12, oneIn: 4 }

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const picture = { id: 'x', alt: '', credit: '', width: 1, height: 1 } as never

function publish(mirror: Mirror, number: number, leadIn = `<p>Word${number} of a lead-in.</p>`) {
  const slug = `story-${number}`
  mirror.articles.set(slug, {
    slug,
    digest: `${slug} ${leadIn}`,
    title: `The title of story ${number} & <others>`,
    dek: `What ${number} is about, "in short"`,
    category: number % 2 ? 'food' : 'politics',
    editorsPick: number === 3,
    tags: number % 3 ? [] : ['sriLanka'],
    authors: ['asha-rao'],
    image: picture,
    access: 'metered',
    status: 'published',
    corrections: [],
    publishedAt: new Date(Date.UTC(2024, 11, number)),
    words: 100,
    bodyFile: keepBody(state, slug, String(leadIn.length), { leadIn, rest: '<p>secretword</p>' }),
  })
}

function publicationOf(count: number): Mirror {
  const mirror = emptyMirror('test', 'demo')
  mirror.authors.set('asha-rao', {
    slug: 'asha-rao',
    digest: '1',
    name: 'Asha Rāo',
    role: '',
    place: '',
    portrait: picture,
    html: '',
  })
  for (let number = 1; number <= count; number++) publish(mirror, number)
  return mirror
}

async function filesOf(mirror: Mirror, where = state): Promise<Map<string, string>> {
  const files = await searchFiles(where, mirror, sizes)
  return new Map(
    await Promise.all(
      files.map(
        async ({ file, make }) =>
          [file, Buffer.from(await make()).toString('base64')] as [string, string],
      ),
    ),
  )
}

const partNames = (files: Map<string, string>) =>
  JSON.parse(Buffer.from(files.get('pagefind/parts.json')!, 'base64').toString())

describe('the parts', () => {
  const slugs = fc.uniqueArray(fc.stringMatching(/^[a-z]{3,8}$/), { maxLength: 300 })
  const asItems = (names: string[]) => names.map((slug) => ({ slug }))

  it('hold every article once and in order, none beyond the most', () => {
    fc.assert(
      fc.property(slugs, (names) => {
        const parts = cutIntoParts(asItems(names), sizes)
        expect(parts.flat().map(({ slug }) => slug)).toEqual(names)
        for (const part of parts.slice(0, -1)) {
          expect(part.length).toBeGreaterThanOrEqual(sizes.least)
        }
        for (const part of parts) expect(part.length).toBeLessThanOrEqual(sizes.most)
      }),
    )
  })

  it('stay as they are but for the last one when an article is added', () => {
    fc.assert(
      fc.property(slugs, fc.stringMatching(/^[A-Z]{3,8}$/), (names, added) => {
        const before = cutIntoParts(asItems(names), sizes)
        const after = cutIntoParts(asItems([...names, added]), sizes)
        expect(after.slice(0, before.length - 1)).toEqual(before.slice(0, -1))
      }),
    )
  })
})

describe('the files', () => {
  it('are the same whether made at once or in steps', async () => {
    const inSteps = publicationOf(17)
    await filesOf(inSteps)
    publish(inSteps, 18)
    publish(inSteps, 5, '<p>Corrected.</p>')
    await filesOf(inSteps)
    publish(inSteps, 5)
    publish(inSteps, 19)
    inSteps.articles.delete('story-19')
    const fresh = join(folder, 'fresh')
    expect(await filesOf(inSteps)).toEqual(await filesOf(publicationOf(18), state))
    const elsewhere = publicationOf(18)
    mkdirSync(fresh, { recursive: true })
    for (const article of elsewhere.articles.values()) {
      const leadIn = `<p>Word${article.slug.slice(6)} of a lead-in.</p>`
      keepBody(fresh, article.slug, String(leadIn.length), { leadIn, rest: '' })
    }
    expect(await filesOf(elsewhere, fresh)).toEqual(await filesOf(inSteps))
  })

  it('of the archive stay untouched when an article is published', async () => {
    const mirror = publicationOf(30)
    const before = partNames(await filesOf(mirror))
    expect(before.archive.length).toBeGreaterThan(1)
    publish(mirror, 31)
    const after = partNames(await filesOf(mirror))
    expect(after.recent).not.toBe(before.recent)
    expect(after.archive.slice(-before.archive.length)).toEqual(before.archive)
  })

  it('change in one part, or the one beside it, when an article is withdrawn', async () => {
    const mirror = publicationOf(60)
    const before: string[] = partNames(await filesOf(mirror)).archive
    mirror.articles.delete('story-9')
    const after: string[] = partNames(await filesOf(mirror)).archive
    expect(before.filter((part) => !after.includes(part)).length).toBeLessThanOrEqual(2)
  })
})

describe('the search over all parts', () => {
  let engine: SearchEngine
  let open: () => Promise<SearchEngine>
  let site: Map<string, string>
  const parts = join(folder, 'site')
  // Pagefind's script is loaded from a file here: Node imports nothing over HTTP.
  const server = createServer(({ url = '' }, response) => {
    const bytes = site.get(url.slice(1).split('?')[0]!)
    response.statusCode = bytes === undefined ? 404 : 200
    response.end(bytes === undefined ? '' : Buffer.from(bytes, 'base64'))
  })

  const find = async (query: string, filters = {}) => {
    const answer = await engine.search(query, { ...noFilters, ...filters })
    return answer.load(0, 100)
  }
  const slugsOf = async (query: string, filters = {}) =>
    (await find(query, filters)).map(({ slug }) => slug)

  beforeAll(async () => {
    site = await filesOf(publicationOf(30))
    const script = join(parts, 'pagefind', 'pagefind.mjs')
    mkdirSync(dirname(script), { recursive: true })
    writeFileSync(script, Buffer.from(site.get('pagefind/pagefind.js')!, 'base64'))
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as AddressInfo
    open = () => openSearchEngine(`http://127.0.0.1:${port}`, () => import(script))
    engine = await open()
  })
  afterAll(() => void server.close())

  it('finds words of titles and lead-ins, old and new', async () => {
    expect(await slugsOf('word2')).toContain('story-2')
    expect(await slugsOf('word30')).toEqual(['story-30'])
    expect((await engine.search('title', noFilters)).total).toBe(30)
  })

  it('does not take a word that is not there for a shorter one that is', async () => {
    // Parts without “word29” have “word2” or “word”.
    expect(await slugsOf('word29')).toEqual(['story-29'])
    expect(await slugsOf('titlest')).toEqual([])
    expect(await slugsOf('storybook')).toEqual([])
  })

  it('finds words by their beginning, as they are typed', async () => {
    expect((await slugsOf('lead-i')).length).toBe(30)
    expect((await slugsOf('tit')).length).toBe(30)
  })

  it('finds authors, with and without their accents, and tags', async () => {
    expect(await slugsOf('asha rao word7')).toContain('story-7')
    expect(await slugsOf('Rāo word7')).toContain('story-7')
    expect((await find('sri lanka')).length).toBe(10)
  })

  it('narrows by each filter, and lists the newest first where nothing else is asked', async () => {
    expect(await slugsOf('title', { category: 'editors-picks' })).toEqual(['story-3'])
    expect(await slugsOf('', { tag: 'sriLanka', category: 'food' })).toEqual(
      [27, 21, 15, 9, 3].map((number) => `story-${number}`),
    )
    expect(await slugsOf('', { year: '2023' })).toEqual([])
    expect((await slugsOf('', { author: 'asha-rao' })).length).toBe(30)
  })

  it('knows nothing of what stands behind a lead-in', async () => {
    expect(await slugsOf('secretword')).toEqual([])
    expect(
      [...site.values()].some((bytes) => Buffer.from(bytes, 'base64').includes('secret')),
    ).toBe(false)
  })

  it('tells in which words of title, dek and lead-in it found them', async () => {
    const [hit] = await find('story word30 about others')
    const { title, dek, passage } = highlight(hit!)
    const marked = (pieces: readonly { text: string; isMatch: boolean }[] | null) =>
      pieces!.map(({ text, isMatch }) => (isMatch ? `[${text}]` : text)).join('')
    expect(marked(title)).toBe('The title of [story] 30 & [<others>]')
    expect(marked(dek)).toBe('What 30 is [about,] "in short"')
    expect(marked(passage)).toBe('[Word30] of a lead-in.')
    expect(hit!.filters).toMatchObject({ author: ['asha-rao'], day: ['2024-12-30'] })
  })

  it.each(['<img src=x onerror=alert(1)>', '😀', '"', '"""', '\\', '*', '%', 'a'.repeat(200)])(
    'takes %j without harm',
    async (query) => {
      await expect(find(query)).resolves.toBeInstanceOf(Array)
    },
  )

  it('does not take files that cannot be had for nothing found', async () => {
    const whole = site
    const opened = await open()
    // Pagefind says there what it passes over.
    const said = vi.spyOn(console, 'error').mockReturnValue()
    site = new Map()
    await expect(opened.search('word12', noFilters)).rejects.toThrow()
    await expect(open()).rejects.toThrow()
    said.mockRestore()
    site = whole
    expect((await opened.search('word12', noFilters)).total).toBe(1)
  })

  it('does not take an index that has been replaced for nothing found', async () => {
    const whole = site
    site = new Map(whole).set('pagefind/parts.json', btoa('{"recent":"another","archive":[]}'))
    await expect(engine.search('xylophone', noFilters)).rejects.toThrow('changed')
    site = whole
  })
})
