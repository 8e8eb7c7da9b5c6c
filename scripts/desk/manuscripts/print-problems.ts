import { type FileProblem, sortProblems } from '../../../src/content/manuscript/problem.ts'
import { stripControlCharacters } from '../command-line/terminal.ts'

/** Formats a problem as compilers do, so that code editors link to the place. */
export function formatProblem({ path, line, column, message }: FileProblem): string {
  return stripControlCharacters(`${path}:${line}:${column}: ${message}`)
}

export function printProblems(problems: readonly FileProblem[]) {
  for (const problem of sortProblems(problems)) console.error(formatProblem(problem))
}
