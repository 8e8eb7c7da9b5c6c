/** An import's report of each post, and its totals. */
import type { Note } from '../items/note.ts'

export const importOutcomes = ['imported', 'updated', 'unchanged', 'preserved', 'skipped'] as const
/** `preserved`: kept, for example because it was edited with the desk. */
export type ImportOutcome = (typeof importOutcomes)[number]

export type ReportRow = {
  readonly source: string
  readonly title: string
  readonly importOutcome: ImportOutcome
  /** The document's path, such as `articles/a-slug`; null if not stored. */
  readonly path: string | null
  readonly status: string | null
  /** Notes about the post; for a skipped one, the reason first. */
  readonly notes: readonly Note[]
}

export type ImportTotals = Readonly<Record<ImportOutcome, number>> & {
  readonly notes: number
  readonly redirects: number
  /** Posts that were published in the source and are drafts now, by the reason. */
  readonly unpublished: Readonly<Record<string, number>>
}
