import { describe, expect, it } from 'vitest'
import { connectFirestore } from '../../scripts/site/firestore.ts'
import { readingResponseSchema } from '../../src/contracts/reading.ts'
import { mostRead, parseReadingHistory } from '../../src/domain/reading-history.ts'
import {
  articleWith,
  type EdgeClient,
  edgeClient,
  errorOf,
  ownReader,
  publishedArticles,
  signedIn,
  stack,
} from '../edge-client.ts'

const firestore = connectFirestore(stack.buildEnvironment)
const { slug, title } = articleWith('metered')

const note = (client: EdgeClient, article: string, body: unknown) =>
  client.request(`/api/reading/${article}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

async function listOf(client: EdgeClient, query = '') {
  const response = await client.request(`/api/reading${query}`)
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  return readingResponseSchema.parse(await response.json()).articles
}

async function storedHistory(uid: string) {
  const found = await firestore.get(`readingHistory/${uid}`)
  if (!found.ok) throw new Error(found.failure.kind)
  return parseReadingHistory(found.value?.fields).articles
}

const stored = async (uid: string, article: string) =>
  (await storedHistory(uid)).find((each) => each.slug === article) ?? null

describe('what a reader has read', () => {
  it('is noted with what lists show of it, from the article and not from the browser', async () => {
    const reader = await ownReader({ keepsHistory: true })
    expect((await note(reader, slug, { depth: 0.4, title: 'Forged' })).status).toBe(204)
    const [item, ...others] = await listOf(reader)
    expect(others).toEqual([])
    expect(item).toMatchObject({ slug, title, depth: 0.4 })
    expect(item!.authors.every((name) => name.includes(' '))).toBe(true)
  })

  it('is one row an article: the last depth, and since when', async () => {
    const reader = await ownReader({ keepsHistory: true })
    await note(reader, slug, { depth: 0.7 })
    const first = await stored(reader.uid, slug)
    await note(reader, slug, { depth: 0.3 })
    const second = await stored(reader.uid, slug)
    expect(second).toMatchObject({ depth: 0.3, firstReadAt: first!.firstReadAt })
    expect(second!.lastReadAt.getTime()).toBeGreaterThan(first!.lastReadAt.getTime())
  })

  it('is one row too where two devices note it at once', async () => {
    const reader = await ownReader({ keepsHistory: true })
    const answers = await Promise.all([0.2, 0.5, 0.8].map((depth) => note(reader, slug, { depth })))
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204])
    expect(await listOf(reader)).toHaveLength(1)
  })

  it('is listed with the last first', async () => {
    const reader = await ownReader({ keepsHistory: true })
    const slugs = publishedArticles.slice(0, 3).map((article) => article.slug)
    for (const article of slugs) await note(reader, article, { depth: 0.5 })
    await note(reader, slugs[0]!, { depth: 1 })
    const listed = (await listOf(reader)).map((item) => item.slug)
    expect(listed).toEqual([slugs[0], slugs[2], slugs[1]])
    expect((await listOf(reader, '?newest=2')).map((item) => item.slug)).toEqual([
      slugs[0],
      slugs[2],
    ])
    for (const query of ['?newest=0', '?newest=101', '?newest=x']) {
      expect((await reader.request(`/api/reading${query}`)).status).toBe(400)
    }
  })

  it('is not kept of who has not said that it may be, but stays theirs to forget', async () => {
    const reader = await ownReader({ keepsHistory: false })
    expect(await errorOf(await note(reader, slug, { depth: 0.5 }))).toMatchObject({
      status: 403,
      code: 'not_kept',
    })
    expect(await stored(reader.uid, slug)).toBeNull()
    expect(await listOf(reader)).toEqual([])
    expect((await reader.request('/api/reading', { method: 'DELETE' })).status).toBe(204)
  })

  it('is forgotten one by one and all together, and again is harmless', async () => {
    const reader = await ownReader({ keepsHistory: true })
    const slugs = publishedArticles.slice(0, 3).map((article) => article.slug)
    for (const article of slugs) await note(reader, article, { depth: 0.5 })
    const forget = (path: string) => reader.request(`/api/reading${path}`, { method: 'DELETE' })
    for (const _ of [1, 2]) expect((await forget(`/${slugs[0]}`)).status).toBe(204)
    expect((await listOf(reader)).map((item) => item.slug)).toEqual([slugs[2], slugs[1]])
    for (const _ of [1, 2]) expect((await forget('')).status).toBe(204)
    expect(await listOf(reader)).toEqual([])
  })

  it('is forgotten with the word that it may be kept', async () => {
    const reader = await ownReader({ keepsHistory: true })
    await note(reader, slug, { depth: 0.5 })
    const answer = await reader.request('/api/preferences', {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ keepsHistory: false }),
    })
    expect(answer.status).toBe(200)
    expect(await stored(reader.uid, slug)).toBeNull()
    expect((await note(reader, slug, { depth: 0.6 })).status).toBe(403)
  })

  it('is the articles read last, and older ones are forgotten', async () => {
    const reader = await ownReader({ keepsHistory: true })
    await note(reader, slug, { depth: 0.5 })
    const [row] = await storedHistory(reader.uid)
    const articles = Array.from({ length: mostRead }, (_, place) => ({
      ...row!,
      slug: `story-${place}`,
      lastReadAt: new Date(row!.lastReadAt.getTime() - (place + 1) * 1000),
    }))
    const path = `readingHistory/${reader.uid}`
    expect((await firestore.commit([{ set: path, fields: { articles } }])).ok).toBe(true)
    await note(reader, slug, { depth: 0.5 })
    const listed = (await listOf(reader)).map((item) => item.slug)
    expect(listed).toHaveLength(mostRead)
    expect(listed[0]).toBe(slug)
    expect(listed).not.toContain(`story-${mostRead - 1}`)
    expect(await storedHistory(reader.uid)).toHaveLength(mostRead)
  })

  it('is forgotten whole, and nobody else’s with it', async () => {
    const [reader, other] = [
      await ownReader({ keepsHistory: true }),
      await ownReader({ keepsHistory: true }),
    ]
    for (const each of [reader, other]) await note(each, slug, { depth: 0.5 })
    expect((await reader.request('/api/reading', { method: 'DELETE' })).status).toBe(204)
    expect(await listOf(reader)).toEqual([])
    expect(await listOf(other)).toHaveLength(1)
  })
})

describe('whoever asks otherwise', () => {
  it.each([
    ['no body', undefined],
    ['no depth', {}],
    ['a depth beyond the end', { depth: 1.01 }],
    ['a depth before the beginning', { depth: -0.1 }],
    ['words', { depth: 'half' }],
    ['a list', [0.5]],
  ])('is told so: %s', async (_, body) => {
    const reader = await ownReader({ keepsHistory: true })
    expect((await note(reader, slug, body)).status).toBe(400)
  })

  it('finds no article that is not published', async () => {
    const reader = await ownReader({ keepsHistory: true })
    for (const article of ['no-such-story', 'No-Slug', '..%2Fusers']) {
      expect((await note(reader, article, { depth: 0.5 })).status).toBe(404)
    }
  })

  it('gets nothing as a guest, and nothing from another site', async () => {
    const guest = edgeClient()
    expect(await errorOf(await guest.request('/api/reading'))).toMatchObject({ code: 'signed_out' })
    expect((await note(guest, slug, { depth: 0.5 })).status).toBe(401)
    const reader = await signedIn('registered')
    for (const [method, path] of [
      ['PUT', `/api/reading/${slug}`],
      ['DELETE', `/api/reading/${slug}`],
      ['DELETE', '/api/reading'],
    ] as const) {
      const response = await reader.request(path, { method, origin: 'https://elsewhere.example' })
      expect(await errorOf(response)).toMatchObject({ status: 403, code: 'forbidden' })
    }
  })
})
