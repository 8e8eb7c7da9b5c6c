/**
 * Stores access keys that have been valid in this isolate in the last few minutes. Their owners have their own limits,
 * so that guesses from the same network don't use up an owner's calls.
 */
import { minute } from '../../src/domain/duration.ts'
import { parseAccessKey } from '../../src/domain/staff/access-key.ts'

const knownTime = 10 * minute

/** More keys than a publication's staff has. */
const maxKeys = 200

/** When each key was last valid, in ascending order of time. */
const validAt = new Map<string, number>()

export function rememberKey(key: string, now: Date) {
  validAt.delete(key)
  validAt.set(key, now.getTime())
  const [oldest] = validAt.keys()
  if (validAt.size > maxKeys && oldest !== undefined) validAt.delete(oldest)
}

/** Null for a key that is unknown, or that hasn't been used for a while. */
export function findKnownOwner(key: string, now: Date): string | null {
  const at = validAt.get(key)
  if (at === undefined || Math.abs(now.getTime() - at) > knownTime) return null
  return parseAccessKey(key)?.uid ?? null
}
