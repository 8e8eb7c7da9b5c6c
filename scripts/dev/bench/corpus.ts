import type { Firestore } from '../../../functions/platform/adapters/firestore.ts'
import type { SampleDocument } from '../sample/sample-documents.ts'
import { generateArticles } from '../sample/synthetic-articles.ts'

/** `sizes` are numbers of articles. */
export type BenchOptions = { readonly sizes: readonly number[]; readonly repeat: number }

const writesPerCommit = 200

export const isArticle = ({ path }: SampleDocument) => path.startsWith('articles/')

/** Yields the sample, and synthetic articles up to the requested number. */
export function* createCorpus(sample: readonly SampleDocument[], articles: number) {
  const published = sample.filter(
    (document) => isArticle(document) && document.fields.status === 'published',
  )
  yield* sample
  yield* generateArticles(Math.max(0, articles - published.length), sample)
}

/** Stores documents with an update time that the sync's overlap no longer includes. */
export async function storeWithPastTime(firestore: Firestore, documents: Iterable<SampleDocument>) {
  const updatedAt = new Date(Date.now() - 60 * 60 * 1000)
  let writes: { set: string; fields: Record<string, unknown> }[] = []
  const flush = async () => {
    const committed = await firestore.commit(writes)
    if (!committed.ok)
      throw new Error(`Storing the articles failed: ${JSON.stringify(committed.failure)}`)
    writes = []
  }
  for (const { path, fields } of documents) {
    writes.push({ set: path, fields: { ...fields, updatedAt } })
    if (writes.length === writesPerCommit) await flush()
  }
  if (writes.length > 0) await flush()
}
