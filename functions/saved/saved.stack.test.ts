import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectFirestore } from '../../scripts/site/firestore.ts'
import { type SavedItem, savedItemSchema, savedResponseSchema } from '../../src/contracts/saved.ts'
import { redirectKey } from '../../src/domain/redirect.ts'
import { mostSaved, parseSavedList, type SavedEntry } from '../../src/domain/saved-list.ts'
import {
  edgeClient,
  errorOf,
  type NewReader,
  newReader,
  publishedArticles,
  stack,
} from '../edge-client.ts'

const firestore = connectFirestore(stack.buildEnvironment)
const [one, two, three] = publishedArticles.map(({ slug }) => slug) as [string, string, string]

const put = ({ client }: Pick<NewReader, 'client'>, slug: string, body: string = '{}') =>
  client.request(`/api/saved/${slug}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body,
  })
const remove = ({ client }: Pick<NewReader, 'client'>, slug: string) =>
  client.request(`/api/saved/${slug}`, { method: 'DELETE' })
async function listed({ client }: Pick<NewReader, 'client'>): Promise<readonly SavedItem[]> {
  return savedResponseSchema.parse(await (await client.request('/api/saved')).json()).saved
}
async function storedList({ uid }: Pick<NewReader, 'uid'>): Promise<readonly SavedEntry[]> {
  const stored = await firestore.get(`savedArticles/${uid}`)
  if (!stored.ok) throw new Error('not answered')
  return parseSavedList(stored.value?.fields).entries
}

async function storeList({ uid }: Pick<NewReader, 'uid'>, articles: readonly SavedEntry[]) {
  const stored = await firestore.commit([{ set: `savedArticles/${uid}`, fields: { articles } }])
  expect(stored.ok).toBe(true)
}

/** The list as it is when its entries are due to be compared with their articles. */
async function listedLater(reader: NewReader): Promise<readonly SavedItem[]> {
  const entries = await storedList(reader)
  await storeList(
    reader,
    entries.map((entry) => ({ ...entry, comparedAt: new Date(0) })),
  )
  return listed(reader)
}

const slugsOf = (items: readonly SavedItem[]) => items.map(({ slug }) => slug)

describe('saved articles', () => {
  let reader: NewReader
  beforeAll(async () => {
    reader = await newReader()
  })

  it('are none at first, then the one saved last first, on every device', async () => {
    expect(await listed(reader)).toEqual([])
    for (const slug of [one, two, three]) expect((await put(reader, slug)).status).toBe(200)
    expect(slugsOf(await listed(reader))).toEqual([three, two, one])
  })

  it('say what lists show of them, and nothing of their text', async () => {
    const answer = await put(reader, one)
    const item = savedItemSchema.parse(await answer.clone().json())
    const article = publishedArticles.find(({ slug }) => slug === one)!
    expect(item).toMatchObject({
      state: 'published',
      slug: one,
      title: article.title,
      dek: article.dek,
      category: article.category,
      access: article.access,
      publishedAt: article.publishedAt.toISOString(),
      image: { id: article.image.id },
      authors: article.authors.map((slug) => ({ slug, name: expect.stringMatching(/\w/) })),
    })
    expect(Object.keys(await answer.json())).not.toContain('body')
    const [entry] = (await storedList(reader)).filter(({ slug }) => slug === one)
    expect(Object.keys(entry!).sort()).toEqual([
      'access',
      'authors',
      'category',
      'comparedAt',
      'dek',
      'image',
      'publishedAt',
      'savedAt',
      'slug',
      'state',
      'title',
    ])
  })

  it('stay where they are when they are saved again, also at once', async () => {
    const before = await listed(reader)
    await Promise.all([put(reader, one), put(reader, one)])
    expect(await listed(reader)).toEqual(before)
  })

  it('leave, and again is harmless; what was removed returns to its place', async () => {
    const before = await listed(reader)
    const [, middle] = before
    expect((await remove(reader, two)).status).toBe(204)
    expect((await remove(reader, two)).status).toBe(204)
    expect(slugsOf(await listed(reader))).toEqual([three, one])
    await put(reader, two, JSON.stringify({ savedAt: middle!.savedAt }))
    expect(await listed(reader)).toEqual(before)
  })

  it('of another time than is possible are saved now', async () => {
    await remove(reader, two)
    const answer = await put(reader, two, '{"savedAt":"9999-12-31T23:59:59Z"}')
    const { savedAt } = savedItemSchema.parse(await answer.json())
    expect(Date.parse(savedAt)).toBeLessThanOrEqual(Date.now())
    await remove(reader, two)
    expect((await put(reader, two, '{"savedAt":"0000-01-01T00:00:00Z"}')).status).toBe(200)
    expect(slugsOf(await listed(reader))).toEqual([three, one, two])
  })

  it('are each reader’s own', async () => {
    expect(await listed(await newReader())).toEqual([])
    const guest = { client: edgeClient() }
    for (const answer of [
      await guest.client.request('/api/saved'),
      await put(guest, one),
      await remove(guest, one),
    ]) {
      expect(await errorOf(answer)).toMatchObject({ status: 401, code: 'signed_out' })
    }
  })

  it('are not another site’s to change', async () => {
    const before = await listed(reader)
    for (const method of ['PUT', 'DELETE']) {
      const answer = await reader.client.request(`/api/saved/${one}`, {
        method,
        origin: 'https://evil.example',
        ...(method === 'PUT' ? { body: '{}' } : {}),
      })
      expect(await errorOf(answer)).toMatchObject({ status: 403, code: 'forbidden' })
    }
    expect(await listed(reader)).toEqual(before)
  })

  it.each(['', 'null', '[]', '{"savedAt":', '{"savedAt":1}', '{"savedAt":"2026-02-30T00:00:00Z"}'])(
    'take no body such as %s',
    async (body) => {
      expect(await errorOf(await put(reader, one, body))).toMatchObject({
        status: 400,
        code: 'bad_request',
      })
    },
  )

  it('are articles that are there', async () => {
    for (const slug of ['there-is-none', 'Not%20a%20slug', '..%2Fusers', 'a'.repeat(121)]) {
      expect(await errorOf(await put(reader, slug))).toMatchObject({ status: 404 })
    }
  })
})

describe('what becomes of a saved article', () => {
  const id = randomUUID().slice(0, 8)
  const [withdrawn, renamed, moved] = [`w-${id}`, `r-${id}`, `m-${id}`]
  const made = [
    `articles/${withdrawn}`,
    `articles/${renamed}`,
    `articles/${moved}`,
    `articles/draft-${id}`,
  ]
  let fields: Record<string, unknown>
  let reader: NewReader

  // A text of a moment, which is gone before anything is built from it.
  const store = async (slug: string, change: object = {}) => {
    const set = `articles/${slug}`
    const stored = await firestore.commit([{ set, fields: { ...fields, ...change } }])
    expect(stored.ok).toBe(true)
  }

  beforeAll(async () => {
    const stored = await firestore.get(`articles/${one}`)
    if (!stored.ok) throw new Error('not answered')
    // As old as it is, no build takes it up.
    fields = { ...stored.value!.fields, updatedAt: new Date('2020-01-01') }
    reader = await newReader()
    await store(withdrawn, { title: 'What was withdrawn' })
    await store(renamed)
    await store(`draft-${id}`, { status: 'draft' })
    await put(reader, withdrawn)
    await put(reader, renamed)
  })
  afterAll(async () => {
    const removes = [...made, `redirects/${await redirectKey(`/${renamed}`)}`]
    await firestore.commit(removes.map((path) => ({ remove: path })))
  })

  it('a draft is none to save', async () => {
    expect(await errorOf(await put(reader, `draft-${id}`))).toMatchObject({ status: 404 })
  })

  it('corrected, it stands there as it is now', async () => {
    await store(renamed, {
      title: 'A better title',
      authors: [publishedArticles.at(-1)!.authors[0]!],
    })
    const [item] = await listedLater(reader)
    expect(item).toMatchObject({
      title: 'A better title',
      authors: [{ slug: publishedArticles.at(-1)!.authors[0], name: expect.stringMatching(/\w/) }],
    })
  })

  it('withdrawn, it is named and no more, and cannot be saved', async () => {
    await store(withdrawn, { status: 'withdrawn' })
    const [, item] = await listedLater(reader)
    expect(item).toEqual({
      state: 'gone',
      slug: withdrawn,
      savedAt: expect.any(String),
      title: 'What was withdrawn',
    })
    const other = await newReader()
    expect(await errorOf(await put(other, withdrawn))).toMatchObject({
      status: 410,
      code: 'withdrawn',
    })
  })

  it('renamed, it is saved under its new name, in its place', async () => {
    const before = await listed(reader)
    const redirect = `redirects/${await redirectKey(`/${renamed}`)}`
    await store(moved)
    await firestore.commit([
      { remove: `articles/${renamed}` },
      {
        set: redirect,
        fields: { from: `/${renamed}`, to: `/${moved}`, updatedAt: new Date('2020-01-01') },
      },
    ])
    const after = await listedLater(reader)
    expect(slugsOf(after)).toEqual([moved, withdrawn])
    expect(await listed(reader)).toEqual(after)
    expect(after[0]!.savedAt).toBe(before[0]!.savedAt)
    expect((await remove(reader, moved)).status).toBe(204)
    expect(slugsOf(await listed(reader))).toEqual([withdrawn])
  })
})

describe('the longest list', () => {
  it('is said to be full, and loses nothing', async () => {
    const reader = await newReader()
    await put(reader, one)
    const [entry] = await storedList(reader)
    const others = Array.from({ length: mostSaved - 1 }, (_, index) => ({
      ...entry!,
      slug: `gone-${index}`,
    }))
    await storeList(reader, [entry!, ...others])
    const answer = await put(reader, two)
    expect(await errorOf(answer.clone())).toMatchObject({ status: 409, code: 'too_many' })
    expect(JSON.stringify(await answer.json())).toContain(String(mostSaved))
    // What is saved already is none too many.
    expect((await put(reader, one)).status).toBe(200)
    expect(await listed(reader)).toHaveLength(mostSaved)
    await remove(reader, 'gone-0')
    expect((await put(reader, two)).status).toBe(200)
  })
})
