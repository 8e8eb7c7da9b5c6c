import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import {
  cfHeader,
  createEdgeClient,
  createSignedInClient,
  type EdgeClient,
  findArticle,
  stack,
} from '../testing/edge-client.ts'

const { slug } = findArticle('public')

/** The database file of wrangler's simulated D1, read while the Worker is running. */
const folder = join(stack.folder, 'edge', 'v3', 'd1', 'miniflare-D1DatabaseObject')

function readStackStatistics<Row>(sql: string, ...values: string[]): Row[] {
  const file = readdirSync(folder).find(
    (name) => name.endsWith('.sqlite') && name !== 'metadata.sqlite',
  )
  const database = new DatabaseSync(join(folder, file!), { readOnly: true })
  try {
    return database.prepare(sql).all(...values) as Row[]
  } finally {
    database.close()
  }
}

/** Creates a campaign name that only this test uses. */
const createCampaign = () => `c${randomUUID()}`
const view = (campaign: string) => ({
  messageId: randomUUID(),
  anonymousId: randomUUID(),
  timestamp: new Date().toISOString(),
  context: {
    page: { path: `/${slug}`, search: `?utm_campaign=${campaign}`, title: '', referrer: '' },
  },
  type: 'track',
  event: 'Article Viewed',
  properties: { slug },
})

async function send(client: EdgeClient, batch: unknown[]) {
  const body = JSON.stringify({ batch, sentAt: new Date().toISOString() })
  const init = { headers: { [cfHeader]: JSON.stringify({ country: 'BT' }) } }
  expect((await client.send('POST /api/collect', body, init)).status).toBe(202)
}

const countViews = (campaign: string) =>
  readStackStatistics<{ views: number }>(
    'SELECT SUM(views) AS views FROM campaigns WHERE campaign = ?',
    campaign,
  )[0]?.views ?? 0
const countHourly = (readerKind: string) =>
  readStackStatistics<{ views: number | null }>(
    `SELECT SUM(views) AS views FROM hourly
      WHERE slug = ? AND country = 'BT' AND source = 'campaign' AND readerKind = ?`,
    slug,
    readerKind,
  )[0]?.views ?? 0

describe('events', () => {
  it('are counted through the queue, by story, kind of reader and country', async () => {
    const before = [countHourly('guest'), countHourly('subscriber')]
    const campaign = createCampaign()
    await send(createEdgeClient(), [view(campaign)])
    // A view counts once per batch.
    await send(createEdgeClient(), [view(campaign), view(campaign)])
    await send(await createSignedInClient('subscriber'), [view(campaign)])
    await expect.poll(() => countViews(campaign)).toBe(3)
    const after = [countHourly('guest'), countHourly('subscriber')]
    expect(after.map((count, index) => count - before[index]!)).toEqual([2, 1])
  })
})
