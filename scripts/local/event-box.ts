/**
 * The local end of events: takes what whoever receives them in production would take (Segment's
 * `POST /v1/batch`), drops doubles by their `messageId` as it does, and keeps the rest to look at.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { escapeHtml, outboxPage, timeOf } from './outbox-page.ts'

const common = {
  messageId: z.string().min(1).max(100),
  anonymousId: z.string().min(1),
  userId: z.string().min(1).optional(),
  timestamp: z.iso.datetime(),
  context: z.record(z.string(), z.unknown()),
}
const properties = z.record(z.string(), z.unknown())
const batchSchema = z.object({
  batch: z.array(
    z.discriminatedUnion('type', [
      z.object({ ...common, type: z.literal('track'), event: z.string().min(1), properties }),
      z.object({ ...common, type: z.literal('page'), name: z.string().min(1), properties }),
      z.object({ ...common, type: z.literal('identify'), traits: properties }),
    ]),
  ),
  sentAt: z.iso.datetime(),
})
export type ReceivedEvent = z.infer<typeof batchSchema>['batch'][number]

/** By which events are told apart and filtered: `Article Viewed`, `page homepage`, `identify`. */
export function eventLabel(event: ReceivedEvent): string {
  switch (event.type) {
    case 'track':
      return event.event
    case 'page':
      return `page ${event.name}`
    case 'identify':
      return 'identify'
  }
}

/** How many events a page shows. */
const shown = 200

export function createEventBox(file: string) {
  const events: ReceivedEvent[] = existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    : []
  const known = new Set(events.map((event) => event.messageId))

  return {
    /** Null where all is well, else what is wrong with the call. */
    take(body: string, authorization: string): string | null {
      if (!/^Basic [\w+/]{4,}=*$/.test(authorization)) return 'There is no write key.'
      const received = batchSchema.safeParse(JSON.parse(body))
      if (!received.success) return z.prettifyError(received.error)
      for (const event of received.data.batch) {
        if (known.has(event.messageId)) continue
        known.add(event.messageId)
        events.push(event)
        appendFileSync(file, `${JSON.stringify(event)}\n`)
      }
      return null
    },

    /** In the order in which they came; of one label, or all. */
    list: (label?: string | null) =>
      label ? events.filter((event) => eventLabel(event) === label) : events,

    page(label: string | null): string {
      const labels = [...new Set(events.map(eventLabel))].sort()
      const links = labels.map((name) => {
        const current = name === label ? ' aria-current="page"' : ''
        return `<a href="/events?name=${encodeURIComponent(name)}"${current}>${escapeHtml(name)}</a>`
      })
      const wanted = this.list(label).slice(-shown).toReversed()
      const content = wanted.map(showEvent).join('') || '<p>No event has been counted yet.</p>'
      return outboxPage('Events', `<nav>${links.join('')}</nav>${content}`)
    },
  }
}

function showEvent(event: ReceivedEvent): string {
  const { timestamp, userId, anonymousId, context } = event
  const says = event.type === 'identify' ? event.traits : event.properties
  const path = (context.page as { path?: string } | undefined)?.path ?? ''
  return (
    `<article><h2>${escapeHtml(eventLabel(event))}</h2>` +
    `<p>${timeOf(timestamp)} on ${escapeHtml(path)} by ${escapeHtml(userId ?? `guest ${anonymousId}`)}</p>` +
    `<pre><code>${escapeHtml(JSON.stringify(says, null, 2))}</code></pre></article>`
  )
}
