/**
 * Attributes to spread onto an element, read by features/analytics: `{...trackClick('CTA Clicked', {
 * label: 'Subscribe', source: 'header' })}`.
 */
import type { EventName, EventPayload } from './events.ts'

export const clickAttribute = 'data-click'
export const viewAttribute = 'data-view'
export const wordCountAttribute = 'data-words'

export type TrackedEvent = {
  [Name in EventName]: readonly [name: Name, payload: EventPayload<Name>]
}[EventName]

const serialiseEvent = <Name extends EventName>(event: Name, payload: EventPayload<Name>) =>
  JSON.stringify([event, payload])

export function trackClick<Name extends EventName>(event: Name, payload: EventPayload<Name>) {
  return { [clickAttribute]: serialiseEvent(event, payload) } as const
}

/** Tracks that the element was visible for a second, once per visit. */
export function trackView<Name extends EventName>(event: Name, payload: EventPayload<Name>) {
  return { [viewAttribute]: serialiseEvent(event, payload) } as const
}

/** `data-lead-in` and `data-article-body` delimit the text; an article without its body can't be read. */
export function trackArticle(slug: string, words: number) {
  return {
    ...trackView('Article Viewed', { slug }),
    [wordCountAttribute]: `${words} ${slug}`,
  } as const
}

export function parseEventAttribute(value: string | null | undefined): TrackedEvent | null {
  try {
    const parsed = JSON.parse(value ?? '')
    return Array.isArray(parsed) && parsed.length === 2 ? (parsed as unknown as TrackedEvent) : null
  } catch {
    return null
  }
}
