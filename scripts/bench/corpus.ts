/** Archives of any size in a database, as benchmarks want them. */
import type { Firestore } from '../../functions/adapters/firestore.ts'
import type { SampleDocument } from '../sample/documents.ts'
import { syntheticArticleStream } from '../sample/synthetic.ts'

const writesPerCommit = 200

export const isArticle = ({ path }: SampleDocument) => path.startsWith('articles/')

/** The sample and so many synthetic articles that there are as many as wanted. */
export function* corpusOf(sample: readonly SampleDocument[], articles: number) {
  const published = sample.filter(
    (document) => isArticle(document) && document.fields.status === 'published',
  )
  yield* sample
  yield* syntheticArticleStream(Math.max(0, articles - published.length), sample)
}

/** As long ago as the sync's overlap no longer reaches. */
export async function storeLongAgo(firestore: Firestore, documents: Iterable<SampleDocument>) {
  const updatedAt = new Date(Date.now() - 60 * 60 * 1000)
  let writes: { set: string; fields: Record<string, unknown> }[] = []
  const flush = async () => {
    const answer = await firestore.commit(writes)
    if (!answer.ok) throw new Error(`Nothing was stored: ${JSON.stringify(answer.failure)}`)
    writes = []
  }
  for (const { path, fields } of documents) {
    writes.push({ set: path, fields: { ...fields, updatedAt } })
    if (writes.length === writesPerCommit) await flush()
  }
  if (writes.length > 0) await flush()
}
