/** The page to return to: /welcome/why?return=%2Fa-story, or the referrer's if the script was too late. */
import { welcomePages } from './welcome-steps.ts'

/** Only our own pages are accepted, because anybody can write the query. */
export function readReturnPath(search: string, origin: string): string | null {
  const returnPath = new URLSearchParams(search).get('return')
  try {
    const address = new URL(returnPath || '/', origin)
    if (address.origin !== origin) return null
    const path = address.pathname + address.search + address.hash
    // A path with two leading slashes would be another site's address.
    return path === '/' || path.startsWith('//') ? null : path
  } catch {
    return null
  }
}

/** Reads this page's address, or the previous step's. */
export function findReturnPath(
  { search, origin }: Pick<Location, 'search' | 'origin'>,
  referrer: string,
): string | null {
  const returnPath = readReturnPath(search, origin)
  if (returnPath || !URL.canParse(referrer)) return returnPath
  const previousUrl = new URL(referrer)
  const isStep =
    previousUrl.origin === origin && welcomePages.some(({ path }) => path === previousUrl.pathname)
  return isStep ? readReturnPath(previousUrl.search, origin) : null
}

/** Links to steps keep the page to return to; the link out of the welcome leads to it. */
export function withReturnPath(path: string, returnPath: string): string {
  if (path === '/') return returnPath
  const isStep = welcomePages.some((step) => step.path === path)
  return isStep ? `${path}?return=${encodeURIComponent(returnPath)}` : path
}
