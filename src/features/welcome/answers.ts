/**
 * What a reader answers during the welcome, as this device keeps it. Anybody may have written there,
 * and an earlier version of this site may have, so it is read with care.
 */
export type Answers = {
  /** Addresses of categories and tags, as the form has them. */
  readonly topics: readonly string[]
  /** Stories a week; empty where the reader wants no goal. */
  readonly goal: string
}

export const noAnswers: Answers = { topics: [], goal: '' }

/** Never throws; what is not an answer is none. */
export function parseAnswers(stored: string | null): Answers {
  let found: unknown
  try {
    found = JSON.parse(stored ?? '')
  } catch {
    return noAnswers
  }
  if (typeof found !== 'object' || found === null) return noAnswers
  const { topics, goal } = found as Record<string, unknown>
  return {
    topics: Array.isArray(topics) ? topics.filter((topic) => typeof topic === 'string') : [],
    goal: typeof goal === 'string' ? goal : '',
  }
}
