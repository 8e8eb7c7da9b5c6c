/** What an editor has to mend, and where. */
import { plain } from './plain.ts'

export type FieldPath = readonly (string | number)[]

/** With a field of a document; `line` counts within its body, from 1. */
export type FieldProblem = {
  readonly field: FieldPath
  readonly message: string
  readonly line?: number
}

/** With a place in a file. Lines and columns count from 1. */
export type Problem = {
  readonly path: string
  readonly line: number
  readonly column: number
  readonly message: string
}

export function describeProblem(field: FieldPath, message: string): string {
  return field.length === 0 ? message : `${field.join('.')}: ${message}`
}

/** File by file, in the order in which they are first named, and within a file from its first line on. */
export function inOrder(problems: readonly Problem[]): Problem[] {
  return [...Map.groupBy(problems, ({ path }) => path).values()].flatMap((ofFile) =>
    ofFile.toSorted((one, other) => one.line - other.line || one.column - other.column),
  )
}

/** As compilers print it, which editors know how to jump to. */
export function printProblem({ path, line, column, message }: Problem): string {
  return plain(`${path}:${line}:${column}: ${message}`)
}
