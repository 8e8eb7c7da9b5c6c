/**
 * Where a reader wanted to go when they were welcomed, carried from step to step in the address:
 *
 *     /welcome/why?return=%2Fa-story
 *
 * Who is faster than the script that carries it is known by where they come from.
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

/** The same, by this page's address or by that of the step before it. */
export function wantedHere(
  { search, origin }: Pick<Location, 'search' | 'origin'>,
  referrer: string,
): string | null {
  const wanted = wantedPage(search, origin)
  if (wanted || !URL.canParse(referrer)) return wanted
  const before = new URL(referrer)
  const isStep = before.origin === origin && steps.some(({ path }) => path === before.pathname)
  return isStep ? wantedPage(before.search, origin) : null
}

/** Where a link of the welcome leads then: another step keeps what was wanted, the way out goes there. */
export function leadOn(path: string, wanted: string): string {
  if (path === '/') return wanted
  const isStep = steps.some((step) => step.path === path)
  return isStep ? `${path}?return=${encodeURIComponent(wanted)}` : path
}
