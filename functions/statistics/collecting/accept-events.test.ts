import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { eventSchemas } from '../../../src/contracts/analytics/events.ts'
import {
  type AcceptedEvent,
  acceptEvents,
  type BatchContext,
  estimateOccurredAt,
} from './accept-events.ts'

const batchContext: BatchContext = {
  uid: null,
  receivedAt: new Date('2026-11-20T10:00:00.000Z'),
  sentAt: new Date('2026-11-20T12:00:05.000Z'),
  origin: 'https://verandah.news',
  userAgent: 'A browser',
  country: 'IN',
}
const page = { path: '/a-story', search: '', title: 'A story', referrer: '' }
const everyEvent = {
  messageId: '8b9d2a53-6b0e-4d57-9b23-0d2f3c1b7a10',
  timestamp: '2026-11-20T12:00:00.000Z',
  context: { page },
}
const viewed = {
  ...everyEvent,
  type: 'track',
  event: 'Article Viewed',
  properties: { slug: 'a-story' },
}
const user = { firebase_id: 'uid-1', first_name: 'A', last_name: 'B', email: 'a@example.com' }
const identify = { ...everyEvent, type: 'identify', traits: user }

const kept = (event: unknown, more: Partial<BatchContext> = {}): AcceptedEvent | undefined =>
  acceptEvents([event], { ...batchContext, ...more }).accepted[0]

describe('an accepted event', () => {
  it('contains the browser’s data and the server’s data', () => {
    expect(kept(viewed)).toEqual({
      type: 'track',
      event: 'Article Viewed',
      properties: { slug: 'a-story' },
      messageId: viewed.messageId,
      timestamp: '2026-11-20T09:59:55.000Z',
      receivedAt: '2026-11-20T10:00:00.000Z',
      context: {
        page: { ...page, url: 'https://verandah.news/a-story' },
        userAgent: 'A browser',
        location: { country: 'IN' },
      },
    })
  })

  it.each([
    '/newsletter/unsubscribe',
    '/newsletter/confirm',
    '/newsletter/preferences',
    '/gift',
    '/g',
  ])('contains no key from a link to %s', (path) => {
    const withKey = `${path}/${'k'.repeat(200)}`
    const seen = { ...viewed, context: { page: { ...page, path: withKey } } }
    expect(kept(seen)!.context.page).toMatchObject({ path, url: `https://verandah.news${path}` })
    expect(kept({ ...seen, type: 'page', name: 'newsletter' })).toMatchObject({
      properties: { path },
    })
  })

  it('has its path and URL among its properties if it’s a page call', () => {
    const search = '?source=header'
    const seen = {
      ...everyEvent,
      context: { page: { ...page, search } },
      type: 'page',
      name: 'article',
    }
    expect(kept(seen)).toMatchObject({
      name: 'article',
      properties: { path: '/a-story', search, url: 'https://verandah.news/a-story?source=header' },
    })
  })

  it('identifies only the session’s reader', () => {
    expect(kept(identify, { uid: 'uid-1' })).toMatchObject({ userId: 'uid-1', traits: user })
    expect(kept(identify, { uid: 'uid-2' })).toBeUndefined()
    expect(kept(identify)).toBeUndefined()
  })

  it('loses unknown fields', () => {
    const event = { ...viewed, ip: '203.0.113.7', properties: { slug: 'a-story', note: 'x' } }
    expect(JSON.stringify(kept(event))).not.toMatch(/203\.0\.113\.7|note/)
  })
})

describe('a dropped event', () => {
  it.each<[string, unknown]>([
    ['with an unknown name', { ...viewed, event: 'Article Eaten' }],
    ['named like a property of every object', { ...viewed, event: 'toString' }],
    ['with another event’s payload', { ...viewed, properties: { author: 'a-story' } }],
    ['with a malformed payload', { ...viewed, properties: { slug: 7 } }],
    ['without a payload', { ...viewed, properties: undefined }],
    ['with an unknown page name', { ...everyEvent, type: 'page', name: 'kitchen' }],
    ['with an unknown type', { ...viewed, type: 'alias' }],
    ['without a message', { ...viewed, messageId: undefined }],
    ['with a malformed time', { ...viewed, timestamp: 'yesterday' }],
    [
      'with an endless title',
      { ...viewed, context: { page: { ...page, title: 'x'.repeat(301) } } },
    ],
    ['that isn’t an event', 'Article Viewed'],
  ])('can be one %s, while the other events are accepted', (_, event) => {
    const { accepted, dropped } = acceptEvents([viewed, event, viewed], batchContext)
    expect([accepted.length, dropped]).toEqual([2, 1])
  })

  it('can contain anything without causing an error', () => {
    const anything = fc.record(
      {
        type: fc.oneof(fc.constantFrom('track', 'page', 'identify', 'alias'), fc.anything()),
        event: fc.oneof(fc.constantFrom(...Object.keys(eventSchemas), '__proto__'), fc.anything()),
        name: fc.oneof(fc.constantFrom('article', 'homepage'), fc.anything()),
        messageId: fc.oneof(fc.uuid(), fc.anything()),
        timestamp: fc.oneof(fc.constant('2026-11-20T10:00:00.000Z'), fc.anything()),
        context: fc.oneof(fc.constant({ page }), fc.anything()),
        properties: fc.oneof(fc.constant({ slug: 'a-story' }), fc.object(), fc.anything()),
        traits: fc.anything(),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(anything, fc.anything())), (events) => {
        const { accepted, dropped } = acceptEvents(events, batchContext)
        expect(accepted.length + dropped).toBe(events.length)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('email addresses', () => {
  const email = 'leela.s+news@example.com'
  const subscribed = {
    ...everyEvent,
    type: 'track',
    event: 'Newsletter Subscribed',
    properties: { email, referral: false, referred_email: '' },
  }

  it('are kept in the events that are meant to contain an address', () => {
    expect(kept(subscribed)).toMatchObject({ properties: { email } })
    expect(kept(identify, { uid: 'uid-1' })).toMatchObject({ traits: { email: user.email } })
  })

  it('are redacted everywhere else', () => {
    fc.assert(
      fc.property(
        fc.emailAddress(),
        fc.constantFrom('query', 'path', 'search', 'title', 'referrer'),
        fc.boolean(),
        (address, place, isEncoded) => {
          const text = isEncoded ? encodeURIComponent(address) : address
          // The address isn't at the start of the path, where `g/a@a.aa` would be a link's secret, which is removed.
          const at = { ...page, ...(place === 'query' ? {} : { [place]: `/a/${text}` }) }
          const found = kept({
            ...everyEvent,
            context: { page: at },
            type: 'track',
            event: 'Search Result Selected',
            properties: {
              query: place === 'query' ? `who is ${text}?` : 'rain',
              slug: 'a-story',
              position: 1,
            },
          })
          expect(JSON.stringify(found)).toContain('[address]')
          expect(JSON.stringify(found)).not.toMatch(/@|%40/)
        },
      ),
    )
  })
})

describe('the time of an event', () => {
  const receivedAt = new Date('2026-11-20T10:00:00.000Z')

  it('is never in the future or more than a day ago', () => {
    const sentAt = new Date('2026-11-20T10:00:00.000Z')
    expect(estimateOccurredAt(new Date('2030-01-01'), sentAt, receivedAt)).toEqual(receivedAt)
    const earliest = new Date('2026-11-19T10:00:00.000Z')
    expect(estimateOccurredAt(new Date('1970-01-01'), sentAt, receivedAt)).toEqual(earliest)
  })
})
