/**
 * Where a reader wanted to go when they were welcomed, carried from step to step in the address:
 *
 *     /welcome/why?return=%2Fa-story
 */
import { steps } from './steps.ts'

/** The page that was wanted, if it is one of ours: the query is anybody's to write. */
export function wantedPage(search: string, origin: string): string | null {
  const wanted = new URLSearchParams(search).get('return')
  try {
    const address = new URL(wanted || '/', origin)
    if (address.origin !== origin) return null
    const path = address.pathname + address.search + address.hash
    // Two slashes would name another site to whoever reads it as an address again.
    return path === '/' || path.startsWith('//') ? null : path
  } catch {
    return null
  }
}

/** Where a link of the welcome leads then: another step keeps what was wanted, the way out goes there. */
export function leadOn(path: string, wanted: string): string {
  if (path === '/') return wanted
  const isStep = steps.some((step) => step.path === path)
  return isStep ? `${path}?return=${encodeURIComponent(wanted)}` : path
}
