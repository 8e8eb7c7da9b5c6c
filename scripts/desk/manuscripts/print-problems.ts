import { type FileProblem, sortProblems } from '../../../src/content/manuscript/problem.ts'
import { stripControlCharacters } from '../command-line/terminal.ts'

/** The format of compilers, which editors turn into links. */
export function formatProblem({ path, line, column, message }: FileProblem): string {
  return stripControlCharacters(`${path}:${line}:${column}: ${message}`)
}

export function printProblems(problems: readonly FileProblem[]) {
  for (const problem of sortProblems(problems)) console.error(formatProblem(problem))
}
