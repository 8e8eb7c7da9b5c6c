import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Write } from '../../../functions/platform/adapters/firestore.ts'
import type { Fields } from '../../../functions/platform/adapters/firestore-values.ts'
import { unwrap } from '../../../functions/testing/unwrap.ts'
import type { Desk } from '../../desk/command-line/desk-environment.ts'
import { createInMemoryFirestore } from '../../dev/fakes/firestore/in-memory-firestore.ts'
import { readPublicationIndex } from './publication-index.ts'
import { upsertDocuments } from './upsert-documents.ts'

let database: ReturnType<typeof createInMemoryFirestore>
beforeEach(() => {
  database = createInMemoryFirestore()
})
afterEach(() => database.close())

const key = 'wordpress:a.example#1'

const importStory = async (change: Fields = {}, options = {}) => {
  const desk = { firestore: database.firestore, editor: 'Tests' } as Partial<Desk> as Desk
  const fields = {
    title: 'A',
    dek: 'B',
    body: 'C',
    category: 'food',
    tags: [],
    authors: ['thiri-hlaing'],
    image: { id: 'x-0123456789abcdef', alt: 'A', credit: 'B', width: 3, height: 2 },
    access: 'public',
    status: 'draft',
    importedFrom: key,
    publishedAt: new Date('2020-01-01T00:00:00Z'),
    ...change,
  }
  const document = {
    collection: 'articles' as const,
    slug: 'a',
    fields,
    relatedWrites: [],
    missingImageCount: 0,
  }
  const given = { overwrite: false, dryRun: false, ...options }
  const { results } = await upsertDocuments(desk, [document], given)
  return results[0]!
}

const read = async (path: string) => unwrap(await database.firestore.get(path))?.fields
const readDraft = () => read('drafts/articles~a')
const readStory = () => read('articles/a')
const write = async (one: Write) => unwrap(await database.firestore.commit([one]))
const editDraft = () =>
  write({ set: 'drafts/articles~a', fields: { savedBy: 'eva', body: 'Edited' }, merge: true })

it('an import stores an unpublished story once, as a desk draft', async () => {
  expect(await importStory({}, { dryRun: true })).toMatchObject({ importOutcome: 'imported' })
  expect(await readDraft()).toBeUndefined()
  expect(await importStory()).toMatchObject({ importOutcome: 'imported', status: 'draft' })
  expect(await readDraft()).toMatchObject({
    fields: { title: 'A' },
    body: 'C',
    revision: 1,
    kept: { importedFrom: key, publishedAt: new Date('2020-01-01T00:00:00Z') },
  })
  expect(await readStory()).toBeUndefined()
  expect(await importStory()).toMatchObject({ importOutcome: 'unchanged', status: 'draft' })
  const desk = { firestore: database.firestore } as Partial<Desk> as Desk
  const { refsBySourceId, takenSlugs, documents } = await readPublicationIndex(desk)
  expect(refsBySourceId.get(key)).toEqual({ collection: 'articles', slug: 'a' })
  expect(takenSlugs.has('a')).toBe(true)
  expect(documents.get('a')).toMatchObject({ date: new Date('2020-01-01T00:00:00Z') })
})

it('an import updates an unchanged draft, and keeps a draft that the desk has changed', async () => {
  await importStory()
  expect(await importStory({ body: 'D' })).toMatchObject({ importOutcome: 'updated' })
  expect(await readDraft()).toMatchObject({ body: 'D', revision: 2 })
  await editDraft()
  expect(await importStory({ body: 'E' })).toMatchObject({ importOutcome: 'preserved' })
  expect(await readDraft()).toMatchObject({ body: 'Edited' })
  expect(await importStory({ body: 'E' }, { overwrite: true })).toMatchObject({
    importOutcome: 'updated',
  })
  expect(await readDraft()).toMatchObject({ body: 'E' })
})

it('an import publishes a draft that the source has published, unless the desk has changed the draft', async () => {
  await importStory()
  expect(await importStory({ status: 'published' })).toMatchObject({ importOutcome: 'updated' })
  expect(await readDraft()).toBeUndefined()
  expect(await readStory()).toMatchObject({ status: 'published', importedFrom: key })
})

it('an import keeps an edited draft that the source has published', async () => {
  await importStory()
  await editDraft()
  expect(await importStory({ status: 'published' })).toMatchObject({ importOutcome: 'preserved' })
  expect([await readStory(), await readDraft()]).toMatchObject([undefined, { body: 'Edited' }])
})

it('an import leaves out a draft with problems', async () => {
  expect(await importStory({ title: '' })).toMatchObject({ importOutcome: 'skipped' })
  expect(await readDraft()).toBeUndefined()
})
