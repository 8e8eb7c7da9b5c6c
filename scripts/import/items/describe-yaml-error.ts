/** Describes the problem of a YAML text in words. */
import type { LineCounter, YAMLError } from 'yaml'

export type YamlProblem = { readonly line: number; readonly reason: string }

const tabReason = 'its indentation contains a tab, and YAML allows only spaces there'

/** Errors are in the order of their lines, but a tab comes first, because it causes many of the others. */
export function describeYamlErrors(
  errors: readonly YAMLError[],
  source: string,
  lines: LineCounter,
): YamlProblem[] {
  const sourceLines = source.split('\n')
  const problems = errors.map((error) => {
    const { line } = lines.linePos(error.pos[0])
    const isTab = error.code === 'TAB_AS_INDENT' || /^ *\t/.test(sourceLines[line - 1] ?? '')
    return { line, reason: isTab ? tabReason : error.message, isTab }
  })
  const tab = problems.find(({ isTab }) => isTab)
  const relevant = tab ? [tab] : problems
  return relevant.map(({ line, reason }) => ({ line, reason }))
}
