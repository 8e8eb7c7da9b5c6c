/** Who changed what, as lines of JSON: one file a document, and one for each name that it had. */
import { slugSchema } from '../../../src/domain/slug.ts'
import { firestoreStop } from '../ending.ts'
import type { Desk } from '../environment.ts'
import { type Place, revisionsOf } from '../revision.ts'
import type { ExportFolder } from './export-folder.ts'

/** Answers the number of revisions. */
export async function exportHistory(
  { firestore }: Desk,
  folder: ExportFolder,
  collection: Place['collection'],
  slug: string,
): Promise<number> {
  let count = 0
  const names = new Set([slug])
  // Grows while it is walked: a revision may name an earlier name.
  for (const name of names) {
    const answer = await firestore.query(revisionsOf({ collection, slug: name }))
    if (!answer.ok) throw firestoreStop('Exporting', answer.failure)
    const { documents } = answer.value
    if (documents.length === 0) continue
    const lines = documents.map(({ id, fields }) => JSON.stringify({ id, ...fields }))
    folder.write(`history/${collection}/${name}.jsonl`, `${lines.join('\n')}\n`)
    count += documents.length
    for (const { fields } of documents) {
      const former = slugSchema.safeParse(fields.formerSlug)
      if (former.success) names.add(former.data)
    }
  }
  return count
}
