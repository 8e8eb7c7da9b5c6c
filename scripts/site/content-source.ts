import type { Firestore, FirestoreFailure } from '../../functions/adapters/firestore.ts'
import type { ContentSource } from '../../src/content/source.ts'
import { readOverlap } from '../../src/contracts/built.ts'

/** Reads the publication out of Firestore, at the cost of one read a document returned. */
export function firestoreSource(firestore: Firestore): ContentSource {
  return async function* (collection, since) {
    const changed = since && {
      where: [
        {
          field: 'updatedAt',
          is: 'GREATER_THAN_OR_EQUAL' as const,
          value: new Date(since.getTime() - readOverlap),
        },
      ],
      orderBy: 'updatedAt',
    }
    for await (const page of firestore.pages({ collection, ...changed })) {
      if (!page.ok) throw new Error(explain(collection, page.failure))
      yield page.value
    }
  }
}

/** What is wrong and what to do, for whoever reads the build's output. */
function explain(collection: string, failure: FirestoreFailure): string {
  const nothing = `Nothing was built: ${collection} could not be read from Firestore`
  switch (failure.kind) {
    case 'unavailable':
      return (
        `${nothing}, which is out of reach, too slow or failing (${failure.reason}). ` +
        'Build again when it answers; if it does, see that FIRESTORE_URL is its address.'
      )
    case 'rejected':
      return (
        `${nothing}, which refused with status ${failure.status}. See that FIREBASE_PROJECT_ID is ` +
        'right and that FIREBASE_SERVICE_ACCOUNT may read this project, then build again.\n' +
        failure.reason
      )
    case 'conflict':
      return `${nothing}: somebody else was writing. Build again.`
  }
}
