import type { Firestore } from '../../../functions/adapters/firestore.ts'
import { type SavedEntry, savedCardSchema } from '../../../src/domain/saved-articles-record.ts'
import type { SampleDocument } from './sample-documents.ts'

const uid = 'sample-subscriber'

/** Saved a day apart. */
const count = 7
const day = 24 * 60 * 60 * 1000

export async function storeSampleSavedArticles(
  firestore: Firestore,
  documents: readonly SampleDocument[],
) {
  const now = Date.now()
  const authorNames = new Map(documents.map(({ path, fields }) => [path, String(fields.name)]))
  const articles = documents.filter(
    ({ path, fields }) => path.startsWith('articles/') && fields.status === 'published',
  )
  // Spread over the archive, for variety.
  const step = Math.floor(articles.length / count)
  const entries = Array.from({ length: count }, (_, position): SavedEntry => {
    const { path, fields } = articles[position * step]!
    const authors = (fields.authors as readonly string[]).map((slug) => ({
      slug,
      name: authorNames.get(`authors/${slug}`)!,
    }))
    return {
      ...savedCardSchema.parse({ ...fields, authors }),
      state: 'published',
      slug: path.slice('articles/'.length),
      savedAt: new Date(now - position * 3 * day),
      comparedAt: new Date(now),
    }
  })
  const stored = await firestore.commit([
    { set: `savedArticles/${uid}`, fields: { articles: entries } },
  ])
  if (!stored.ok)
    throw new Error(`Storing the saved articles failed: ${JSON.stringify(stored.failure)}`)
}
