/** Events that are counted once per visit, which lasts until the tab is closed or the reader signs out. */
import type { CollectedEvent } from '../contracts/endpoints/collect-endpoints.ts'
import { consentVersion } from '../domain/consent.ts'
import { readTabItem, removeTabItem, storeTabItem } from './session-storage.ts'

const storageKey = 'counted'

let counted: Set<string> | undefined

/** Returns events in the order in which they were counted. */
function getCounted(): Set<string> {
  if (!counted) {
    const stored = readTabItem(storageKey)
    counted = new Set(Array.isArray(stored) ? stored : [])
  }
  return counted
}

const storeCounted = () => storeTabItem(storageKey, [...getCounted()])

export const listCounted = (): readonly string[] => [...getCounted()]

/** Matches the values defined in contracts/cookies/visits-cookie.ts and consent-cookie.ts. */
const visitCookies = new RegExp(`(^| )(visits=free|consent=${consentVersion}\\.granted\\.)`)

/** Returns false if consent is required and missing. The API's first response contains the country. */
export const canDescribeVisit = (): boolean => visitCookies.test(document.cookie)

/** Stores the page on which the visit began, together with the events. */
export function recordLanding(page: CollectedEvent['context']['page']) {
  const isKnown = listCounted().some((entry) => entry[0] === '{')
  if (isKnown || page.referrer.startsWith(`${location.origin}/`) || !canDescribeVisit()) return
  recordCounted(JSON.stringify(page))
}

export const wasCounted = (event: string): boolean => getCounted().has(event)

export function recordCounted(event: string) {
  getCounted().add(event)
  storeCounted()
}

export function clearCounted(event: string) {
  if (getCounted().delete(event)) storeCounted()
}

export function endVisit() {
  counted = new Set()
  removeTabItem(storageKey)
}
