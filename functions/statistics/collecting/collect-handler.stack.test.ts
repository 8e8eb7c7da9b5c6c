import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { ReceivedEvent } from '../../../scripts/dev/fakes/inbox/event-log.ts'
import {
  type CollectedEvent,
  collectResponseSchema,
  maxCollectBytes,
} from '../../../src/contracts/endpoints/collect-endpoints.ts'
import { getEndpointPath } from '../../../src/contracts/endpoints/endpoint-path.ts'
import {
  createCountryHeaders,
  createEdgeClient,
  createReaderWithSession,
  createSignedInClient,
  type EdgeClient,
  expectError,
  stack,
} from '../../testing/edge-client.ts'
import { rateLimitNumbers } from '../../testing/fake-rate-limits.ts'

const page = { path: '/a-story', search: '', title: 'A story', referrer: '' }
const everyEvent = () => ({
  messageId: randomUUID(),
  timestamp: new Date().toISOString(),
  context: { page },
})
const viewed = (): CollectedEvent => ({
  ...everyEvent(),
  type: 'track',
  event: 'Article Viewed',
  properties: { slug: 'a-story' },
})

const post = (client: EdgeClient, body: string) =>
  client.send('POST /api/collect', body, {
    headers: { 'User-Agent': 'A test', ...createCountryHeaders('MM') },
  })
const send = (client: EdgeClient, batch: readonly unknown[]) =>
  post(client, JSON.stringify({ batch, sentAt: new Date().toISOString() }))

async function received(events: readonly CollectedEvent[]): Promise<ReceivedEvent[]> {
  const response = await fetch(`${stack.inboxUrl}/events.json`)
  const expected = new Set(events.map(({ messageId }) => messageId))
  const all = (await response.json()) as ReceivedEvent[]
  return all.filter(({ messageId }) => expected.has(messageId))
}
/** Events are delivered after the response. */
const arrived = (events: readonly CollectedEvent[], count = events.length) =>
  expect.poll(async () => (await received(events)).length).toBe(count)

describe('POST /api/collect', () => {
  it('delivers a guest’s events without a user id and an IP address', async () => {
    const event = viewed()
    const response = await send(createEdgeClient(), [event])
    expect(response.status).toBe(202)
    expect(collectResponseSchema.parse(await response.json())).toEqual({ accepted: 1, dropped: 0 })
    await arrived([event])
    const [found] = await received([event])
    expect(found).toMatchObject({
      type: 'track',
      event: 'Article Viewed',
      properties: { slug: 'a-story' },
      anonymousId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      context: {
        page: { ...page, url: `${stack.siteUrl}/a-story` },
        userAgent: 'A test',
        location: { country: 'MM' },
      },
    })
    expect(found).not.toHaveProperty('userId')
    expect(JSON.stringify(found)).not.toContain('127.')
  })

  it('takes the user id from the session and not from the browser', async () => {
    const claimed = { ...viewed(), userId: 'somebody-else' }
    const traits = { first_name: 'Leela', last_name: '', email: 'subscriber@example.com' }
    const identify = (firebase_id: string): CollectedEvent => ({
      ...everyEvent(),
      type: 'identify',
      traits: { ...traits, firebase_id },
    })
    const own = identify('sample-subscriber')
    const foreign = identify('sample-lapsed')
    const response = await send(await createSignedInClient('subscriber'), [claimed, own, foreign])
    expect(await response.json()).toEqual({ accepted: 2, dropped: 1 })
    await arrived([claimed, own, foreign], 2)
    for (const event of await received([claimed, own])) {
      expect(event.userId).toBe('sample-subscriber')
    }
  })

  it('refuses too large a body, without a length too', async () => {
    const body = JSON.stringify({ batch: ['x'.repeat(maxCollectBytes)], sentAt: '' })
    await expectError(post(createEdgeClient(), body), 413, 'too_large')
    const init = { method: 'POST', body: new Blob([body]).stream(), duplex: 'half' }
    const path = getEndpointPath('POST /api/collect')
    await expectError(createEdgeClient().request(path, init as RequestInit), 413, 'too_large')
    expect((await createEdgeClient().request(path)).status).toBe(404)
  })

  it('answers 429 to too many requests, which leaves other endpoints', async () => {
    const fast = await createReaderWithSession()
    const statuses = new Set<number>()
    // Twice the limit and one more, because a new minute may begin while they're sent; at once, so that only one can.
    let calls = 0
    async function sendMany() {
      while (++calls <= 2 * rateLimitNumbers.READ_LIMIT! + 1 && !statuses.has(429))
        statuses.add((await post(fast, 'x')).status)
    }
    await Promise.all(Array.from({ length: 20 }, sendMany))
    expect(statuses).toEqual(new Set([400, 429]))
    expect((await fast.send('GET /api/client')).status).toBe(200)
  })
})
