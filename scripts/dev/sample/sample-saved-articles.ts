import type { Firestore, Write } from '../../../functions/platform/adapters/firestore.ts'
import { handlePath, profilePath } from '../../../functions/profile/profile-records.ts'
import { day } from '../../../src/domain/duration.ts'
import type { ReaderProfile } from '../../../src/domain/profile/reader-profile.ts'
import { type SavedEntry, savedCardSchema } from '../../../src/domain/saved-articles-record.ts'
import type { SampleDocument } from './sample-documents.ts'

const uid = 'sample-subscriber'

/** The number of saved articles; they are saved a day apart. */
const count = 7

export async function storeSampleSavedArticles(
  firestore: Firestore,
  documents: readonly SampleDocument[],
) {
  const now = Date.now()
  const authorNames = new Map(documents.map(({ path, fields }) => [path, String(fields.name)]))
  const articles = documents.filter(
    ({ path, fields }) => path.startsWith('articles/') && fields.status === 'published',
  )
  // The articles are spread over the archive, for variety.
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
    ...buildProfileWrites(entries, new Date(now)),
  ])
  if (!stored.ok)
    throw new Error(`Storing the saved articles failed: ${JSON.stringify(stored.failure)}`)
}

/** Creates a public page that recommends every other saved article. */
function buildProfileWrites(entries: readonly SavedEntry[], at: Date): readonly Write[] {
  const handle = 'leela'
  const profile: ReaderProfile = {
    handle,
    formerHandles: [],
    name: 'Leela S.',
    bio: 'Reads on the slow train between Galle and Colombo, mostly about food, cricket and other people’s fathers.',
    isPublic: true,
    wasPublic: true,
    isIndexed: false,
    recommended: entries
      .filter((_, index) => index % 2 === 0)
      .map(({ slug, title }) => ({ slug, title })),
    hidden: null,
    createdAt: at,
  }
  return [
    { set: profilePath(uid), fields: profile },
    { set: handlePath(handle), fields: { uid, claimedAt: at } },
  ]
}
