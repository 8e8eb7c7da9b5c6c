/** Accepts Segment's `POST /v1/batch` and stores events, without duplicates by `messageId`. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { escapeHtml } from '../../../../src/domain/escape-html.ts'
import { renderInboxPage, renderTime } from '../inbox-page.ts'

const commonFields = {
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
      z.object({ ...commonFields, type: z.literal('track'), event: z.string().min(1), properties }),
      z.object({ ...commonFields, type: z.literal('page'), name: z.string().min(1), properties }),
      z.object({ ...commonFields, type: z.literal('identify'), traits: properties }),
    ]),
  ),
  sentAt: z.iso.datetime(),
})
export type ReceivedEvent = z.infer<typeof batchSchema>['batch'][number]

/** Returns the label to filter by, such as `Article Viewed`, `page homepage` or `identify`. */
export function formatEventLabel(event: ReceivedEvent): string {
  switch (event.type) {
    case 'track':
      return event.event
    case 'page':
      return `page ${event.name}`
    case 'identify':
      return 'identify'
  }
}

/** The number of events on a page. */
const maxShown = 200

export function createEventLog(file: string) {
  const events: ReceivedEvent[] = existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    : []
  const knownIds = new Set(events.map((event) => event.messageId))

  return {
    /** Returns a call's problem, or null. */
    receive(body: string, authorization: string): string | null {
      if (!/^Basic [\w+/]{4,}=*$/.test(authorization)) return 'The write key is missing.'
      const received = batchSchema.safeParse(JSON.parse(body))
      if (!received.success) return z.prettifyError(received.error)
      for (const event of received.data.batch) {
        if (knownIds.has(event.messageId)) continue
        knownIds.add(event.messageId)
        events.push(event)
        appendFileSync(file, `${JSON.stringify(event)}\n`)
      }
      return null
    },

    /** Lists all events, or those with one label, oldest first. */
    list: (label?: string | null) =>
      label ? events.filter((event) => formatEventLabel(event) === label) : events,

    renderPage(label: string | null): string {
      const labels = [...new Set(events.map(formatEventLabel))].sort()
      const links = labels.map((name) => {
        const current = name === label ? ' aria-current="page"' : ''
        return `<a href="/events?name=${encodeURIComponent(name)}"${current}>${escapeHtml(name)}</a>`
      })
      const shownEvents = this.list(label).slice(-maxShown).toReversed()
      const content =
        shownEvents.map(renderEvent).join('') || '<p>No events have been received yet.</p>'
      return renderInboxPage('Events', `<nav>${links.join('')}</nav>${content}`)
    },
  }
}

function renderEvent(event: ReceivedEvent): string {
  const { timestamp, userId, anonymousId, context } = event
  const payload = event.type === 'identify' ? event.traits : event.properties
  const path = (context.page as { path?: string } | undefined)?.path ?? ''
  return (
    `<article><h2>${escapeHtml(formatEventLabel(event))}</h2>` +
    `<p>${renderTime(timestamp)} on ${escapeHtml(path)} by ${escapeHtml(userId ?? `guest ${anonymousId}`)}</p>` +
    `<pre><code>${escapeHtml(JSON.stringify(payload, null, 2))}</code></pre></article>`
  )
}
