/** An import's notes to the editor about a post. Nothing is dropped or changed without a note. */

/** `editor`: a point that the editor should check or decide. */
export type NoteKind = 'lost' | 'editor' | 'converted'

export type Note = {
  readonly kind: NoteKind
  /**
   * The finding is worded the same for every post, because the report groups by it. `{}` is replaced with the detail.
   */
  readonly finding: string
  /** The part that differs by post, such as an address or a name. */
  readonly detail?: string
  /**
   * The number of items that the finding concerns. If there are several, `plural` follows the number, as in "3 pictures
   * were removed".
   */
  readonly count?: number
  readonly plural?: string
  /** Why a post that was published in the source becomes a draft. */
  readonly unpublishedBecause?: string
}

const createNote =
  (kind: NoteKind) =>
  (finding: string, detail?: string): Note =>
    detail === undefined ? { kind, finding } : { kind, finding, detail }

/** Notes that a part of the source isn't imported. */
export const noteLoss = createNote('lost')
/** Notes a point that the editor should check or decide. */
export const noteForEditor = createNote('editor')
/** Notes that a part's form differs from the source. */
export const noteConversion = createNote('converted')

export const noteEmailOnly = noteConversion(
  'sent by email only, never on the site: imported as a draft',
)

export const noteUnknownStatus = (status: string): Note =>
  noteForEditor('unknown status “{}”: imported as a draft', status)

const restriction = 'only some readers could see a part: {}'

/** Notes a restriction, which keeps the post from being published. */
export const noteRestricted = (name: string): Note => noteForEditor(restriction, name)
export const hasRestrictedPart = (notes: readonly Note[]): boolean =>
  notes.some(({ finding }) => finding === restriction)

/** Notes that a post published in the source becomes a draft. */
export const noteUnpublished = (reason: string, detail?: string): Note => ({
  ...noteForEditor(`${reason}${detail === undefined ? '' : ' ({})'}: imported as a draft`, detail),
  unpublishedBecause: reason,
})

/** Returns the finding for a count, with a text in place of its detail. */
export function formatFinding(
  { finding, plural, count = 1 }: Pick<Note, 'finding' | 'plural' | 'count'>,
  detail: string,
): string {
  const words = plural !== undefined && count > 1 ? `${count} ${plural}` : finding
  return words.replace('{}', () => detail)
}

export const formatNote = (note: Note): string => formatFinding(note, note.detail ?? '')

/** A value, with notes for the editor about how it was derived. */
export type Noted<Value> = { readonly value: Value; readonly notes: readonly Note[] }

export const withNotes = <Value>(value: Value, ...notes: readonly Note[]): Noted<Value> => ({
  value,
  notes,
})

export const gatherNotes = (...noted: readonly Pick<Noted<unknown>, 'notes'>[]): Note[] =>
  noted.flatMap(({ notes }) => notes)

/** Keeps each note once. */
export function removeDuplicateNotes(notes: readonly Note[]): Note[] {
  return [...new Map(notes.map((note) => [JSON.stringify(note), note])).values()]
}
