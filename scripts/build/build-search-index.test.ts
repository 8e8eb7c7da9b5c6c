/** Builds the real index and searches it with the browser's own code, without fakes. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openSearchEngine, type SearchEngine } from '../../src/browser/search-engine.ts'
import type { BodyPlace, ContentCopy, StoredBody } from '../../src/content/content-copy.ts'
import { highlightHit } from '../../src/features/search/highlight-matches.ts'
import { noFilters } from '../../src/features/search/search-request.ts'
import { buildSearchFiles, cutAtBoundaries } from './build-search-index.ts'
import { createBodyWriter } from './write-bodies.ts'
import { createContentCopy } from './write-content-copy.ts'

const folder = mkdtempSync(join(tmpdir(), 'search-'))
const state = join(folder, 'state')
const sizes = { minSize: 4, maxSize: 12, boundaryRate: 4 }

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const image = { id: 'x', alt: '', credit: '', width: 1, height: 1 } as never

function addArticle(
  contentCopy: ContentCopy,
  number: number,
  freePreview = `<p>Word${number} of a free preview.</p>`,
) {
  const slug = `story-${number}`
  contentCopy.articles.set(slug, {
    slug,
    digest: `${slug} ${freePreview}`,
    title: `The title of story ${number} & <others>`,
    dek: `What ${number} is about, "in short"`,
    category: number % 2 ? 'food' : 'politics',
    editorsPick: number === 3,
    tags: number % 3 ? [] : ['sriLanka'],
    authors: ['asha-rao'],
    image,
    access: 'metered',
    status: 'published',
    corrections: [],
    publishedAt: new Date(Date.UTC(2024, 11, number)),
    words: 100,
    links: [],
    bodyId: String(freePreview.length),
    bodyPlace: storeBody(state, { freePreview, rest: '<p>secretword</p>' }),
  })
}

function storeBody(where: string, body: StoredBody): BodyPlace {
  const bodies = createBodyWriter(where)
  const place = bodies.add(body)
  bodies.flush()
  return place
}

function createContentCopyWith(count: number): ContentCopy {
  const contentCopy = createContentCopy('test', 'demo')
  contentCopy.authors.set('asha-rao', {
    slug: 'asha-rao',
    digest: '1',
    name: 'Asha Rāo',
    role: '',
    place: '',
    portrait: image,
    html: '',
  })
  contentCopy.tags.set('sriLanka', {
    slug: 'sriLanka',
    digest: '1',
    name: 'Sri Lanka',
    description: 'A tag',
    order: 1,
  })
  for (let number = 1; number <= count; number++) addArticle(contentCopy, number)
  return contentCopy
}

async function buildFiles(contentCopy: ContentCopy, where = state): Promise<Map<string, string>> {
  const files = await buildSearchFiles(where, contentCopy, sizes)
  return new Map(
    await Promise.all(
      files.map(
        async ({ file, createContent }) =>
          [file, Buffer.from(await createContent()).toString('base64')] as [string, string],
      ),
    ),
  )
}

const readPartNames = (files: Map<string, string>) =>
  JSON.parse(Buffer.from(files.get('pagefind/parts.json')!, 'base64').toString())

describe('the parts of the search index', () => {
  const slugs = fc.uniqueArray(fc.stringMatching(/^[a-z]{3,8}$/), { maxLength: 300 })
  const asItems = (names: string[]) => names.map((slug) => ({ slug }))

  it('contain every article once and in order, within the maximum size', () => {
    fc.assert(
      fc.property(slugs, (names) => {
        const parts = cutAtBoundaries(asItems(names), sizes)
        expect(parts.flat().map(({ slug }) => slug)).toEqual(names)
        for (const part of parts.slice(0, -1)) {
          expect(part.length).toBeGreaterThanOrEqual(sizes.minSize)
        }
        for (const part of parts) expect(part.length).toBeLessThanOrEqual(sizes.maxSize)
      }),
    )
  })

  it('stay the same when an article is added, except the last part', () => {
    fc.assert(
      fc.property(slugs, fc.stringMatching(/^[A-Z]{3,8}$/), (names, added) => {
        const before = cutAtBoundaries(asItems(names), sizes)
        const after = cutAtBoundaries(asItems([...names, added]), sizes)
        expect(after.slice(0, before.length - 1)).toEqual(before.slice(0, -1))
      }),
    )
  })
})

describe('the search index’s files', () => {
  it('are the same whether built together or in steps', async () => {
    const inSteps = createContentCopyWith(17)
    await buildFiles(inSteps)
    addArticle(inSteps, 18)
    addArticle(inSteps, 5, '<p>Corrected.</p>')
    await buildFiles(inSteps)
    addArticle(inSteps, 5)
    addArticle(inSteps, 19)
    inSteps.articles.delete('story-19')
    const fresh = join(folder, 'fresh')
    expect(await buildFiles(inSteps)).toEqual(await buildFiles(createContentCopyWith(18), state))
    const elsewhere = createContentCopyWith(18)
    mkdirSync(fresh, { recursive: true })
    for (const [slug, article] of elsewhere.articles) {
      const freePreview = `<p>Word${slug.slice(6)} of a free preview.</p>`
      elsewhere.articles.set(slug, {
        ...article,
        bodyPlace: storeBody(fresh, { freePreview, rest: '' }),
      })
    }
    expect(await buildFiles(elsewhere, fresh)).toEqual(await buildFiles(inSteps))
  })

  it('don’t change for older articles when an article is published', async () => {
    const contentCopy = createContentCopyWith(30)
    const before = readPartNames(await buildFiles(contentCopy))
    expect(before.archive.length).toBeGreaterThan(1)
    addArticle(contentCopy, 31)
    const after = readPartNames(await buildFiles(contentCopy))
    expect(after.recent).not.toBe(before.recent)
    expect(after.archive.slice(-before.archive.length)).toEqual(before.archive)
  })

  it('change at most two parts when an article is withdrawn', async () => {
    const contentCopy = createContentCopyWith(60)
    const before: string[] = readPartNames(await buildFiles(contentCopy)).archive
    contentCopy.articles.delete('story-9')
    const after: string[] = readPartNames(await buildFiles(contentCopy)).archive
    expect(before.filter((part) => !after.includes(part)).length).toBeLessThanOrEqual(2)
  })
})

describe('the search over all parts', () => {
  let engine: SearchEngine
  let open: () => Promise<SearchEngine>
  let site: Map<string, string>
  const parts = join(folder, 'site')
  // Pagefind's script is imported from a file, because Node can't import over HTTP.
  const server = createServer(({ url = '' }, response) => {
    const bytes = site.get(url.slice(1).split('?')[0]!)
    response.statusCode = bytes === undefined ? 404 : 200
    response.end(bytes === undefined ? '' : Buffer.from(bytes, 'base64'))
  })

  const search = async (query: string, filters = {}) => {
    const answer = await engine.search(query, { ...noFilters, ...filters })
    return answer.load(0, 100)
  }
  const searchSlugs = async (query: string, filters = {}) =>
    (await search(query, filters)).map(({ slug }) => slug)

  beforeAll(async () => {
    const contentCopy = createContentCopyWith(30)
    addArticle(contentCopy, 8, '<p>Word8 of a free preview. कालापन</p>')
    addArticle(contentCopy, 9, '<p>Word9 of a free preview. कलम</p>')
    site = await buildFiles(contentCopy)
    const script = join(parts, 'pagefind', 'pagefind.mjs')
    mkdirSync(dirname(script), { recursive: true })
    writeFileSync(script, Buffer.from(site.get('pagefind/pagefind.js')!, 'base64'))
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as AddressInfo
    open = () => openSearchEngine(`http://127.0.0.1:${port}`, () => import(script))
    engine = await open()
  })
  afterAll(() => void server.close())

  it('finds words in titles and free previews, old and new', async () => {
    expect(await searchSlugs('word2')).toContain('story-2')
    expect(await searchSlugs('word30')).toEqual(['story-30'])
    expect((await engine.search('title', noFilters)).total).toBe(30)
  })

  it('doesn’t fall back to shorter words', async () => {
    // Parts without “word29” have “word2” or “word”.
    expect(await searchSlugs('word29')).toEqual(['story-29'])
    expect(await searchSlugs('titlest')).toEqual([])
    expect(await searchSlugs('storybook')).toEqual([])
  })

  it('finds words by prefix', async () => {
    expect((await searchSlugs('free previ')).length).toBe(30)
    expect((await searchSlugs('tit')).length).toBe(30)
  })

  it('finds authors, with and without their accents, and tags', async () => {
    expect(await searchSlugs('asha rao word7')).toContain('story-7')
    expect(await searchSlugs('Rāo word7')).toContain('story-7')
    expect((await search('sri lanka')).length).toBe(10)
  })

  it('distinguishes words that differ by an Indic vowel sign', async () => {
    expect(await searchSlugs('काल')).toEqual(['story-8'])
    expect(await searchSlugs('कलम')).toEqual(['story-9'])
  })

  it('applies each filter, and lists the newest first without a query', async () => {
    expect(await searchSlugs('title', { category: 'editors-picks' })).toEqual(['story-3'])
    expect(await searchSlugs('', { tag: 'sriLanka', category: 'food' })).toEqual(
      [27, 21, 15, 9, 3].map((number) => `story-${number}`),
    )
    expect(await searchSlugs('', { year: '2023' })).toEqual([])
    expect((await searchSlugs('', { author: 'asha-rao' })).length).toBe(30)
  })

  it('finds nothing after the free preview', async () => {
    expect(await searchSlugs('secretword')).toEqual([])
    expect(
      [...site.values()].some((bytes) => Buffer.from(bytes, 'base64').includes('secret')),
    ).toBe(false)
  })

  it('highlights matches in title, dek and free preview', async () => {
    const [hit] = await search('story word30 about others')
    const { title, dek, passage } = highlightHit(hit!)
    const marked = (pieces: readonly { text: string; isMatch: boolean }[] | null) =>
      pieces!.map(({ text, isMatch }) => (isMatch ? `[${text}]` : text)).join('')
    expect(marked(title)).toBe('The title of [story] 30 & [<others>]')
    expect(marked(dek)).toBe('What 30 is [about,] "in short"')
    expect(marked(passage)).toBe('[Word30] of a free preview.')
    expect(hit!.filters).toMatchObject({ author: ['asha-rao'], day: ['2024-12-30'] })
  })

  it.each(['<img src=x onerror=alert(1)>', '😀', '"', '"""', '\\', '*', '%', 'a'.repeat(200)])(
    'returns results without an error for %j',
    async (query) => {
      await expect(search(query)).resolves.toBeInstanceOf(Array)
    },
  )

  it('fails if files can’t be loaded, instead of finding nothing', async () => {
    const whole = site
    const opened = await open()
    // Pagefind logs the files that it skips.
    const consoleError = vi.spyOn(console, 'error').mockReturnValue()
    site = new Map()
    await expect(opened.search('word12', noFilters)).rejects.toThrow()
    await expect(open()).rejects.toThrow()
    consoleError.mockRestore()
    site = whole
    expect((await opened.search('word12', noFilters)).total).toBe(1)
  })

  it('fails if the index was replaced, instead of finding nothing', async () => {
    const whole = site
    site = new Map(whole).set('pagefind/parts.json', btoa('{"recent":"another","archive":[]}'))
    await expect(engine.search('xylophone', noFilters)).rejects.toThrow('changed')
    site = whole
  })
})
