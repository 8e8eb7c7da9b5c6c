/** Limits of what one network or provider can do to the statistics and to the lists that readers see. */
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { networksPerWideNetwork } from '../../src/domain/network.ts'
import {
  campaignsPerShard,
  listedReadsPerNetwork,
  maxStatisticsPerBatch,
  minProvidersOfList,
} from '../../src/domain/statistics/collecting.ts'
import { createCountingLimits, rateLimitNumbers } from '../testing/fake-rate-limits.ts'
import { unwrap } from '../testing/unwrap.ts'
import { createMostReadJob, readLists } from './reports/most-read-job.ts'
import { CollectorHarness } from './testing/collector-harness.ts'

const day = 24 * 60 * 60 * 1000

let harness: CollectorHarness
beforeEach(() => {
  harness = new CollectorHarness()
})
afterEach(() => harness.close())

const createEvent = (event: string, slug: string, search = '') => ({
  messageId: randomUUID(),
  timestamp: harness.now.toISOString(),
  context: { page: { path: `/${slug}`, search, title: '', referrer: '' } },
  type: 'track',
  event,
  properties: { slug },
})

const sendFrom = (address: string, events: readonly object[]) =>
  harness.send(events, { 'CF-Connecting-IP': address })

const sendRead = (address: string, slug = 'rain') =>
  sendFrom(address, [createEvent('Article Read', slug)])

/** The same batch, as it were: only the browser's day differs. */
const sendReadOnEachDay = async (address: string) => {
  const events = [createEvent('Article Read', 'rain')]
  for (const shift of [1000 - day, 0, day - 1000]) {
    const sentAt = new Date(harness.now.getTime() + shift)
    await harness.send(events, { 'CF-Connecting-IP': address }, sentAt)
  }
}

const sendReads = async (addresses: readonly string[]) => {
  for (const address of addresses) await sendRead(address)
}

const readSums = () =>
  harness.statistics.read(
    'SELECT SUM(reads) AS reads, SUM(listedReads) AS listedReads FROM hourly',
  )[0]

const countProviderReads = () =>
  harness.statistics.read('SELECT SUM(providerReads) AS counted FROM hourly')[0]!.counted

const listAddresses = (count: number, create: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => create(at))

describe('reads that count for the most read stories', () => {
  it('are a few of each network, delivered together or one by one', async () => {
    await sendReads(listAddresses(5, (at) => `203.0.113.${at}`))
    for (const message of [...harness.messages]) await harness.deliver([message])
    await sendReads(listAddresses(5, (at) => `198.51.100.${at}`))
    await harness.deliver()
    expect(readSums()).toEqual({ reads: 10, listedReads: 2 * listedReadsPerNetwork })
  })

  it('can’t be multiplied by the networks of an IPv6 /48', async () => {
    await sendReads(listAddresses(20, (at) => `2001:db8:1:${at}::1`))
    await harness.deliver()
    expect(readSums()).toEqual({ reads: 20, listedReads: listedReadsPerNetwork })
  })

  it.each(['together', 'one by one'])(
    'can’t be multiplied by the days that a browser gives one id, delivered %s',
    async (way) => {
      await sendReadOnEachDay('203.0.113.1')
      expect(harness.messages).toHaveLength(3)
      if (way === 'one by one')
        for (const message of [...harness.messages]) await harness.deliver([message])
      await harness.deliver()
      expect(readSums()).toEqual({ reads: 3, listedReads: listedReadsPerNetwork })
    },
  )

  /** The networks of one person: home and phone, each with IPv4 and IPv6. */
  const ownNetworks = ['203.0.113.7', '2001:db8:1:1::7', '198.51.100.7', '2001:db8:2:1::7']

  it.each([
    ['one person', ownNetworks, []],
    ['few providers', listAddresses(minProvidersOfList - 1, (at) => `203.${at}.0.1`), []],
    ['enough providers', listAddresses(minProvidersOfList, (at) => `203.${at}.0.1`), ['rain']],
    ['a phone that reconnects', listAddresses(12, (at) => `2409:4042:${at}:7::1`), []],
    ['a phone with IPv4 that reconnects', listAddresses(12, (at) => `203.0.${at}.1`), []],
  ])('by %s, every day, make a list of days or none', async (_, addresses, expected) => {
    const { statistics } = harness
    const { firestore } = harness.firestore
    const set = 'articles/rain'
    unwrap(await firestore.commit([{ set, fields: { title: 'Rain', status: 'published' } }]))
    for (let passed = 0; passed <= 28; passed++) {
      if (passed > 0) harness.advance(day)
      for (let time = 0; time < 4; time++) await sendReads(addresses)
      for (const address of addresses) await sendReadOnEachDay(address)
      await harness.deliver()
    }
    const job = createMostReadJob({ statistics, firestore, now: () => harness.now })
    unwrap(await job.run({ startedAt: harness.now, hasTime: () => true }))
    const lists = await readLists(statistics)
    for (const name of ['week', 'month'])
      expect(JSON.parse(lists.get(name)!.stories)).toEqual(
        expected.map((slug) => ({ slug, title: 'Rain' })),
      )
    expect(lists.get('now')!.stories).toBe('[]')
  })

  it('count once a day for a provider, however they are delivered', async () => {
    await sendReads(listAddresses(6, (at) => `2409:4042:${at}:7::1`))
    await sendReads(listAddresses(3, (at) => `203.0.${at}.1`))
    for (const message of [...harness.messages]) await harness.deliver([message])
    await sendReads(listAddresses(3, (at) => `203.0.${at}.1`))
    await harness.deliver()
    expect(readSums()).toEqual({ reads: 12, listedReads: 9 * listedReadsPerNetwork })
    expect(countProviderReads()).toBe(2)
  })

  it('count for no provider if they were queued by a version that didn’t name it', async () => {
    await sendRead('203.0.113.1')
    const { body } = harness.messages.pop()!
    const earlier = body.replaceAll(/,"provider":"[^"]*"/g, '')
    expect(earlier).not.toBe(body)
    harness.messages.push({ body: earlier, attempts: 0 })
    await harness.deliver()
    expect(readSums()).toEqual({ reads: 1, listedReads: 1 })
    expect(countProviderReads()).toBe(0)
  })

  it('are separate for each story and day', async () => {
    for (const slug of ['rain', 'mangoes'])
      for (let time = 0; time < 5; time++) await sendRead('203.0.113.1', slug)
    harness.advance(day)
    for (let time = 0; time < 5; time++) await sendRead('203.0.113.1')
    await harness.deliver()
    expect(readSums()).toEqual({ reads: 15, listedReads: 3 * listedReadsPerNetwork })
  })

  it('count once, however often a batch is sent and delivered', async () => {
    const events = [createEvent('Article Read', 'rain')]
    const sentAt = harness.now
    for (const address of ['203.0.113.1', '198.51.100.1', '192.0.2.1'])
      await harness.send(events, { 'CF-Connecting-IP': address }, sentAt)
    harness.messages.push({ ...harness.messages[0]! })
    await harness.deliver(harness.messages.slice(0, 2))
    harness.statistics.onTransaction = (isDone) => {
      if (isDone) throw new Error('stopped')
    }
    await harness.deliver()
    harness.statistics.onTransaction = () => {}
    await harness.deliver()
    expect(readSums()).toEqual({ reads: 1, listedReads: 1 })
  })

  it('leave hashes that don’t tell what one network reads, and only for their day', async () => {
    await sendRead('203.0.113.1', 'rain')
    await sendRead('203.0.113.1', 'mangoes')
    await harness.deliver()
    const stored = () => harness.statistics.read('SELECT * FROM networkReads')
    // Each story's read has a row for its network and one for its provider's.
    expect(new Set(stored().map(({ id }) => id)).size).toBe(4)
    for (const { id } of stored()) expect(id).toMatch(/^[0-9a-f]{32}$/)
    await harness.run('oldFigures')
    expect(stored()).toHaveLength(4)
    harness.advance(day)
    await harness.run('oldFigures')
    expect(stored()).toEqual([])
  })
})

describe('names of campaigns', () => {
  const follow = (campaign: string, address: string) =>
    sendFrom(address, [createEvent('Article Viewed', 'rain', `?utm_campaign=${campaign}`)])

  const countViews = () =>
    harness.statistics.read(
      "SELECT SUM(views) AS views FROM campaigns WHERE campaign = 'diwali-offer'",
    )[0]!.views

  it('that a network makes up don’t use up those of others', async () => {
    for (let index = 0; index < 200; index++) {
      await follow(`invented-${index}`, `203.0.${113 + (index % 2)}.1`)
      if (index % 50 === 49) await harness.deliver()
    }
    const stored = harness.statistics.read('SELECT * FROM campaigns')
    expect(stored.length).toBeLessThanOrEqual(2 * campaignsPerShard)
    for (let reader = 0; reader < 50; reader++) await follow('diwali-offer', `198.51.100.${reader}`)
    await harness.deliver()
    expect(countViews()).toBe(50)
    // A name that is known counts for every network.
    await follow('diwali-offer', '203.0.113.1')
    await harness.deliver()
    expect(countViews()).toBe(51)
  })
})

describe('the rows that one network writes', () => {
  const ceiling = rateLimitNumbers.STATISTICS_NETWORK_LIMIT!

  beforeEach(() => {
    harness.close()
    harness = new CollectorHarness(createCountingLimits())
  })

  const viewAndRead = () => [
    createEvent('Article Viewed', 'rain'),
    createEvent('Article Read', 'rain'),
  ]

  const countRows = (table: string) =>
    harness.statistics.read(`SELECT COUNT(*) AS rows FROM ${table}`)[0]!.rows as number

  /** Rows of one of these batches: those of the statistics and of the day, both hashes of the network, and the id. */
  const viewAndReadRows = 9

  it('have a ceiling, above which batches aren’t queued', async () => {
    let accepted = 0
    for (let time = 0; time < 200; time++)
      if ((await sendFrom('203.0.113.1', viewAndRead())).status === 202) accepted++
    expect(accepted).toBe(Math.ceil(ceiling / viewAndReadRows))
    expect(harness.messages).toHaveLength(accepted)
    expect((await sendFrom('203.0.113.2', viewAndRead())).status).toBe(202)
  })

  it('are counted with those that are kept for ever', async () => {
    const pages = ['gift', 'saved', 'newsletter', 'homepage', 'search', 'latest', 'refer', 'tag']
    const sources = ['the-weekly', 'share', 'gift']
    const choices = [...Array(12).keys()].flatMap((story) =>
      sources.flatMap((source) => pages.map((page) => ({ story, source, page }))),
    )
    for (const { story } of choices) harness.assetStatuses.set(`/story-${story}`, 200)
    // Each is another row.
    const events = choices.map(({ story, source, page }) => {
      const referrer = `https://verandah.example/story-${story}`
      return {
        ...createEvent('Subscription Selected', ''),
        context: {
          page: { path: `/${page}`, search: `?utm_source=${source}`, title: '', referrer },
        },
        properties: { plan: 'monthly_13' },
      }
    })
    for (let start = 0; start < events.length; start += maxStatisticsPerBatch)
      await sendFrom('203.0.113.1', events.slice(start, start + maxStatisticsPerBatch))
    await harness.deliver()
    const temporary = countRows('batches') + countRows('hourly')
    harness.advance(2 * day)
    await harness.run('dailyFigures')
    const written = 2 * temporary + countRows('daily') + countRows('campaigns')
    expect(written).toBeGreaterThan(ceiling / 2)
    expect(written).toBeLessThanOrEqual(ceiling)
  })

  it('are counted for robots, and for those who opt out, too', async () => {
    const refused = async (headers: object) => {
      const answer = await harness.send(viewAndRead(), {
        'CF-Connecting-IP': '192.0.2.1',
        ...headers,
      })
      return answer.status === 429
    }
    let queued = 0
    while (!(await refused({ 'Sec-GPC': '1' }))) queued++
    expect(queued).toBe(ceiling / 3)
    expect(await refused({ 'User-Agent': 'Googlebot/2.1' })).toBe(true)
  })

  it('are cheap for batches that count nothing', async () => {
    const shared = {
      ...createEvent('Category Navbar Used', 'rain'),
      properties: { category_clicked: 'food' },
    }
    for (let time = 0; time < ceiling + 1; time++)
      expect((await sendFrom('203.0.113.1', [{ ...shared, messageId: randomUUID() }])).status).toBe(
        202,
      )
    expect(harness.messages).toEqual([])
  })

  it('include none for events that only a third party counts, which have a ceiling of their own', async () => {
    const answeredAt = Math.floor(harness.now.getTime() / 1000) - 10
    const page = () => ({
      ...createEvent('', 'rain'),
      type: 'page',
      name: 'article',
      event: undefined,
    })
    const share = (address: string, count = 1) =>
      harness.send(Array.from({ length: count }, page), {
        'CF-Connecting-IP': address,
        Cookie: `consent=1.granted.${answeredAt}`,
      })
    for (let time = 0; time < 2 * (ceiling / 20); time++)
      expect((await share('203.0.113.1', 20)).status).toBe(202)
    expect(harness.sharedEvents).toBe(ceiling)
    await share('203.0.113.2')
    expect(harness.sharedEvents).toBe(ceiling + 1)
    // Its statistics are counted all the same.
    expect((await sendFrom('203.0.113.1', viewAndRead())).status).toBe(202)
    expect(harness.messages).toHaveLength(1)
  })

  it('have a ceiling for an IPv6 /48, which has many networks', async () => {
    const most = networksPerWideNetwork * Math.ceil(ceiling / viewAndReadRows)
    let accepted = 0
    for (let network = 0; network < 1.2 * (most / 10); network++)
      for (let time = 0; time < 10; time++) {
        const { status } = await sendFrom(`2001:db8:1:${network.toString(16)}::1`, viewAndRead())
        if (status === 202) accepted++
      }
    expect(accepted).toBeLessThanOrEqual(most)
    expect(accepted).toBeGreaterThan(0.8 * most)
  })
})
