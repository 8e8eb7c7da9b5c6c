/**
 * Attributes to spread onto an element: `{...trackClick('CTA Clicked', { label: 'Subscribe', source: 'header' })}`.
 * This file is separate from event-attributes.ts, which is part of every page's script.
 */
import { clickAttribute, viewAttribute, wordCountAttribute } from './event-attributes.ts'
import type { EventName, EventPayload } from './events.ts'

const serialiseEvent = <Name extends EventName>(event: Name, payload: EventPayload<Name>) =>
  JSON.stringify([event, payload])

export function trackClick<Name extends EventName>(event: Name, payload: EventPayload<Name>) {
  return { [clickAttribute]: serialiseEvent(event, payload) } as const
}

/** Tracks that the element was visible for a second, once per visit. */
export function trackView<Name extends EventName>(event: Name, payload: EventPayload<Name>) {
  return { [viewAttribute]: serialiseEvent(event, payload) } as const
}

/** `data-lead-in` and `data-article-body` mark the text. An article without its body can't count as read. */
export function trackArticle(slug: string, words: number) {
  return {
    ...trackView('Article Viewed', { slug }),
    [wordCountAttribute]: `${words} ${slug}`,
  } as const
}
