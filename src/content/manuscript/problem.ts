export type FieldPath = readonly (string | number)[]

/** Offsets in a text. */
export type TextEdit = { readonly from: number; readonly to: number; readonly insert: string }

/** A change that solves a problem: of the body, of the field's value, or of the field's name. */
export type Fix = (
  | { readonly edit: TextEdit }
  | { readonly value: string | readonly string[] }
  | { readonly name: string }
) & {
  /** The fix may not be what the editor meant, so the editor decides. */
  readonly isGuess?: true
}

/** `line` is the line in the body, counted from 1. */
export type FieldProblem = {
  readonly field: FieldPath
  readonly message: string
  readonly line?: number
  readonly fix?: Fix
}

/** Lines and columns count from 1. */
export type FileProblem = {
  readonly path: string
  readonly line: number
  readonly column: number
  readonly message: string
  /** An edit of the file's text. */
  readonly edit?: TextEdit
}

/** A problem with an entry of a list, such as a tag, names the entry itself. */
export function describeProblem(field: FieldPath, message: string): string {
  const path = typeof field.at(-1) === 'number' ? field.slice(0, -1) : field
  return path.length === 0 ? message : `${formatField(path)}: ${message}`
}

/** Returns a path such as `image.alt` or `stories, entry 2, line`. Entries are counted from 1. */
function formatField(field: FieldPath): string {
  const parts = field.map((part) => (typeof part === 'number' ? `entry ${part + 1}` : part))
  return parts.join(field.some((part) => typeof part === 'number') ? ', ' : '.')
}

/** Keeps files in the order of their first problems, and sorts each file’s problems by line. */
export function sortProblems(problems: readonly FileProblem[]): FileProblem[] {
  return [...Map.groupBy(problems, ({ path }) => path).values()].flatMap((fileProblems) =>
    fileProblems.toSorted((one, other) => one.line - other.line || one.column - other.column),
  )
}

/** Skips an edit that overlaps an earlier one; if it's still needed, it can be applied to the result. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let [result, end] = ['', 0]
  for (const { from, to, insert } of edits.toSorted((one, other) => one.from - other.from)) {
    if (from < end) continue
    result += text.slice(end, from) + insert
    end = to
  }
  return result + text.slice(end)
}
