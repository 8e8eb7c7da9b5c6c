export type FieldPath = readonly (string | number)[]

/** `line` is in the body, from 1. */
export type FieldProblem = {
  readonly field: FieldPath
  readonly message: string
  readonly line?: number
}

/** Lines and columns count from 1. */
export type FileProblem = {
  readonly path: string
  readonly line: number
  readonly column: number
  readonly message: string
}

/** A problem with an entry of a list, such as a tag, names the entry itself. */
export function describeProblem(field: FieldPath, message: string): string {
  const path = typeof field.at(-1) === 'number' ? field.slice(0, -1) : field
  return path.length === 0 ? message : `${formatField(path)}: ${message}`
}

/** Returns a path such as `image.alt`, or `stories, entry 2, line`, counted from 1. */
function formatField(field: FieldPath): string {
  const parts = field.map((part) => (typeof part === 'number' ? `entry ${part + 1}` : part))
  return parts.join(field.some((part) => typeof part === 'number') ? ', ' : '.')
}

/** Files in the order of their first problem, lines ascending. */
export function sortProblems(problems: readonly FileProblem[]): FileProblem[] {
  return [...Map.groupBy(problems, ({ path }) => path).values()].flatMap((fileProblems) =>
    fileProblems.toSorted((one, other) => one.line - other.line || one.column - other.column),
  )
}
