/** Stores for this tab which of our pages led to the offer, so that a new subscriber can continue there. */
import { readTabItem, storeTabItem } from '../../browser/session-storage.ts'

const storageKey = 'return-page'

const checkoutPagePattern = /^\/(?:subscribe|login|magic|forgot|welcome|settings)(?:[-/]|$)/

/** Returns null for other sites, and for pages that a reader passes through while subscribing. */
export function toReturnPath(referrer: string, origin: string): string | null {
  if (!URL.canParse(referrer)) return null
  const url = new URL(referrer)
  return url.origin === origin && !checkoutPagePattern.test(url.pathname) ? url.pathname : null
}

export function storeReturnPage() {
  const path = toReturnPath(document.referrer, location.origin)
  if (path) storeTabItem(storageKey, path)
}

export function readReturnPage(): string {
  const path = String(readTabItem(storageKey) ?? '/')
  if (!URL.canParse(path, location.origin)) return '/'
  return toReturnPath(new URL(path, location.origin).href, location.origin) ?? '/'
}
