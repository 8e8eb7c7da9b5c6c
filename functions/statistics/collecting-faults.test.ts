import { beforeEach, describe, expect, it } from 'vitest'
import { siteUrl } from '../testing/worker-harness.ts'
import { CollectorHarness, type PageContext } from './testing/collector-harness.ts'

const day = 24 * 60 * 60 * 1000

let harness: CollectorHarness
beforeEach(() => {
  harness = new CollectorHarness()
})

const track = (event: string, properties: object, page?: PageContext) =>
  harness.createEvent(event, properties, page)
const view = (slug = 'rain', page?: PageContext) => track('Article Viewed', { slug }, page)

const read = (sql: string) => harness.statistics.read(sql)
const readRejections = () =>
  Object.fromEntries(
    read('SELECT reason, events FROM rejections').map(({ reason, events }) => [reason, events]),
  )
const countRows = (table: string) => read(`SELECT COUNT(*) AS rows FROM ${table}`)[0]!.rows

it('many batches delivered together are counted in several transactions', async () => {
  let transactions = 0
  harness.statistics.onTransaction = (isDone) => void (isDone && transactions++)
  const search = `?utm_campaign=${'a'.repeat(280)}`
  const batches = 1200
  for (let batch = 0; batch < batches; batch++)
    await harness.send([view('rain', { search }), view('mangoes', { search })])
  for (const message of harness.messages) expect(message.body.length).toBeLessThan(128_000)
  await harness.deliver()
  expect(transactions).toBeGreaterThan(1)
  expect(read('SELECT SUM(views) AS views FROM hourly')).toEqual([{ views: 2 * batches }])
})

describe('a batch', () => {
  it('is one queue message, without events, readers or addresses', async () => {
    const cookies = await harness.createCookies('registered')
    const searched = track('Search Result Selected', {
      query: 'leela@example.com',
      slug: 'rain',
      position: 1,
    })
    await harness.send([view(), view('mangoes'), searched], cookies)
    expect(harness.messages).toHaveLength(1)
    expect(harness.messages[0]!.body).not.toMatch(/leela|ama|anonymousId|userAgent/)
  })

  it('is counted once if it’s sent again two days later', async () => {
    const batch = [view()]
    await harness.send(batch)
    harness.advance(2 * day)
    await harness.send(batch)
    await harness.deliver()
    expect(read('SELECT SUM(views) AS views FROM hourly')).toEqual([{ views: 1 }])
  })

  it('counts the kind of reader that the session and the pass show', async () => {
    const registered = await harness.createCookies('registered')
    const subscriber = await harness.createCookies('subscriber')
    await harness.send([view()])
    await harness.send([view()], registered)
    await harness.send([view()], subscriber)
    await harness.send([view()], { Cookie: `${registered.Cookie}; reader=isSubscribed.open` })
    // Only the session proves that somebody is signed in.
    await harness.send([view()], { Cookie: 'reader=isSubscribed.open' })
    const [session] = registered.Cookie.split(';')
    await harness.send([view()], { Cookie: `${session}x; reader=isSubscribed.open` })
    await harness.deliver()
    expect(read('SELECT readerKind, views FROM hourly ORDER BY readerKind')).toEqual([
      { readerKind: 'guest', views: 3 },
      { readerKind: 'registered', views: 1 },
      { readerKind: 'subscriber', views: 2 },
    ])
  })

  it('counts a checkout once, for the story that its reader came from', async () => {
    const choose = (referrer: string) =>
      track('Subscription Selected', { plan: 'monthly_13' }, { path: '/subscribe', referrer })
    await harness.send([choose(`${siteUrl}/rain`), choose(`${siteUrl}/rain`)])
    await harness.send([choose(`${siteUrl}/invented`)])
    await harness.send([choose('https://www.google.com')])
    await harness.deliver()
    expect(read('SELECT slug, page, source, checkouts FROM hourly ORDER BY slug, source')).toEqual([
      { slug: '', page: 'subscribe', source: 'own', checkouts: 1 },
      { slug: '', page: 'subscribe', source: 'search', checkouts: 1 },
      { slug: 'rain', page: 'subscribe', source: 'own', checkouts: 1 },
    ])
  })

  it('counts a story that isn’t built yet, but not a draft', async () => {
    await harness.firestore.commit([
      { set: 'articles/new', fields: { status: 'published' }, serverTimes: ['updatedAt'] },
      { set: 'articles/draft', fields: { status: 'draft' }, serverTimes: ['updatedAt'] },
    ])
    await harness.send([view('new'), view('draft')])
    await harness.deliver()
    expect(read('SELECT slug, views FROM hourly')).toEqual([{ slug: 'new', views: 1 }])
  })
})

describe('a third party', () => {
  it('gets the session’s user id, whatever the browser claims, without delaying a page', async () => {
    const cookies = await harness.createCookies('registered')
    const claimed = { ...view(), userId: 'leela' }
    const answer = await harness.send([claimed, view('mangoes')], cookies, { country: 'MM' })
    expect(answer).toEqual({ status: 202, body: { accepted: 2, dropped: 0 } })
    expect(harness.sharedEvents).toMatchObject([{ userId: 'ama' }, { userId: 'ama' }])
  })
})

describe('a hostile browser', () => {
  it('can’t fill the database with invented stories', async () => {
    const invented = Array.from({ length: 20 }, (_, index) => view(`invented-${index}`))
    await harness.send(invented)
    await harness.deliver()
    expect(countRows('hourly')).toBe(0)
    expect(readRejections()).toEqual({ tooManyStories: 17, unknownStory: 3 })
  })

  it('can’t change a row of the database with each event', async () => {
    const sources = ['', '?utm_source=share', '?utm_source=gift', '?utm_campaign=c']
    const names = ['Article Viewed', 'Article Read', 'Paywall Viewed']
    const events = names.flatMap((name, index) =>
      ['rain', 'mangoes', 'rain-2'].map((slug) =>
        track(name, { slug }, { search: sources[index]! }),
      ),
    )
    await harness.send(events)
    await harness.deliver()
    expect(countRows('hourly')).toBe(4)
    // Six of nine events are accepted, of which two are about a story that doesn't exist.
    expect(readRejections()).toEqual({ tooManyFigures: 3, unknownStory: 2 })
  })

  it('can’t count a depth twice in a batch by naming another source', async () => {
    const scroll = (depths: readonly number[], search = '') =>
      track('Article Scrolled', { slug: 'rain', depths }, { search })
    await harness.send([scroll([25]), scroll([25, 50], '?utm_source=share'), scroll([50])])
    await harness.deliver()
    expect(read('SELECT source, depth25, depth50 FROM hourly ORDER BY source')).toEqual([
      { source: 'direct', depth25: 1, depth50: 0 },
      { source: 'share', depth25: 0, depth50: 1 },
    ])
    expect(readRejections()).toEqual({ repeated: 1 })
  })

  it('can’t count an event twice in a batch', async () => {
    const event = view()
    await harness.send([event, event, { ...event, messageId: event.messageId.toUpperCase() }])
    await harness.deliver()
    expect(read('SELECT views FROM hourly')).toEqual([{ views: 1 }])
    expect(readRejections()).toEqual({ repeated: 2 })
  })

  it('can’t have a batch counted twice by signing out', async () => {
    const identify = {
      ...view(),
      type: 'identify',
      traits: { firebase_id: 'ama', first_name: '', last_name: '', email: 'ama@example.com' },
    }
    const batch = [identify, view()]
    await harness.send(batch, await harness.createCookies('registered'))
    await harness.send(batch)
    await harness.deliver()
    expect(read('SELECT SUM(views) AS views FROM hourly')).toEqual([{ views: 1 }])
  })
})

describe('outages', () => {
  it('aren’t noticed by the page if the queue fails, and are logged without addresses', async () => {
    harness.isQueueDown = true
    expect((await harness.send([view()])).status).toBe(202)
    expect(harness.worker.logged).toEqual(['{"event":"events_not_queued","reason":"TypeError"}'])
  })

  it('delay the statistics if D1 fails', async () => {
    await harness.send([view()])
    harness.statistics.onTransaction = () => {
      throw new Error('D1_ERROR: of leela@example.com')
    }
    await harness.deliver()
    expect(harness.worker.logged.join()).not.toContain('leela')
    harness.statistics.onTransaction = () => {}
    await harness.deliver()
    expect(read('SELECT views FROM hourly')).toEqual([{ views: 1 }])
  })

  it('delay the statistics if a story’s file is unavailable, but not if the file is a redirect', async () => {
    harness.assetStatuses.set('/rain', 503)
    harness.assetStatuses.set('/moved', 307)
    await harness.send([view()])
    await harness.send([view('moved')])
    await harness.deliver()
    expect(countRows('hourly')).toBe(0)
    harness.assetStatuses.set('/rain', 200)
    await harness.deliver()
    expect(read('SELECT slug, views FROM hourly')).toEqual([{ slug: 'rain', views: 1 }])
    expect(readRejections()).toEqual({ unknownStory: 1 })
  })

  it('aren’t caused by a malformed message', async () => {
    await harness.send([view()])
    harness.messages.push({ body: '{"id":7}', attempts: 0 })
    await harness.deliver()
    expect(harness.messages).toEqual([])
    expect(read('SELECT views FROM hourly')).toEqual([{ views: 1 }])
  })
})

describe('the retention job for statistics', () => {
  it('removes hourly counts after 90 days and ids after a week, and keeps daily counts', async () => {
    await harness.send([view()])
    await harness.deliver()
    harness.advance(90 * day)
    // The hour hasn't been added up yet, so nothing may be deleted.
    await harness.run('oldFigures')
    expect(countRows('hourly')).toBe(1)
    await harness.run('dailyFigures')
    await harness.run('oldFigures')
    expect([countRows('hourly'), countRows('batches')]).toEqual([1, 0])
    harness.advance(day)
    await harness.run('oldFigures')
    expect([countRows('hourly'), countRows('daily')]).toEqual([0, 1])
    // The job doesn't replace days whose hours have been deleted.
    await harness.run('dailyFigures')
    expect(read('SELECT views FROM daily')).toEqual([{ views: 1 }])
  })

  it('keeps the ids for as long as the queue can deliver a message again', async () => {
    await harness.send([view()], {}, { sentAt: new Date(harness.now.getTime() - day) })
    const [message] = harness.messages
    await harness.deliver()
    for (let passed = 0; passed < 4; passed++) {
      harness.advance(day)
      await harness.run('oldFigures')
      await harness.deliver([{ ...message! }])
    }
    expect(read('SELECT SUM(views) AS views FROM hourly')).toEqual([{ views: 1 }])
  })

  it('continues in the next run if there is too much to remove', async () => {
    for (let old = 0; old < 10; old++) {
      await harness.send([view()])
      await harness.deliver()
      harness.advance(day)
    }
    await harness.run('dailyFigures')
    harness.advance(120 * day)
    const transaction = harness.statistics.onTransaction
    harness.statistics.onTransaction = (isDone) => void (isDone && harness.advance(15_000))
    const first = await harness.run('oldFigures')
    expect(first).toMatchObject({ value: { waitingSince: expect.any(Date) } })
    harness.statistics.onTransaction = transaction
    const second = await harness.run('oldFigures')
    expect(second).toMatchObject({ value: { waitingSince: null } })
    expect([countRows('hourly'), countRows('daily')]).toEqual([0, 10])
  })
})
