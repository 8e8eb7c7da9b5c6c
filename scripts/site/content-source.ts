import type { Firestore } from '../../functions/adapters/firestore.ts'
import { type ContentSource, readOverlap } from '../../src/content/source.ts'

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
      if (!page.ok) {
        throw new Error(`Firestore cannot be read: ${JSON.stringify(page.failure)}`)
      }
      yield page.value
    }
  }
}
