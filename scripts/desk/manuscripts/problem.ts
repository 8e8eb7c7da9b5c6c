import { stripControlCharacters } from '../terminal.ts'

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

export function describeProblem(field: FieldPath, message: string): string {
  return field.length === 0 ? message : `${field.join('.')}: ${message}`
}

/** Files in the order of their first problem, lines ascending. */
export function sortProblems(problems: readonly FileProblem[]): FileProblem[] {
  return [...Map.groupBy(problems, ({ path }) => path).values()].flatMap((fileProblems) =>
    fileProblems.toSorted((one, other) => one.line - other.line || one.column - other.column),
  )
}

/** The format of compilers, which editors turn into links. */
export function formatProblem({ path, line, column, message }: FileProblem): string {
  return stripControlCharacters(`${path}:${line}:${column}: ${message}`)
}
