import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type SavedArticle,
  savedArticleSchema,
  savedArticlesResponseSchema,
} from '../../src/contracts/endpoints/saved-articles-endpoints.ts'
import { hashRedirectPath } from '../../src/domain/redirect.ts'
import {
  maxSavedArticles,
  parseSavedArticles,
  type SavedEntry,
} from '../../src/domain/saved-articles-record.ts'
import { createEdgeClient, expectError, publishedArticles } from '../testing/edge-client.ts'
import { commitWrites, createReader, readFields, type TestReader } from '../testing/test-readers.ts'

const [one, two, three] = publishedArticles.map(({ slug }) => slug) as [string, string, string]

type Caller = Pick<TestReader, 'client'>

const saveArticle = ({ client }: Caller, slug: string, body = '{}') =>
  client.send('PUT /api/saved/:slug', body, { params: { slug } })
const remove = ({ client }: Caller, slug: string) =>
  client.send('DELETE /api/saved/:slug', undefined, { params: { slug } })
const fetchSaved = async ({ client }: Caller): Promise<readonly SavedArticle[]> =>
  savedArticlesResponseSchema.parse(await client.fetchJson('GET /api/saved')).saved
const fetchSlugs = async (caller: Caller) => readSlugs(await fetchSaved(caller))

const readStoredList = async ({ uid }: TestReader): Promise<readonly SavedEntry[]> =>
  parseSavedArticles((await readFields(`savedArticles/${uid}`)) ?? undefined).entries
const storeList = ({ uid }: TestReader, articles: readonly SavedEntry[]) =>
  commitWrites([{ set: `savedArticles/${uid}`, fields: { articles } }])

async function fetchAfterComparison(reader: TestReader): Promise<readonly SavedArticle[]> {
  const entries = await readStoredList(reader)
  const due = entries.map((entry) => ({ ...entry, comparedAt: new Date(0) }))
  await storeList(reader, due)
  return fetchSaved(reader)
}

const readSlugs = (items: readonly SavedArticle[]) => items.map(({ slug }) => slug)

describe('saved articles', () => {
  let reader: TestReader
  beforeAll(async () => {
    reader = await createReader()
  })

  it('are listed with the last one first', async () => {
    expect(await fetchSaved(reader)).toEqual([])
    for (const slug of [one, two, three]) expect((await saveArticle(reader, slug)).status).toBe(200)
    expect(await fetchSlugs(reader)).toEqual([three, two, one])
  })

  it('contain what lists show of an article, without its text', async () => {
    const answer = await saveArticle(reader, one)
    const item = savedArticleSchema.parse(await answer.clone().json())
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
    const [entry] = (await readStoredList(reader)).filter(({ slug }) => slug === one)
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

  it('keep their place when they are saved again, twice at once too', async () => {
    const before = await fetchSaved(reader)
    await Promise.all([saveArticle(reader, one), saveArticle(reader, one)])
    expect(await fetchSaved(reader)).toEqual(before)
  })

  it('can be removed twice, and return to their place', async () => {
    const before = await fetchSaved(reader)
    const [, middle] = before
    expect((await remove(reader, two)).status).toBe(204)
    expect((await remove(reader, two)).status).toBe(204)
    expect(await fetchSlugs(reader)).toEqual([three, one])
    await saveArticle(reader, two, JSON.stringify({ savedAt: middle!.savedAt }))
    expect(await fetchSaved(reader)).toEqual(before)
  })

  it('with an impossible time are saved with the current time', async () => {
    await remove(reader, two)
    const answer = await saveArticle(reader, two, '{"savedAt":"9999-12-31T23:59:59Z"}')
    const { savedAt } = savedArticleSchema.parse(await answer.json())
    expect(Date.parse(savedAt)).toBeLessThanOrEqual(Date.now())
    await remove(reader, two)
    expect((await saveArticle(reader, two, '{"savedAt":"0000-01-01T00:00:00Z"}')).status).toBe(200)
    expect(await fetchSlugs(reader)).toEqual([three, one, two])
  })

  it('belong to one reader', async () => {
    expect(await fetchSaved(await createReader())).toEqual([])
    const guest = { client: createEdgeClient() }
    await expectError(guest.client.send('GET /api/saved'), 401, 'signed_out')
    await expectError(saveArticle(guest, one), 401, 'signed_out')
    await expectError(remove(guest, one), 401, 'signed_out')
  })

  it.each(['', 'null', '[]', '{"savedAt":', '{"savedAt":1}', '{"savedAt":"2026-02-30T00:00:00Z"}'])(
    'refuse the body %s',
    async (body) => {
      await expectError(saveArticle(reader, one, body), 400, 'bad_request')
    },
  )

  it('exist', async () => {
    for (const slug of ['there-is-none', 'Not%20a%20slug', '..%2Fusers', 'a'.repeat(121)]) {
      await expectError(saveArticle(reader, slug), 404, 'not_found')
    }
  })
})

describe('a saved article', () => {
  const id = randomUUID().slice(0, 8)
  const [withdrawn, renamed, moved] = [`w-${id}`, `r-${id}`, `m-${id}`]
  const createdArticles = [withdrawn, renamed, moved, `draft-${id}`]
  let fields: Record<string, unknown>
  let reader: TestReader

  const store = (slug: string, change: object = {}) =>
    commitWrites([{ set: `articles/${slug}`, fields: { ...fields, ...change } }])

  beforeAll(async () => {
    // With a time before every build, so that no build includes it.
    fields = { ...(await readFields(`articles/${one}`)), updatedAt: new Date('2020-01-01') }
    reader = await createReader()
    await store(withdrawn, { title: 'What was withdrawn' })
    await store(renamed)
    await store(`draft-${id}`, { status: 'draft' })
    await saveArticle(reader, withdrawn)
    await saveArticle(reader, renamed)
  })
  afterAll(async () => {
    const redirect = `redirects/${await hashRedirectPath(`/${renamed}`)}`
    const paths = [...createdArticles.map((slug) => `articles/${slug}`), redirect]
    await commitWrites(paths.map((path) => ({ remove: path })))
  })

  it('can’t be a draft', async () => {
    await expectError(saveArticle(reader, `draft-${id}`), 404, 'not_found')
  })

  it('shows a correction', async () => {
    await store(renamed, {
      title: 'A better title',
      authors: [publishedArticles.at(-1)!.authors[0]!],
    })
    const [item] = await fetchAfterComparison(reader)
    expect(item).toMatchObject({
      title: 'A better title',
      authors: [{ slug: publishedArticles.at(-1)!.authors[0], name: expect.stringMatching(/\w/) }],
    })
  })

  it('shows its title only once it’s withdrawn, and can’t be saved again', async () => {
    await store(withdrawn, { status: 'withdrawn' })
    const [, item] = await fetchAfterComparison(reader)
    expect(item).toEqual({
      state: 'unavailable',
      slug: withdrawn,
      savedAt: expect.any(String),
      title: 'What was withdrawn',
    })
    await expectError(saveArticle(await createReader(), withdrawn), 410, 'withdrawn')
  })

  it('keeps its place under its new slug', async () => {
    const before = await fetchSaved(reader)
    const redirect = `redirects/${await hashRedirectPath(`/${renamed}`)}`
    await store(moved)
    const to = { from: `/${renamed}`, to: `/${moved}`, updatedAt: new Date('2020-01-01') }
    await commitWrites([{ remove: `articles/${renamed}` }, { set: redirect, fields: to }])
    const after = await fetchAfterComparison(reader)
    expect(readSlugs(after)).toEqual([moved, withdrawn])
    expect(await fetchSaved(reader)).toEqual(after)
    expect(after[0]!.savedAt).toBe(before[0]!.savedAt)
    expect((await remove(reader, moved)).status).toBe(204)
    expect(await fetchSlugs(reader)).toEqual([withdrawn])
  })
})

describe('the longest list', () => {
  it('refuses another article, and keeps all others', async () => {
    const reader = await createReader()
    await saveArticle(reader, one)
    const [entry] = await readStoredList(reader)
    const others = Array.from({ length: maxSavedArticles - 1 }, (_, index) => ({
      ...entry!,
      slug: `gone-${index}`,
    }))
    await storeList(reader, [entry!, ...others])
    const message = await expectError(saveArticle(reader, two), 409, 'list_full')
    expect(message).toContain(String(maxSavedArticles))
    expect((await saveArticle(reader, one)).status).toBe(200)
    expect(await fetchSaved(reader)).toHaveLength(maxSavedArticles)
    await remove(reader, 'gone-0')
    expect((await saveArticle(reader, two)).status).toBe(200)
  })
})
