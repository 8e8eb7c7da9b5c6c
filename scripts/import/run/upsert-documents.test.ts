import { afterAll, expect, it } from 'vitest'
import type { Firestore } from '../../../functions/platform/adapters/firestore.ts'
import type { Desk } from '../../desk/command-line/desk-environment.ts'
import { createInMemoryFirestore } from '../../dev/fakes/firestore/in-memory-firestore.ts'
import { upsertDocuments } from './upsert-documents.ts'

const database = createInMemoryFirestore()
afterAll(() => database.close())
const createDesk = (firestore: Firestore) => ({ firestore, editor: 'Tests' }) as Desk

const buildAuthor = (slug: string, importedFrom: string) => ({
  collection: 'authors' as const,
  slug,
  fields: { name: slug, body: '', importedFrom },
  relatedWrites: [],
  missingImageCount: 0,
})
const options = { overwrite: true, dryRun: false }

it('unchanged documents are read in batches, and not written', async () => {
  const authors = Array.from({ length: 120 }, (_, at) => buildAuthor(`author-${at}`, `a:a#${at}`))
  await upsertDocuments(createDesk(database.firestore), authors, options)
  const calls: string[] = []
  const counting: Firestore = {
    ...database.firestore,
    getAll: (...given) => {
      calls.push('getAll')
      return database.firestore.getAll(...given)
    },
    commit: (...given) => {
      calls.push('commit')
      return database.firestore.commit(...given)
    },
  }
  const again = await upsertDocuments(createDesk(counting), authors, options)
  expect(again.committedAt).toBeNull()
  expect(calls).toEqual(['getAll', 'getAll', 'getAll'])
})

it('a document that another import stores at the same time stays unchanged', async () => {
  const desk = createDesk(database.firestore)
  await upsertDocuments(desk, [buildAuthor('meher', 'wordpress:a.example#author:meher')], options)
  const other = { ...buildAuthor('meher', 'wordpress:b.example#author:meher'), isNew: true }
  expect(await upsertDocuments(desk, [other], options)).toMatchObject({
    results: [{ importOutcome: 'skipped', status: null }],
    committedAt: null,
  })
})
