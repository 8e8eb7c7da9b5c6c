/** Where a reader goes once they are signed in. */

/** Pages that have nothing more to say to whoever is signed in. */
export const signInPages = /^\/(?:login|magic|forgot)(?:\/|$)/

/** The page that they came from, if it is one of ours. `wanted` is anybody's to write. */
export function returnAddress(wanted: string | null, origin: string): string {
  try {
    const address = new URL(wanted ?? '/', origin)
    // Whole, because a path that begins with two slashes would name another site.
    const isOurs = address.origin === origin && !signInPages.test(address.pathname)
    return isOurs ? address.href : '/'
  } catch {
    return '/'
  }
}

/** The same for this page's own address. */
export const wantedReturn = (search: string) => new URLSearchParams(search).get('return')

/** Who has never been here before is welcomed first. */
export function placeAfterSignIn(isNew: boolean, wanted: string | null, origin: string): string {
  const place = returnAddress(wanted, origin)
  if (!isNew) return place
  const { pathname, search, hash } = new URL(place, origin)
  const path = pathname + search + hash
  return path === '/' ? '/welcome' : `/welcome?return=${encodeURIComponent(path)}`
}

/** The way to another page about signing in, which remembers the same. */
export function keepingReturn(path: string, wanted: string | null): string {
  return wanted ? `${path}?return=${encodeURIComponent(wanted)}` : path
}
