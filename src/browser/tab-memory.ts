/**
 * What a tab remembers from page to page for the reader who is signed in, until it is closed. It is
 * given to them alone: under another session mark it is as if it were not there. Guests are remembered
 * nothing here.
 */
import { isReaderShown } from './reader-hint.ts'
import { readSessionMark } from './session-mark.ts'

/** Whose page this is; null for a guest, and where the site is built. */
const owner = () => (typeof document !== 'undefined' && isReaderShown() ? readSessionMark() : null)

/** Undefined where there is nothing, or nothing of this reader's. */
export function recallInTab(name: string): unknown {
  try {
    const [whose, value] = JSON.parse(sessionStorage.getItem(name) ?? '[]')
    return whose && whose === owner() ? value : undefined
  } catch {
    // Nothing can be kept, or what is kept is not ours.
    return undefined
  }
}

export function rememberInTab(name: string, value: unknown) {
  const whose = owner()
  if (!whose) return forgetInTab(name)
  try {
    sessionStorage.setItem(name, JSON.stringify([whose, value]))
  } catch {
    // Then the next page does without.
  }
}

export function forgetInTab(name: string) {
  try {
    sessionStorage.removeItem(name)
  } catch {
    // Then there is nothing.
  }
}
