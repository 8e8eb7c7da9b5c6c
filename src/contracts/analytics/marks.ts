/**
 * Marks by which a component says what is to be counted of it, as attributes to spread onto an
 * element; the page's script reads them (features/analytics), and nobody else has to write any.
 *
 *     <a href="/subscribe" {...countedClick('CTA Clicked', { label: 'Subscribe', source: 'header' })}>
 *     <section {...countedSight('Author Viewed', { author: slug })}>
 *
 * Names and payloads are checked where they are written, and again by the server.
 */
import type { EventName, EventPayload } from './events.ts'

export const clickMark = 'data-click'
export const sightMark = 'data-sight'
export const wordsMark = 'data-words'

export type Marked = {
  [Name in EventName]: readonly [name: Name, payload: EventPayload<Name>]
}[EventName]

const mark = <Name extends EventName>(event: Name, payload: EventPayload<Name>) =>
  JSON.stringify([event, payload])

/** Counts each click of a link or a button. */
export function countedClick<Name extends EventName>(event: Name, payload: EventPayload<Name>) {
  return { [clickMark]: mark(event, payload) } as const
}

/** Counts that the element has stood in sight for a second, once a visit. */
export function countedSight<Name extends EventName>(event: Name, payload: EventPayload<Name>) {
  return { [sightMark]: mark(event, payload) } as const
}

/**
 * On an article as a whole: counts that it is viewed, and that it is read. Of its text, `data-lead-in`
 * marks the beginning and `data-rest` what follows, wherever that comes from: an article without its
 * rest cannot be read.
 */
export function countedArticle(slug: string, words: number) {
  return { ...countedSight('Article Viewed', { slug }), [wordsMark]: `${words} ${slug}` } as const
}

/** Null for what nobody here has written. */
export function readMark(value: string | null | undefined): Marked | null {
  try {
    const marked = JSON.parse(value ?? '')
    return Array.isArray(marked) && marked.length === 2 ? (marked as unknown as Marked) : null
  } catch {
    return null
  }
}
