/** Exports revisions as lines of JSON: a file per document and per former slug. */

import { revisionQuery } from '../../../functions/documents/revision.ts'
import type { DocumentRef } from '../../../src/content/manuscript/document.ts'
import { slugSchema } from '../../../src/domain/slug.ts'
import type { Desk } from '../../desk/command-line/desk-environment.ts'
import { queryDocuments } from '../../desk/documents/stored-documents.ts'
import type { ExportFolder } from './export-folder.ts'

export async function exportHistory(
  desk: Desk,
  folder: ExportFolder,
  collection: DocumentRef['collection'],
  slug: string,
): Promise<number> {
  let count = 0
  const names = new Set([slug])
  // The list grows during the loop, because a revision may name a former slug.
  for (const name of names) {
    const query = revisionQuery({ collection, slug: name })
    const documents = await queryDocuments(desk, query, 'Exporting')
    if (documents.length === 0) continue
    const lines = documents.map(({ id, fields }) => JSON.stringify({ id, ...fields }))
    folder.write(`history/${collection}/${name}.jsonl`, `${lines.join('\n')}\n`)
    count += documents.length
    for (const { fields } of documents) {
      const previousSlug = slugSchema.safeParse(fields.formerSlug)
      if (previousSlug.success) names.add(previousSlug.data)
    }
  }
  return count
}
