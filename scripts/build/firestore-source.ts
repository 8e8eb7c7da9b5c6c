import type { Firestore } from '../../functions/adapters/firestore.ts'
import { syncOverlap } from '../../src/contracts/build-timestamp.ts'
import type { ContentSource } from './content-source.ts'
import { describeFirestoreFailure } from './describe-firestore-failure.ts'

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
        const activity = `Nothing was built: ${collection} couldn’t be read`
        throw new Error(describeFirestoreFailure(activity, page.failure))
      }
      yield page.value
    }
  }
}
