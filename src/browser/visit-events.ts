/** Events that are counted once per visit: one tab until it is closed, or until sign-out. */
import type { CollectedEvent } from '../contracts/collect-endpoints.ts'
import { consentVersion, isConsentRequired } from '../domain/consent.ts'
import { readCookie } from './cookie.ts'
import { readTabItem, removeTabItem, storeTabItem } from './session-storage.ts'

const storageKey = 'counted'

let countedEvents: Set<string> | undefined

function getCountedEvents(): Set<string> {
  if (!countedEvents) {
    const stored = readTabItem(storageKey)
    countedEvents = new Set(Array.isArray(stored) ? stored : [])
  }
  return countedEvents
}

/** In the order in which they were counted. */
export const listCounted = (): readonly string[] => [...getCountedEvents()]

/** False where consent is required and missing. The first response of the API tells the country. */
export function canDescribeVisit(): boolean {
  const country = readCookie('country')
  const isGranted = readCookie('consent').startsWith(`${consentVersion}.granted.`)
  return isGranted || (country !== '' && !isConsentRequired(country))
}

/** The page on which the visit began, with the events. */
export function recordLanding(page: CollectedEvent['context']['page']) {
  const isKnown = listCounted().some((entry) => entry[0] === '{')
  if (isKnown || page.referrer.startsWith(`${location.origin}/`) || !canDescribeVisit()) return
  recordCounted(JSON.stringify(page))
}

export const wasCounted = (event: string): boolean => getCountedEvents().has(event)

export function recordCounted(event: string) {
  storeTabItem(storageKey, [...getCountedEvents().add(event)])
}

export function clearCounted(event: string) {
  const events = getCountedEvents()
  if (events.delete(event)) storeTabItem(storageKey, [...events])
}

export function endVisit() {
  countedEvents = new Set()
  removeTabItem(storageKey)
}
