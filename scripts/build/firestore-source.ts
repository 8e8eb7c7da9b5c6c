import type { Firestore } from '../../functions/platform/adapters/firestore.ts'
import { syncOverlap } from '../../src/contracts/site-files/build-timestamp.ts'
import { describeFirestoreFailure } from '../shared/describe-firestore-failure.ts'
import type { ContentSource } from './content-source.ts'

/** Costs one read per document returned. */
export function createFirestoreSource(firestore: Firestore): ContentSource {
  return async function* (collection, since) {
    const changed = since && {
      where: [
        {
          field: 'updatedAt',
          is: 'GREATER_THAN_OR_EQUAL' as const,
          value: new Date(since.getTime() - syncOverlap),
        },
      ],
      orderBy: 'updatedAt',
    }
    for await (const page of firestore.pages({ collection, ...changed })) {
      if (!page.ok) {
        const activity = `Nothing was built, because ${collection} couldn’t be read`
        throw new Error(describeFirestoreFailure(activity, page.failure))
      }
      yield page.value
    }
  }
}
