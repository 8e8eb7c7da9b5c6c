/** Articles whose minute has come: published by the clock, without an editor. */
import { articleSchema } from '../../src/domain/article.ts'
import { withWish } from '../../src/domain/rebuild.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import type { FirestoreFailure, StoredDocument, Write } from '../adapters/firestore.ts'
import type { Services } from '../http/context.ts'
import { changeRebuild } from './rebuild-record.ts'

/** Not many: most often the article has changed meanwhile, and the next minute looks again. */
const rounds = 3

/** Sorts by time, like those of editors. */
const revisionId = (now: Date) =>
  `${now.toISOString().replaceAll(/[-:.]/g, '')}-${crypto.randomUUID().slice(0, 8)}`

/** The article as published, if it is still what it was, and what the log of changes says of it. */
function writesOf({ id, fields, updateTime }: StoredDocument, now: Date): Write[] {
  const { updatedAt: _, ...article } = fields
  const published = { ...article, status: 'published' }
  return [
    {
      set: `articles/${id}`,
      fields: published,
      serverTimes: ['updatedAt'],
      ifUpdatedAt: updateTime,
    },
    {
      set: `articles/${id}/revisions/${revisionId(now)}`,
      fields: { by: 'schedule', action: 'published', fields: published },
      serverTimes: ['at'],
      ifExists: false,
    },
  ]
}

const isDue = ({ fields }: StoredDocument, now: Date) =>
  fields.publishedAt instanceof Date && fields.publishedAt <= now

/**
 * Publishes what is due, each article in a commit that also asks for the rebuild: whatever happens in
 * between, none is published that the site never learns of. Answers how many. Twice at once, each is
 * published once.
 */
export async function publishScheduled({
  firestore,
  changedList,
  now,
  log,
}: Services): Promise<Result<number, FirestoreFailure>> {
  const scheduled = await firestore.query({
    collection: 'articles',
    where: [{ field: 'status', is: 'EQUAL', value: 'scheduled' }],
    fields: ['publishedAt'],
  })
  if (!scheduled.ok) return scheduled
  let published = 0
  let last: Date | null = null
  for (const { id } of scheduled.value.documents.filter((article) => isDue(article, now()))) {
    const found = await firestore.get(`articles/${id}`)
    if (!found.ok) return found
    const article = found.value
    if (article?.fields.status !== 'scheduled' || !isDue(article, now())) continue
    // One that is not as it should be would keep the whole site from being built.
    if (!articleSchema.safeParse({ ...article.fields, status: 'published' }).success) {
      log('scheduled_article_malformed', { id })
      continue
    }
    const committed = await changeRebuild(
      firestore,
      (rebuild) => {
        const wished = withWish(rebuild, now())
        if (!wished) return null
        // The wish is the commit's time, which only the commit knows.
        const { wanted: _, ...rest } = wished
        return rest
      },
      writesOf(article, now()),
      rounds,
    )
    if (committed.ok) {
      published++
      last = new Date(committed.value!.at)
    } else if (committed.failure.kind !== 'conflict') return committed
  }
  if (!last) return succeed(published)
  changedList.forget()
  log('scheduled_articles_published', { articles: published })
  // A commit may be a little later than the time that it stamps.
  const wanted = last
  const noted = await changeRebuild(firestore, (rebuild) => withWish(rebuild, wanted))
  return noted.ok ? succeed(published) : noted
}
