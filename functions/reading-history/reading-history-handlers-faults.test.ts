import { beforeEach, describe, expect, it } from 'vitest'
import { readingHistoryResponseSchema } from '../../src/contracts/endpoints/reading-history-endpoints.ts'
import { defaultStoredPreferences } from '../../src/domain/preferences/stored-preferences.ts'
import {
  maxReadArticles,
  parseReadingHistory,
} from '../../src/domain/reading-history/reading-history.ts'
import { type Browser, expectRefusal, ReaderHarness } from '../testing/reader-harness.ts'

const [slug, second, third] = ['one', 'two', 'three'] as const

let harness: ReaderHarness
let reader: Browser
beforeEach(async () => {
  harness = new ReaderHarness()
  harness.meter.maxAttempts = 3
  await harness.store({ 'authors/mira-bai': { name: 'Mira Bai' } })
  for (const story of [slug, second, third]) await harness.storeStory(story)
  await harness.storeStory('draft', { status: 'draft' })
  reader = await addReader('ama')
})

const addReader = (uid: string, isHistoryEnabled = true) =>
  harness.addReader(uid, { preferences: { ...defaultStoredPreferences, isHistoryEnabled } })

function record(browser: Browser, story: string, body: unknown = { depth: 0.5 }) {
  harness.advance(1000)
  return browser.send('PUT', `/api/reading-history/${story}`, body)
}
const deleteHistory = (browser: Browser) => browser.send('DELETE', '/api/reading-history')

async function fetchHistory(browser: Browser, query = '') {
  const response = await browser.send('GET', `/api/reading-history${query}`)
  return readingHistoryResponseSchema.parse(await response.json()).articles
}

const fetchSlugs = async (query = '') =>
  (await fetchHistory(reader, query)).map((item) => item.slug)

const readStored = async (uid = 'ama') =>
  parseReadingHistory(await harness.readFields(`readingHistory/${uid}`)).articles

describe('reading history', () => {
  it('stores what lists show, taken from the article and not from the browser', async () => {
    expect((await record(reader, slug, { depth: 0.4, title: 'Forged' })).status).toBe(204)
    expect(await fetchHistory(reader)).toMatchObject([
      { slug, title: 'On one', depth: 0.4, authors: ['Mira Bai'] },
    ])
  })

  it('has one entry per article, with its latest depth and its first time', async () => {
    await record(reader, slug, { depth: 0.7 })
    const [before] = await readStored()
    await record(reader, slug, { depth: 0.3 })
    const { firstReadAt, lastReadAt } = before!
    expect(await readStored()).toMatchObject([{ slug, depth: 0.3, firstReadAt }])
    expect((await readStored())[0]!.lastReadAt.getTime()).toBeGreaterThan(lastReadAt.getTime())
  })

  it('has one entry per article that several devices record at the same time', async () => {
    const answers = await Promise.all(
      [0.2, 0.5, 0.8].map((depth) => record(reader, slug, { depth })),
    )
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204])
    expect(await fetchHistory(reader)).toHaveLength(1)
  })

  it('is listed with the latest entry first', async () => {
    for (const story of [slug, second, third, slug]) await record(reader, story)
    expect(await fetchSlugs()).toEqual([slug, third, second])
    expect(await fetchSlugs('?newest=2')).toEqual([slug, third])
    for (const newest of [0, 101, 'x']) {
      const response = reader.send('GET', `/api/reading-history?newest=${newest}`)
      await expectRefusal(response, 400, 'bad_request')
    }
  })

  it('isn’t stored unless it’s turned on, but can always be deleted', async () => {
    const other = await addReader('other', false)
    await expectRefusal(record(other, slug), 403, 'history_off')
    expect(await readStored('other')).toEqual([])
    expect(await fetchHistory(other)).toEqual([])
    expect((await deleteHistory(other)).status).toBe(204)
  })

  it('can be deleted entry by entry or completely, even twice', async () => {
    for (const story of [slug, second, third]) await record(reader, story)
    const deleteEntry = () => reader.send('DELETE', `/api/reading-history/${slug}`)
    for (const _ of [1, 2]) expect((await deleteEntry()).status).toBe(204)
    expect(await fetchSlugs()).toEqual([third, second])
    for (const _ of [1, 2]) expect((await deleteHistory(reader)).status).toBe(204)
    expect(await fetchHistory(reader)).toEqual([])
  })

  it('is deleted when it’s turned off', async () => {
    await record(reader, slug)
    const answer = await reader.send('PATCH', '/api/preferences', { isHistoryEnabled: false })
    expect(answer.status).toBe(200)
    expect(await readStored()).toEqual([])
    await expectRefusal(record(reader, slug), 403, 'history_off')
  })

  it('contains the latest articles up to the limit', async () => {
    await record(reader, slug)
    const [row] = await readStored()
    const articles = Array.from({ length: maxReadArticles }, (_, place) => ({
      ...row!,
      slug: `story-${place}`,
      lastReadAt: new Date(row!.lastReadAt.getTime() - (place + 1) * 1000),
    }))
    await harness.store({ 'readingHistory/ama': { articles } })
    await record(reader, slug)
    const listed = await fetchSlugs()
    expect(listed).toHaveLength(maxReadArticles)
    expect(listed[0]).toBe(slug)
    expect(listed).not.toContain(`story-${maxReadArticles - 1}`)
    expect(await readStored()).toHaveLength(maxReadArticles)
  })
})

describe('an invalid request', () => {
  it.each([
    ['no body', null],
    ['no depth', {}],
    ['too large a depth', { depth: 1.01 }],
    ['a negative depth', { depth: -0.1 }],
    ['words', { depth: 'half' }],
    ['a list', [0.5]],
  ])('is refused: %s', async (_, body) => {
    await expectRefusal(record(reader, slug, body), 400, 'bad_request')
  })

  it('gets status 404 if its article isn’t published', async () => {
    for (const story of ['no-such-story', 'draft', 'No-Slug', '..%2Fusers'])
      expect((await record(reader, story)).status).toBe(404)
  })
})
