import { beforeEach, describe, expect, it } from 'vitest'
import {
  type SavedArticle,
  savedArticlesResponseSchema,
} from '../../src/contracts/endpoints/saved-articles-endpoints.ts'
import { day, minute } from '../../src/domain/duration.ts'
import { hashRedirectPath } from '../../src/domain/redirect.ts'
import { maxSavedArticles, parseSavedArticles } from '../../src/domain/saved-articles-record.ts'
import { type Browser, expectRefusal, ReaderHarness } from '../testing/reader-harness.ts'

const [one, two, three] = ['one', 'two', 'three'] as const

let harness: ReaderHarness
let reader: Browser
beforeEach(async () => {
  harness = new ReaderHarness()
  harness.meter.maxAttempts = 2
  await harness.store({ 'authors/mira-bai': { name: 'Mira Bai' } })
  for (const slug of [one, two, three]) await harness.storeStory(slug)
  reader = await harness.addReader('ama')
  harness.advance(minute)
})

function save(browser: Browser, slug: string, body: object | null = {}) {
  harness.advance(1000)
  return browser.send('PUT', `/api/saved/${slug}`, body)
}
const remove = (browser: Browser, slug: string) => browser.send('DELETE', `/api/saved/${slug}`)
const fetchSaved = async (browser = reader): Promise<readonly SavedArticle[]> =>
  savedArticlesResponseSchema.parse(await (await browser.send('GET', '/api/saved')).json()).saved
const fetchSlugs = async () => (await fetchSaved()).map(({ slug }) => slug)

const readStored = async () =>
  parseSavedArticles(await harness.readFields('savedArticles/ama')).entries

function fetchAfterComparison() {
  harness.advance(10 * day)
  return fetchSaved()
}

describe('saved articles', () => {
  beforeEach(async () => {
    expect(await fetchSaved()).toEqual([])
    for (const slug of [one, two, three]) expect((await save(reader, slug)).status).toBe(200)
  })

  it('are listed with the most recently saved article first', async () => {
    expect(await fetchSlugs()).toEqual([three, two, one])
  })

  it('contain what lists show of an article, without its text', async () => {
    const item = (await (await save(reader, one)).json()) as object
    expect(item).toEqual({
      ...{ state: 'published', slug: one, title: 'On one', dek: '', category: 'food' },
      authors: [{ slug: 'mira-bai', name: 'Mira Bai' }],
      image: { id: 'a-pot-0123456789abcdef', alt: 'A pot', width: 1200, height: 800 },
      access: 'metered',
      publishedAt: expect.any(String),
      savedAt: expect.any(String),
    })
    const entry = (await readStored()).find(({ slug }) => slug === one)!
    expect(Object.keys(entry).sort()).toEqual([...Object.keys(item), 'comparedAt'].sort())
  })

  it('can be removed twice, and return to their place when they’re saved again', async () => {
    const before = await fetchSaved()
    for (const _ of [1, 2]) expect((await remove(reader, two)).status).toBe(204)
    expect(await fetchSlugs()).toEqual([three, one])
    await save(reader, two, { savedAt: before[1]!.savedAt })
    expect(await fetchSaved()).toEqual(before)
  })

  it('are listed only for the reader who saved them', async () => {
    expect(await fetchSaved(await harness.addReader('other'))).toEqual([])
  })

  it.each([null, [], { savedAt: 1 }, { savedAt: '2026-02-30T00:00:00Z' }])(
    'refuse the body %j',
    async (body) => {
      await expectRefusal(save(reader, one, body), 400, 'bad_request')
    },
  )

  it('can’t be added if they don’t exist', async () => {
    for (const slug of ['there-is-none', 'Not%20a%20slug', '..%2Fusers', 'a'.repeat(121)])
      await expectRefusal(save(reader, slug), 404, 'not_found')
  })
})

describe('a saved article', () => {
  beforeEach(async () => {
    for (const slug of [one, two]) expect((await save(reader, slug)).status).toBe(200)
  })

  it('can’t be a draft', async () => {
    await harness.storeStory('draft', { status: 'draft' })
    await expectRefusal(save(reader, 'draft'), 404, 'not_found')
  })

  it('is listed with its latest correction', async () => {
    await harness.store({ 'authors/another': { name: 'Another Writer' } })
    await harness.storeStory(two, { title: 'A better title', authors: ['another'] })
    expect((await fetchAfterComparison())[0]).toMatchObject({
      title: 'A better title',
      authors: [{ slug: 'another', name: 'Another Writer' }],
    })
  })

  it('shows only its title once it’s withdrawn, and can’t be saved again', async () => {
    await harness.storeStory(one, { status: 'withdrawn' })
    const item = { state: 'unavailable', slug: one, savedAt: expect.any(String), title: 'On one' }
    expect((await fetchAfterComparison())[1]).toEqual(item)
    await expectRefusal(save(await harness.addReader('other'), one), 410, 'withdrawn')
  })

  it('keeps its place under its new slug', async () => {
    const [before] = await fetchSaved()
    await harness.storeStory('moved')
    const { firestore } = harness.database
    await firestore.commit([{ remove: `articles/${two}` }])
    const redirect = `redirects/${await hashRedirectPath(`/${two}`)}`
    await harness.store({ [redirect]: { from: `/${two}`, to: '/moved' } })
    const after = await fetchAfterComparison()
    expect(after.map(({ slug }) => slug)).toEqual(['moved', one])
    expect(await fetchSaved()).toEqual(after)
    expect(after[0]!.savedAt).toBe(before!.savedAt)
    expect((await remove(reader, 'moved')).status).toBe(204)
    expect(await fetchSlugs()).toEqual([one])
  })
})

describe('the longest list', () => {
  it('refuses another article, and keeps all others', async () => {
    await save(reader, one)
    const [entry] = await readStored()
    const articles = Array.from({ length: maxSavedArticles }, (_, index) => ({
      ...entry!,
      slug: index ? `gone-${index}` : one,
    }))
    await harness.store({ 'savedArticles/ama': { articles } })
    const message = await expectRefusal(save(reader, two), 409, 'list_full')
    expect(message).toContain(String(maxSavedArticles))
    expect((await save(reader, one)).status).toBe(200)
    expect(await fetchSaved()).toHaveLength(maxSavedArticles)
    await remove(reader, 'gone-1')
    expect((await save(reader, two)).status).toBe(200)
  })
})
