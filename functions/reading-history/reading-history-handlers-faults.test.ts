import { describe, expect, it } from 'vitest'
import { readingHistoryResponseSchema } from '../../src/contracts/endpoints/reading-history-endpoints.ts'
import {
  maxReadArticles,
  parseReadingHistory,
} from '../../src/domain/reading-history/reading-history.ts'
import {
  createEdgeClient,
  createReaderWithSession,
  type EdgeClient,
  expectError,
  findArticle,
  publishedArticles,
} from '../testing/edge-client.ts'
import { commitWrites, readFields } from '../testing/test-readers.ts'

const { slug, title } = findArticle('metered')

const recordReading = (client: EdgeClient, article: string, body: unknown) =>
  client.send('PUT /api/reading-history/:slug', body, { params: { slug: article } })
const deleteHistory = (client: EdgeClient) => client.send('DELETE /api/reading-history')

async function fetchHistory(client: EdgeClient, params = {}) {
  const response = await client.send('GET /api/reading-history', undefined, { params })
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  return readingHistoryResponseSchema.parse(await response.json()).articles
}

const fetchSlugs = async (client: EdgeClient, params = {}) =>
  (await fetchHistory(client, params)).map((item) => item.slug)

const storedHistory = async (uid: string) =>
  parseReadingHistory((await readFields(`readingHistory/${uid}`)) ?? undefined).articles

const stored = async (uid: string, article: string) =>
  (await storedHistory(uid)).find((each) => each.slug === article) ?? null

const createHistoryReader = () => createReaderWithSession({ isHistoryEnabled: true })

describe('reading history', () => {
  it('stores what lists show, from the article and not from the browser', async () => {
    const reader = await createHistoryReader()
    expect((await recordReading(reader, slug, { depth: 0.4, title: 'Forged' })).status).toBe(204)
    const [item, ...others] = await fetchHistory(reader)
    expect(others).toEqual([])
    expect(item).toMatchObject({ slug, title, depth: 0.4 })
    expect(item!.authors.every((name) => name.includes(' '))).toBe(true)
  })

  it('has one entry per article, with the last depth and the first time', async () => {
    const reader = await createHistoryReader()
    await recordReading(reader, slug, { depth: 0.7 })
    const first = await stored(reader.uid, slug)
    await recordReading(reader, slug, { depth: 0.3 })
    const second = await stored(reader.uid, slug)
    expect(second).toMatchObject({ depth: 0.3, firstReadAt: first!.firstReadAt })
    expect(second!.lastReadAt.getTime()).toBeGreaterThan(first!.lastReadAt.getTime())
  })

  it('has one entry if several devices record it at once', async () => {
    const reader = await createHistoryReader()
    const answers = await Promise.all(
      [0.2, 0.5, 0.8].map((depth) => recordReading(reader, slug, { depth })),
    )
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204])
    expect(await fetchHistory(reader)).toHaveLength(1)
  })

  it('is listed with the last one first', async () => {
    const reader = await createHistoryReader()
    const slugs = publishedArticles.slice(0, 3).map((article) => article.slug)
    for (const article of slugs) await recordReading(reader, article, { depth: 0.5 })
    await recordReading(reader, slugs[0]!, { depth: 1 })
    expect(await fetchSlugs(reader)).toEqual([slugs[0], slugs[2], slugs[1]])
    expect(await fetchSlugs(reader, { newest: 2 })).toEqual([slugs[0], slugs[2]])
    for (const newest of [0, 101, 'x']) {
      const response = reader.send('GET /api/reading-history', undefined, { params: { newest } })
      await expectError(response, 400, 'bad_request')
    }
  })

  it('isn’t stored unless it’s turned on, but can always be deleted', async () => {
    const reader = await createReaderWithSession({ isHistoryEnabled: false })
    await expectError(recordReading(reader, slug, { depth: 0.5 }), 403, 'history_off')
    expect(await stored(reader.uid, slug)).toBeNull()
    expect(await fetchHistory(reader)).toEqual([])
    expect((await deleteHistory(reader)).status).toBe(204)
  })

  it('can be deleted one by one and completely, twice too', async () => {
    const reader = await createHistoryReader()
    const slugs = publishedArticles.slice(0, 3).map((article) => article.slug)
    for (const article of slugs) await recordReading(reader, article, { depth: 0.5 })
    const params = { slug: slugs[0] }
    const deleteEntry = () =>
      reader.send('DELETE /api/reading-history/:slug', undefined, { params })
    for (const _ of [1, 2]) expect((await deleteEntry()).status).toBe(204)
    expect(await fetchSlugs(reader)).toEqual([slugs[2], slugs[1]])
    for (const _ of [1, 2]) expect((await deleteHistory(reader)).status).toBe(204)
    expect(await fetchHistory(reader)).toEqual([])
  })

  it('is deleted when it’s turned off', async () => {
    const reader = await createHistoryReader()
    await recordReading(reader, slug, { depth: 0.5 })
    const answer = await reader.send('PATCH /api/preferences', { isHistoryEnabled: false })
    expect(answer.status).toBe(200)
    expect(await stored(reader.uid, slug)).toBeNull()
    expect((await recordReading(reader, slug, { depth: 0.6 })).status).toBe(403)
  })

  it('contains the latest articles up to the limit', async () => {
    const reader = await createHistoryReader()
    await recordReading(reader, slug, { depth: 0.5 })
    const [row] = await storedHistory(reader.uid)
    const articles = Array.from({ length: maxReadArticles }, (_, place) => ({
      ...row!,
      slug: `story-${place}`,
      lastReadAt: new Date(row!.lastReadAt.getTime() - (place + 1) * 1000),
    }))
    await commitWrites([{ set: `readingHistory/${reader.uid}`, fields: { articles } }])
    await recordReading(reader, slug, { depth: 0.5 })
    const listed = await fetchSlugs(reader)
    expect(listed).toHaveLength(maxReadArticles)
    expect(listed[0]).toBe(slug)
    expect(listed).not.toContain(`story-${maxReadArticles - 1}`)
    expect(await storedHistory(reader.uid)).toHaveLength(maxReadArticles)
  })

  it('is deleted without other readers’ histories', async () => {
    const [reader, other] = [await createHistoryReader(), await createHistoryReader()]
    for (const each of [reader, other]) await recordReading(each, slug, { depth: 0.5 })
    expect((await deleteHistory(reader)).status).toBe(204)
    expect(await fetchHistory(reader)).toEqual([])
    expect(await fetchHistory(other)).toHaveLength(1)
  })
})

describe('an invalid request', () => {
  it.each([
    ['no body', undefined],
    ['no depth', {}],
    ['too large a depth', { depth: 1.01 }],
    ['a negative depth', { depth: -0.1 }],
    ['words', { depth: 'half' }],
    ['a list', [0.5]],
  ])('is refused: %s', async (_, body) => {
    const reader = await createHistoryReader()
    expect((await recordReading(reader, slug, body)).status).toBe(400)
  })

  it('is answered 404 for an article that isn’t published', async () => {
    const reader = await createHistoryReader()
    for (const article of ['no-such-story', 'No-Slug', '../users']) {
      expect((await recordReading(reader, article, { depth: 0.5 })).status).toBe(404)
    }
  })

  it('is refused to a guest', async () => {
    const guest = createEdgeClient()
    await expectError(guest.send('GET /api/reading-history'), 401, 'signed_out')
    await expectError(recordReading(guest, slug, { depth: 0.5 }), 401, 'signed_out')
  })
})
