/** What the sample subscriber has saved: a list to look at. */
import type { Firestore } from '../../functions/adapters/firestore.ts'
import { type SavedEntry, savedCardSchema } from '../../src/domain/saved-list.ts'
import type { SampleDocument } from './documents.ts'

const uid = 'sample-subscriber'

/** So many, days apart. */
const count = 7
const day = 24 * 60 * 60 * 1000

export async function storeSampleSaved(firestore: Firestore, documents: readonly SampleDocument[]) {
  const now = Date.now()
  const named = new Map(documents.map(({ path, fields }) => [path, String(fields.name)]))
  const articles = documents.filter(
    ({ path, fields }) => path.startsWith('articles/') && fields.status === 'published',
  )
  // One of every so many, for the sake of variety.
  const step = Math.floor(articles.length / count)
  const entries = Array.from({ length: count }, (_, place): SavedEntry => {
    const { path, fields } = articles[place * step]!
    const authors = (fields.authors as readonly string[]).map((slug) => ({
      slug,
      name: named.get(`authors/${slug}`)!,
    }))
    return {
      ...savedCardSchema.parse({ ...fields, authors }),
      state: 'published',
      slug: path.slice('articles/'.length),
      savedAt: new Date(now - place * 3 * day),
      comparedAt: new Date(now),
    }
  })
  const stored = await firestore.commit([
    { set: `savedArticles/${uid}`, fields: { articles: entries } },
  ])
  if (!stored.ok) throw new Error(`Nothing was saved: ${JSON.stringify(stored.failure)}`)
}
