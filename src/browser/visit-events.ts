/**
 * Events that are counted once per visit: one tab until it is closed, or until sign-out. The first entry is the page
 * on which the visit began.
 */
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

export function recordLanding(page: object) {
  if (getCountedEvents().size === 0) recordCounted(JSON.stringify(page))
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
