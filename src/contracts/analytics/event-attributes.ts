/** Attributes by which templates declare what is tracked (tracked-elements.ts). They are read by features/analytics. */
import type { EventName, EventPayload } from './events.ts'

export const clickAttribute = 'data-click'
export const viewAttribute = 'data-view'
export const wordCountAttribute = 'data-words'

export type TrackedEvent = {
  [Name in EventName]: readonly [name: Name, payload: EventPayload<Name>]
}[EventName]

export function parseEventAttribute(value: string | null | undefined): TrackedEvent | null {
  try {
    const parsed = JSON.parse(value ?? '')
    return Array.isArray(parsed) && parsed.length === 2 ? (parsed as unknown as TrackedEvent) : null
  } catch {
    return null
  }
}
