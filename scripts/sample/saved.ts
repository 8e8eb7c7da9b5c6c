/** What the sample subscriber has put by: a shelf to look at. */
import type { Firestore, Write } from '../../functions/adapters/firestore.ts'
import { listedArticleSchema } from '../../src/domain/article.ts'
import type { SavedArticle } from '../../src/domain/saved-article.ts'
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
  const writes = Array.from({ length: count }, (_, place): Write => {
    const { path, fields } = articles[place * step]!
    const { authors, ...article } = listedArticleSchema.parse(fields)
    const saved: SavedArticle = {
      ...article,
      authors: authors.map((slug) => ({ slug, name: named.get(`authors/${slug}`)! })),
      savedAt: new Date(now - place * 3 * day),
    }
    return { set: `users/${uid}/saved/${path.slice('articles/'.length)}`, fields: saved }
  })
  const stored = await firestore.commit(writes)
  if (!stored.ok) throw new Error(`Nothing was saved: ${JSON.stringify(stored.failure)}`)
}
