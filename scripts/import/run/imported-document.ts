import type { Write } from '../../../functions/platform/adapters/firestore.ts'
import type { Fields } from '../../../functions/platform/adapters/firestore-values.ts'
import type { DocumentRef } from '../../../src/content/manuscript/document.ts'
import type { Note } from '../items/note.ts'
import type { ImportOutcome } from './report-row.ts'

export type ImportedDocument = DocumentRef & {
  readonly fields: Fields
  /**
   * True if no document had this address when the import began. A document found there later is a different document.
   */
  readonly isNew?: boolean
  /** Redirects that belong to the document. */
  readonly relatedWrites: readonly Write[]
  /** Pictures and recordings that couldn't be fetched; a stored document with more of them is kept. */
  readonly missingImageCount: number
}

export type UpsertResult = {
  readonly importOutcome: ImportOutcome
  /** The stored status; null if not stored. */
  readonly status: string | null
  readonly notes: readonly Note[]
}

export type UpsertOptions = {
  readonly overwrite: boolean
  readonly dryRun: boolean
  /** A document that keeps the desk's edits still gets the key of the source that it was found for. */
  readonly adoptsKeys?: boolean
}
