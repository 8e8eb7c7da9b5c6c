/** Collects the notes of a conversion. Nothing may be dropped or changed without one. */
import { type Note, type NoteKind, noteLoss } from '../items/note.ts'
import { truncate } from '../items/single-line.ts'

export type LossReport = {
  /** Counts one more loss of a kind, for a note such as "a picture was removed" or "3 pictures were removed". */
  readonly addCounted: (
    kind: NoteKind,
    singular: string,
    plural: string,
    rest?: string,
    detail?: string,
  ) => void
  /** Adds a note once. */
  readonly add: (note: Note) => void
  readonly notes: () => readonly Note[]
}

/** A limit that keeps a hostile post from filling the report. */
const maxNotes = 50

export function createLossReport(): LossReport {
  const notes = new Map<string, Note & { count: number }>()
  const add = (note: Note) => {
    const key = `${note.kind} ${note.finding} ${note.detail ?? ''}`
    notes.set(key, { ...note, count: (notes.get(key)?.count ?? 0) + 1 })
  }
  return {
    addCounted(kind, singular, plural, rest = '', detail) {
      const finding = `${singular} ${rest}`.trimEnd()
      const note = { kind, finding, plural: `${plural} ${rest}`.trimEnd() }
      add(detail === undefined ? note : { ...note, detail })
    },
    add,
    notes: () => {
      const all = [...notes.values()].map(({ count, ...note }) =>
        note.plural === undefined ? note : { ...note, count },
      )
      // Notes for the editor are first, so that the limit leaves out others before them.
      all.sort((one, other) => Number(other.kind === 'editor') - Number(one.kind === 'editor'))
      const more = all.length - maxNotes
      return more > 0
        ? [
            ...all.slice(0, maxNotes),
            {
              ...noteLoss('one other kind of change'),
              plural: 'other kinds of changes',
              count: more,
            },
          ]
        : all
    },
  }
}

export function pluralise(count: number, singular: string, plural: string): string {
  return count === 1 ? singular : `${count} ${plural}`
}

export function quoteForReport(value: string): string {
  return truncate(value, 120)
}
