import {
  type Change,
  type WriteOptions,
  writeDocuments,
} from '../../../functions/documents/write-documents.ts'
import type { StoredDocument, Write } from '../../../functions/platform/adapters/firestore.ts'
import type { Fields } from '../../../functions/platform/adapters/firestore-values.ts'
import type { DocumentRef } from '../../../src/content/manuscript/document.ts'
import { describeProblem } from '../../../src/content/manuscript/problem.ts'
import { formatDeskCommand } from '../command-line/command.ts'
import { type Desk, requireEditor } from '../command-line/desk-environment.ts'
import { DeskError, firestoreError } from '../command-line/exit-status.ts'
import { readDocument } from './stored-documents.ts'

/** Throws if the document doesn't exist. */
export async function requireDocument(
  desk: Desk,
  { collection, slug }: DocumentRef,
): Promise<StoredDocument> {
  const stored = await readDocument(desk, `${collection}/${slug}`)
  if (stored) return stored
  const hint =
    collection === 'front'
      ? ''
      : `. For a list: ${formatDeskCommand(`list --collection ${collection}`)}`
  throw new DeskError(`${collection}/${slug}: not found${hint}`)
}

type Replacement = DocumentRef & {
  readonly stored: StoredDocument | null
  readonly fields: Fields
  readonly relatedWrites?: readonly Write[]
  /** Describes the change. It's printed in place of the document's path and the action. */
  readonly summary?: string
}

/**
 * Replaces exactly the version that was read, or throws. Returns the time to notify the site of:
 * the commit's, or the document's if unchanged; null in a dry run.
 */
export async function replaceDocument(
  desk: Desk,
  { stored, summary, ...change }: Replacement,
  options: WriteOptions,
): Promise<string | null> {
  const { updatedAt: _, ...fields } = change.fields
  const base: Change['base'] = stored?.updateTime ?? 'new'
  const path = `${change.collection}/${change.slug}`
  requireEditor(desk)
  const written = await writeDocuments(desk, [{ ...change, fields, base }], options)
  if (!written.ok) throw firestoreError(`${path}: not changed`, written.failure)
  const [outcome] = written.value.outcomes
  switch (outcome!.result) {
    case 'written':
      if (summary || !options.dryRun) console.log(summary || `${path}: ${options.action}`)
      if (options.dryRun) console.log(`${path}: would be ${options.action}. Nothing was written.`)
      return written.value.committedAt
    case 'unchanged':
      console.log(`${path}: no change`)
      return options.dryRun ? null : outcome!.updateTime
    case 'conflict':
      throw new DeskError(
        `${path}: someone else changed it at the same time. Check the new version, then try again.`,
        'conflict',
      )
    case 'invalid': {
      const problemLines = outcome!.problems.map(({ field, message }) =>
        describeProblem(field, message),
      )
      throw new DeskError(
        `${path}: not changed, because the result wouldn’t be valid:\n  ${problemLines.join('\n  ')}`,
      )
    }
  }
}
