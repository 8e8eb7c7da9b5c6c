import type { Firestore, FirestoreFailure } from '../../functions/adapters/firestore.ts'
import { syncOverlap } from '../../src/contracts/build-timestamp.ts'
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
      if (!page.ok) throw new Error(describeFailure(collection, page.failure))
      yield page.value
    }
  }
}

function describeFailure(collection: string, failure: FirestoreFailure): string {
  const prefix = `Nothing was built: ${collection} couldn’t be read from Firestore`
  switch (failure.kind) {
    case 'unavailable':
      return (
        `${prefix}, which can’t be reached, is too slow or is failing (${failure.reason}). ` +
        'Build again later, and check that FIRESTORE_URL is correct.'
      )
    case 'rejected':
      return (
        `${prefix}, which refused with status ${failure.status}. Check that FIREBASE_PROJECT_ID is ` +
        'correct and that FIREBASE_SERVICE_ACCOUNT can read this project, then build again.\n' +
        failure.reason
      )
    case 'conflict':
      return `${prefix}: somebody else was writing at the same time. Build again.`
  }
}
