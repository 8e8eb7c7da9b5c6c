import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  createCountryHeaders,
  createEdgeClient,
  createSignedInClient,
  type EdgeClient,
  findArticle,
} from '../testing/edge-client.ts'
import { readStackStatistics } from './testing/stack-database.ts'

const { slug } = findArticle('public')

/** The name of a campaign that only this test has. */
const createCampaign = () => `c${randomUUID()}`
const createEvent = (campaign: string, own: object) => ({
  messageId: randomUUID(),
  anonymousId: randomUUID(),
  timestamp: new Date().toISOString(),
  context: {
    page: { path: `/${slug}`, search: `?utm_campaign=${campaign}`, title: '', referrer: '' },
  },
  ...own,
})
const view = (campaign: string, of: string = slug) =>
  createEvent(campaign, { type: 'track', event: 'Article Viewed', properties: { slug: of } })

async function send(client: EdgeClient, batch: unknown[], headers: Record<string, string> = {}) {
  const body = JSON.stringify({ batch, sentAt: new Date().toISOString() })
  const init = { headers: { ...createCountryHeaders('BT'), ...headers } }
  expect((await client.send('POST /api/collect', body, init)).status).toBe(202)
}

const countViews = (campaign: string) =>
  readStackStatistics<{ views: number }>(
    'SELECT SUM(views) AS views FROM campaigns WHERE campaign = ?',
    campaign,
  )[0]?.views ?? 0
const countRejections = (reason: string) =>
  readStackStatistics<{ events: number | null }>(
    'SELECT SUM(events) AS events FROM rejections WHERE reason = ?',
    reason,
  )[0]?.events ?? 0
const countHourly = (readerKind: string, of: string = slug) =>
  readStackStatistics<{ views: number | null }>(
    `SELECT SUM(views) AS views FROM hourly
      WHERE slug = ? AND country = 'BT' AND source = 'campaign' AND readerKind = ?`,
    of,
    readerKind,
  )[0]?.views ?? 0

/** Messages of the queue are counted in their order, so that earlier ones are counted too. */
async function waitForAll() {
  const campaign = createCampaign()
  await send(createEdgeClient(), [view(campaign)])
  await expect.poll(() => countViews(campaign)).toBe(1)
}

describe('events', () => {
  it('are counted through the queue, by story, kind of reader and country', async () => {
    const before = [countHourly('guest'), countHourly('subscriber')]
    const campaign = createCampaign()
    await send(createEdgeClient(), [view(campaign)])
    // Once in a batch.
    await send(createEdgeClient(), [view(campaign), view(campaign)])
    await send(await createSignedInClient('subscriber'), [view(campaign)])
    await expect.poll(() => countViews(campaign)).toBe(3)
    const after = [countHourly('guest'), countHourly('subscriber')]
    expect(after.map((count, index) => count - before[index]!)).toEqual([2, 1])
  })

  it('that are sent twice are counted once', async () => {
    const campaign = createCampaign()
    const batch = [view(campaign)]
    const client = createEdgeClient()
    await send(client, batch)
    await send(client, batch)
    await waitForAll()
    await send(client, batch)
    await waitForAll()
    expect(countViews(campaign)).toBe(1)
  })

  it('about stories that don’t exist are rejected', async () => {
    const before = countRejections('unknownStory')
    const invented = `invented-${randomUUID()}`
    await send(createEdgeClient(), [view(createCampaign(), invented)])
    await waitForAll()
    expect(countHourly('guest', invented)).toBe(0)
    expect(countRejections('unknownStory')).toBeGreaterThan(before)
  })

  it('of readers who ask not to be tracked are dropped', async () => {
    const campaign = createCampaign()
    await send(createEdgeClient(), [view(campaign)], { 'Sec-GPC': '1' })
    await send(createEdgeClient(), [view(campaign)], { DNT: '1' })
    await waitForAll()
    expect(countViews(campaign)).toBe(0)
    expect(countRejections('optedOut')).toBeGreaterThanOrEqual(2)
  })
})
