/** Checks the files of the database. `setup` compares them with what is deployed. */
import { type Finding, forCheck } from '../setup/run/finding.ts'

/** Only the Worker may use the database: every rule has to deny, and one must match everything. */
export function checkRules(text: string | null): Finding {
  const check = forCheck('firestore.rules')
  const restoreRemedy =
    'Restore the file from the repository: only the Worker needs access, and the rules don’t apply to the Worker.'
  if (text === null) return check.problem('not found', restoreRemedy)
  const rules = text.replace(/\/\/.*|\/\*[\s\S]*?\*\//g, '')
  const allowed = [...rules.matchAll(/\ballow\b([^;]*)/g)].map((match) => match[1]!)
  if (allowed.some((rule) => !/:\s*if\s+false\s*$/.test(rule))) {
    return check.problem('allows some access', restoreRemedy)
  }
  const coversAll = /match\s+\/\{\w+=\*\*\}\s*\{\s*allow\s+read\s*,\s*write\s*:/.test(rules)
  if (!coversAll) return check.problem('leaves parts of the database open', restoreRemedy)
  return check.ok('denies all access')
}

export function checkIndexes(text: string | null): Finding {
  const check = forCheck('firestore.indexes.json')
  try {
    const { indexes } = JSON.parse(text ?? '') as { indexes?: unknown }
    if (Array.isArray(indexes)) return check.ok(`${indexes.length} composite indexes`)
  } catch {
    // The file is missing, or isn't JSON.
  }
  return check.problem('doesn’t contain a list of indexes', 'Restore the file from the repository.')
}
