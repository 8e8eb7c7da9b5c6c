import type { Firestore } from '../../functions/adapters/firestore.ts'
import { type ContentSource, readOverlap } from '../../src/content/source.ts'

/** Reads the publication out of Firestore, at the cost of one read a document returned. */
export function firestoreSource(firestore: Firestore): ContentSource {
  return async (collection, since) => {
    const answer = await firestore.query(
      since
        ? {
            collection,
            where: [
              {
                field: 'updatedAt',
                is: 'GREATER_THAN_OR_EQUAL',
                value: new Date(since.getTime() - readOverlap),
              },
            ],
            orderBy: 'updatedAt',
          }
        : { collection },
    )
    if (answer.ok) return answer.value
    throw new Error(`Firestore cannot be read: ${JSON.stringify(answer.failure)}`)
  }
}
