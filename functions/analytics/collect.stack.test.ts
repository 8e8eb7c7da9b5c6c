import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ReceivedEvent } from '../../scripts/local/event-box.ts'
import { eventSchemas } from '../../src/contracts/analytics/events.ts'
import {
  type CollectedEvent,
  collectBytes,
  collectResponseSchema,
} from '../../src/contracts/collect.ts'
import { endpoints } from '../../src/contracts/endpoints.ts'
import {
  type EdgeClient,
  edgeClient,
  errorOf,
  ownReader,
  requestFrom,
  signedIn,
  stack,
} from '../edge-client.ts'

const page = { path: '/a-story', search: '', title: 'A story', referrer: '' }
const everyEvent = () => ({
  messageId: randomUUID(),
  anonymousId: randomUUID(),
  timestamp: new Date().toISOString(),
  context: { page },
})
const viewed = (): CollectedEvent => ({
  ...everyEvent(),
  type: 'track',
  event: 'Article Viewed',
  properties: { slug: 'a-story' },
})

const post = (client: EdgeClient, body: string, origin?: string | null) =>
  client.request(endpoints.collect, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'A test',
      ...requestFrom('MM'),
    },
    body,
    ...(origin === undefined ? {} : { origin }),
  })
const send = (client: EdgeClient, batch: readonly unknown[]) =>
  post(client, JSON.stringify({ batch, sentAt: new Date().toISOString() }))

/** What has arrived of these events at whoever receives them. */
async function received(events: readonly CollectedEvent[]): Promise<ReceivedEvent[]> {
  const response = await fetch(`${stack.outboxUrl}/events.json`)
  const wanted = new Set(events.map(({ messageId }) => messageId))
  const all = (await response.json()) as ReceivedEvent[]
  return all.filter(({ messageId }) => wanted.has(messageId))
}
/** They are passed on after the answer. */
const arrived = (events: readonly CollectedEvent[], count = events.length) =>
  expect.poll(async () => (await received(events)).length).toBe(count)

describe('POST /api/collect', () => {
  it('passes a guest’s events on, without saying who or where from', async () => {
    const event = viewed()
    const response = await send(edgeClient(), [event])
    expect(response.status).toBe(202)
    expect(collectResponseSchema.parse(await response.json())).toEqual({ accepted: 1, dropped: 0 })
    await arrived([event])
    const [found] = await received([event])
    expect(found).toMatchObject({
      type: 'track',
      event: 'Article Viewed',
      properties: { slug: 'a-story' },
      anonymousId: event.anonymousId,
      context: {
        page: { ...page, url: `${stack.siteUrl}/a-story` },
        userAgent: 'A test',
        location: { country: 'MM' },
      },
    })
    expect(found).not.toHaveProperty('userId')
    expect(JSON.stringify(found)).not.toContain('127.')
  })

  it('says whose a reader’s events are, by the session and not by the browser', async () => {
    const claimed = { ...viewed(), userId: 'somebody-else' }
    const traits = { first_name: 'Leela', last_name: '', email: 'subscriber@example.com' }
    const identify = (firebase_id: string): CollectedEvent => ({
      ...everyEvent(),
      type: 'identify',
      traits: { ...traits, firebase_id },
    })
    const own = identify('sample-subscriber')
    const foreign = identify('sample-lapsed')
    const response = await send(await signedIn('subscriber'), [claimed, own, foreign])
    expect(await response.json()).toEqual({ accepted: 2, dropped: 1 })
    await arrived([claimed, own, foreign], 2)
    for (const event of await received([claimed, own])) {
      expect(event.userId).toBe('sample-subscriber')
    }
  })

  it('believes no session that is not ours', async () => {
    const event = viewed()
    const client = edgeClient()
    client.cookies.set('__Host-session', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.')
    await send(client, [event])
    await arrived([event])
    expect((await received([event]))[0]).not.toHaveProperty('userId')
  })

  it('keeps one of the same event sent twice', async () => {
    const client = edgeClient()
    const [event, last] = [viewed(), viewed()]
    for (const batch of [[event], [event, event], [last]]) {
      expect((await send(client, batch)).status).toBe(202)
    }
    await arrived([event, last], 2)
  })

  it('drops what is no event of ours, and keeps its neighbours', async () => {
    const event = viewed()
    const response = await send(edgeClient(), [{ ...viewed(), event: 'Article Eaten' }, event, 7])
    expect(await response.json()).toEqual({ accepted: 1, dropped: 2 })
    await arrived([event])
  })

  it('refuses a body of more than a browser sends, said and unsaid', async () => {
    const body = JSON.stringify({ batch: ['x'.repeat(collectBytes)], sentAt: '' })
    expect(await errorOf(await post(edgeClient(), body))).toMatchObject({
      status: 413,
      code: 'too_large',
    })
    const streamed = await edgeClient().request(endpoints.collect, {
      method: 'POST',
      body: new Blob([body]).stream(),
      duplex: 'half',
    } as RequestInit)
    expect(streamed.status).toBe(413)
  })

  it('is not for other sites', async () => {
    const body = JSON.stringify({ batch: [viewed()], sentAt: new Date().toISOString() })
    for (const origin of ['https://evil.example', 'null', null]) {
      expect(await errorOf(await post(edgeClient(), body, origin))).toMatchObject({ status: 403 })
    }
    expect((await edgeClient().request(endpoints.collect)).status).toBe(404)
  })

  it('answers 429 to a reader who is too fast, who may still read', async () => {
    const fast = await ownReader()
    const statuses = new Set<number>()
    // Twice the limit and one more: wherever the minute ends, one of the two has too many.
    for (let call = 0; call <= 480 && !statuses.has(429); call++) {
      statuses.add((await post(fast, 'x')).status)
    }
    expect(statuses).toEqual(new Set([400, 429]))
    expect((await fast.request(endpoints.client)).status).toBe(200)
  })
})

describe('malformed batches', () => {
  /** Events of ours in which anything may be anything. */
  const nearlyAnEvent = fc.record(
    {
      type: fc.oneof(fc.constantFrom('track', 'page', 'identify', 'alias'), fc.anything()),
      event: fc.oneof(fc.constantFrom(...Object.keys(eventSchemas), '__proto__'), fc.anything()),
      name: fc.oneof(fc.constantFrom('article', 'homepage'), fc.anything()),
      messageId: fc.oneof(fc.uuid(), fc.anything()),
      anonymousId: fc.oneof(fc.uuid(), fc.anything()),
      timestamp: fc.oneof(fc.constant('2026-11-20T10:00:00.000Z'), fc.anything()),
      context: fc.oneof(fc.constant({ page }), fc.anything()),
      properties: fc.oneof(fc.constant({ slug: 'a-story' }), fc.object(), fc.anything()),
      traits: fc.anything(),
    },
    { requiredKeys: [] },
  )
  const json = (value: unknown) => {
    try {
      return JSON.stringify(value) ?? 'undefined'
    } catch {
      // A bigint or a circle: no JSON at all.
      return String(Object.prototype.toString.call(value))
    }
  }
  const body = fc.oneof(
    fc.string(),
    fc.json(),
    fc.string({ unit: 'binary' }),
    fc
      .record({
        batch: fc.oneof(fc.array(nearlyAnEvent, { maxLength: 5 }), fc.anything()),
        sentAt: fc.oneof(
          fc.constantFrom('2026-11-20T10:00:00.000Z', '9999-12-31T23:59:59Z'),
          fc.anything(),
        ),
      })
      .map(json),
    // Breaks off in the middle.
    fc.array(nearlyAnEvent).map((batch) => json({ batch }).slice(0, -3)),
  )

  it('a thousand of them give no 5xx', async () => {
    // Each caller stays within the limit, which would be no answer to what is asked here.
    const callers = Array.from({ length: 10 }, () => fc.sample(body, 100))
    const answers = callers.map(async (bodies) => {
      const client = edgeClient()
      const statuses: number[] = []
      for (const malformed of bodies) {
        const { status } = await post(client, malformed)
        expect(status, malformed).toBeLessThan(500)
        statuses.push(status)
      }
      return statuses
    })
    const statuses = (await Promise.all(answers)).flat()
    // Refused as a whole, or taken as a batch whose events are dropped: it is one or the other.
    expect(new Set(statuses)).toEqual(new Set([400, 202]))
  }, 300_000)
})
