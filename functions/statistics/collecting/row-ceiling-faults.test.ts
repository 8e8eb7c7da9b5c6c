/** Limits on the rows that one network can write. */
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  campaignsPerShard,
  maxStatisticsPerBatch,
} from '../../../src/domain/statistics/collecting.ts'
import { createCountingLimits, rateLimitNumbers } from '../../testing/fake-rate-limits.ts'
import { CollectorHarness } from '../testing/collector-harness.ts'

const day = 24 * 60 * 60 * 1000

let harness: CollectorHarness
beforeEach(() => {
  harness = new CollectorHarness()
})

const createEvent = (event: string, slug: string, search = '') =>
  harness.createEvent(event, { slug }, { path: `/${slug}`, search })

const sendFrom = (address: string, events: readonly object[]) =>
  harness.send(events, { 'CF-Connecting-IP': address })

describe('campaign names', () => {
  const follow = (campaign: string, address: string) =>
    sendFrom(address, [createEvent('Article Viewed', 'rain', `?utm_campaign=${campaign}`)])

  const countViews = () =>
    harness.statistics.read(
      "SELECT SUM(views) AS views FROM campaigns WHERE campaign = 'diwali-offer'",
    )[0]!.views

  it('don’t use up other networks’ names when one network makes them up', async () => {
    for (let index = 0; index < 200; index++) {
      await follow(`invented-${index}`, `203.0.${113 + (index % 2)}.1`)
      if (index % 50 === 49) await harness.deliver()
    }
    const stored = harness.statistics.read('SELECT * FROM campaigns')
    expect(stored.length).toBeLessThanOrEqual(2 * campaignsPerShard)
    for (let reader = 0; reader < 50; reader++) await follow('diwali-offer', `198.51.100.${reader}`)
    await harness.deliver()
    expect(countViews()).toBe(50)
    // A campaign name that is already known is counted for every network.
    await follow('diwali-offer', '203.0.113.1')
    await harness.deliver()
    expect(countViews()).toBe(51)
  })
})

describe('the rows that one network writes', () => {
  const ceiling = rateLimitNumbers.STATISTICS_NETWORK_LIMIT!

  beforeEach(() => {
    harness = new CollectorHarness(createCountingLimits())
  })

  const viewAndRead = () => [
    createEvent('Article Viewed', 'rain'),
    createEvent('Article Read', 'rain'),
  ]

  const countRows = (table: string) =>
    harness.statistics.read(`SELECT COUNT(*) AS rows FROM ${table}`)[0]!.rows as number

  /**
   * The number of rows that one of these batches writes: the hourly and daily statistics, both of the network's hashes,
   * and the id.
   */
  const viewAndReadRows = 9

  it('have a ceiling, above which batches aren’t queued', async () => {
    let accepted = 0
    for (let time = 0; time < 200; time++)
      if ((await sendFrom('203.0.113.1', viewAndRead())).status === 202) accepted++
    expect(accepted).toBe(Math.ceil(ceiling / viewAndReadRows))
    expect(harness.messages).toHaveLength(accepted)
    expect((await sendFrom('203.0.113.2', viewAndRead())).status).toBe(202)
  })

  it('are counted together with the rows that are kept for ever', async () => {
    const pages = ['gift', 'saved', 'newsletter', 'homepage', 'search', 'latest', 'refer', 'tag']
    const sources = ['the-weekly', 'share', 'gift']
    const choices = [...Array(12).keys()].flatMap((story) =>
      sources.flatMap((source) => pages.map((page) => ({ story, source, page }))),
    )
    for (const { story } of choices) harness.assetStatuses.set(`/story-${story}`, 200)
    // Each choice writes a different row.
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

  it('are counted even for robots and for readers who opt out', async () => {
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

  it('don’t include batches that count nothing', async () => {
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

  it('don’t include events counted only by a third party, which have their own ceiling', async () => {
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
    expect(harness.sharedEvents).toHaveLength(ceiling)
    await share('203.0.113.2')
    expect(harness.sharedEvents).toHaveLength(ceiling + 1)
    // The batch's statistics are still counted.
    expect((await sendFrom('203.0.113.1', viewAndRead())).status).toBe(202)
    expect(harness.messages).toHaveLength(1)
  })
})
