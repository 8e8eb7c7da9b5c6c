/**
 * Which page of ours led to the offer, so that whoever has subscribed can go on where they were. The
 * tab's own, and gone with it.
 */
const key = 'offer-from'

/** Pages on the way to a subscription are none to come back to. */
const onTheWay = /^\/(?:subscribe|login|magic|forgot|welcome|settings)(?:[-/]|$)/

/** The path of a page to come back to; null for another site's, and for one on the way. */
export function wayBack(referrer: string, origin: string): string | null {
  if (!URL.canParse(referrer)) return null
  const address = new URL(referrer)
  return address.origin === origin && !onTheWay.test(address.pathname) ? address.pathname : null
}

export function rememberWhereFrom() {
  const path = wayBack(document.referrer, location.origin)
  try {
    if (path) sessionStorage.setItem(key, path)
  } catch {
    // Then they go on from the front page.
  }
}

export function whereFrom(): string {
  try {
    // Anybody may have written there: only a path of ours is one.
    const kept = sessionStorage.getItem(key) ?? '/'
    return wayBack(new URL(kept, location.origin).href, location.origin) ?? '/'
  } catch {
    return '/'
  }
}
