/**
 * Access keys that were valid in the last minutes, in this isolate. Their owners are counted by themselves, so that guesses
 * from their network don't use up their calls.
 */
import { minute } from '../../src/domain/duration.ts'
import { parseAccessKey } from '../../src/domain/staff/access-key.ts'

const knownTime = 10 * minute

/** More than a publication's staff has. */
const maxKeys = 200

/** When each was last valid, the latest at the end. */
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
