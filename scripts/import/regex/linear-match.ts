/** Matches regular expressions from imported sites in linear time (RE2), however hostile they are. */
import { RE2JS, RE2JSException } from 're2js'

/** Instructions of the compiled expression; matching takes instructions × characters. */
const maxInstructions = 2_000
/** Characters; bounds the time to parse and compile. */
const maxSourceLength = 1_000

/** Tests whether an expression in Go's syntax matches anywhere. Null if unsupported or too large. */
export function createLinearMatcher(source: string): ((text: string) => boolean) | null {
  if (source.length > maxSourceLength) return null
  try {
    const expression = RE2JS.compile(source)
    if (expression.programSize() > maxInstructions) return null
    return (text) => expression.test(text)
  } catch (error) {
    if (error instanceof RE2JSException) return null
    throw error
  }
}
