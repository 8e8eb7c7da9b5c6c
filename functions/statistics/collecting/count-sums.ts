/**
 * Adds sums to the statistics in one transaction. Each batch is counted once: its id is stored with the number of the
 * delivery that counted it, and only sums whose id has this delivery's number are added. If a message is delivered
 * again, alone or with others, its id is already stored. Costs one call to D1.
 */
import {
  campaignsPerShard,
  listedReadsPerNetwork,
} from '../../../src/domain/statistics/collecting.ts'
import {
  campaignCounters,
  listCounters,
  queuedCounters,
} from '../../../src/domain/statistics/counters.ts'
import type { StatisticsDatabase } from '../records/statistics-database.ts'
import type { EventSums } from './event-sums.ts'

/** The first two elements of a row are its batch; the rest starts here. */
const first = 2

const selectColumns = (names: readonly string[], start = first) =>
  names.map((name, index) => `sums.value ->> ${start + index} AS ${name}`).join(', ')

const sumColumns = (names: readonly string[], start: number) =>
  names.map((name, index) => `SUM(sums.value ->> ${start + index}) AS ${name}`).join(', ')

const addExcluded = (table: string, names: readonly string[]) =>
  names.map((name) => `${name} = ${table}.${name} + excluded.${name}`).join(', ')

/** SQL for the batches that this delivery counts. ?1: the rows, ?2: the delivery. */
const fromCounted = `FROM json_each(?1) AS sums
  JOIN batches ON batches.day = sums.value ->> 0 AND batches.id = sums.value ->> 1
    AND batches.delivery = ?2`

/** Creates an SQL addition. In each row, the values `added` follow `keys`. `sums` replaces their expressions. */
function createAddition(
  table: string,
  keys: readonly string[],
  added: readonly string[],
  {
    condition = 'true',
    sums = sumColumns(added, first + keys.length),
    join = '',
  }: { readonly condition?: string; readonly sums?: string; readonly join?: string } = {},
): string {
  return `INSERT INTO ${table} (${[...keys, ...added].join(', ')})
    SELECT ${selectColumns(keys)}, ${sums}
    ${fromCounted} ${join} WHERE ${condition} GROUP BY ${keys.map((_, index) => index + 1).join(', ')}
    ON CONFLICT (${keys.join(', ')}) DO UPDATE SET ${addExcluded(table, added)}`
}

const claimBatches = `INSERT INTO batches (day, id, delivery)
  SELECT value ->> 0, value ->> 1, ?2 FROM json_each(?1) WHERE true ON CONFLICT DO NOTHING`

const touchDays = `INSERT INTO touchedDays (day) SELECT DISTINCT sums.value ->> 2 ${fromCounted}
  WHERE true ON CONFLICT DO NOTHING`

const statisticKeys = ['day', 'hour', 'slug', 'page', 'source', 'readerKind', 'country']
/** The positions of a read's day, network and provider network, after the counters in its row. */
const readAt = first + statisticKeys.length + queuedCounters.length
const [readDay, readNetwork, readProvider] = [0, 1, 2].map(
  (place) => `sums.value ->> ${readAt + place}`,
) as [string, string, string]

/**
 * A batch is identified by day and id, because the browser chooses the day, and one id can belong to seven batches at a
 * time.
 */
const batchKey = "batches.day || ' ' || batches.id"

/** SQL that claims reads counted by this delivery, but only a network's first ones. */
const claimReads = (network: string) => `INSERT INTO networkReads (day, id, batch, delivery)
  SELECT day, id, batch, ?2 FROM (
    SELECT ${readDay} AS day, ${network} AS id, ${batchKey} AS batch,
      ROW_NUMBER() OVER (
        PARTITION BY ${readDay}, ${network} ORDER BY batches.day, batches.id
      ) AS place
    ${fromCounted} WHERE ${network} <> ''
  ) AS counted
  WHERE place + (SELECT COUNT(*) FROM networkReads AS known
    WHERE known.day = counted.day AND known.id = counted.id) <= ${listedReadsPerNetwork}
  ON CONFLICT DO NOTHING`

const joinClaims = (name: string, network: string) =>
  `LEFT JOIN networkReads AS ${name} ON ${name}.day = ${readDay} AND ${name}.id = ${network}
    AND ${name}.batch = ${batchKey} AND ${name}.delivery = ?2`

const addStatistics = createAddition(
  'hourly',
  statisticKeys,
  [...queuedCounters, ...listCounters],
  {
    sums: `${sumColumns(queuedCounters, first + statisticKeys.length)}, COUNT(listed.id), COUNT(provider.id)`,
    join: `${joinClaims('listed', readNetwork)} ${joinClaims('provider', readProvider)}`,
  },
)

const campaignKeys = ['day', 'source', 'campaign']
/** The shard's position in a campaign's row. */
const rowShard = `sums.value ->> ${first + campaignKeys.length + campaignCounters.length}`

/** SQL that adds a day's first campaigns in each shard, up to the shard's limit. */
const nameCampaigns = `INSERT INTO campaigns (day, source, campaign, shard)
  SELECT day, source, campaign, shard FROM (
    SELECT *, ROW_NUMBER() OVER (PARTITION BY day, shard ORDER BY campaign) AS place FROM (
      SELECT DISTINCT ${selectColumns(campaignKeys)}, ${rowShard} AS shard ${fromCounted}
      WHERE sums.value ->> 3 = 'campaign'
    ) AS named
    WHERE NOT EXISTS (SELECT 1 FROM campaigns AS known WHERE known.day = named.day
      AND known.source = named.source AND known.campaign = named.campaign)
  ) AS new
  WHERE place + (SELECT COUNT(*) FROM campaigns AS stored WHERE stored.day = new.day
    AND stored.source = new.source AND stored.shard = new.shard) <= ${campaignsPerShard}
  ON CONFLICT DO NOTHING`

const addCampaigns = createAddition('campaigns', campaignKeys, campaignCounters, {
  condition: `(sums.value ->> 3 = 'newsletter'
    OR EXISTS (SELECT 1 FROM campaigns AS known WHERE known.day = sums.value ->> 2
      AND known.source = 'campaign' AND known.campaign = sums.value ->> 4))`,
})

const addRejections = createAddition('rejections', ['day', 'reason'], ['events'])
const addMeterSteps = createAddition('meterSteps', ['month', 'readerKind', 'step'], ['readers'])

/** Maximum JSON length of a transaction's sums. In any script, their rows stay below D1's limit of 2 MB per value. */
const maxLength = 500_000

/** Counts each sum once, even if it's delivered again. A call that throws must be repeated by the caller. */
export async function countSums(
  statistics: StatisticsDatabase,
  allSums: readonly EventSums[],
): Promise<void> {
  const byBatch = new Map(allSums.map((sums) => [`${sums.batchDay} ${sums.id}`, sums]))
  let part: EventSums[] = []
  let length = 0
  for (const sums of byBatch.values()) {
    const ownLength = JSON.stringify(sums).length
    if (length + ownLength > maxLength && part.length > 0) {
      await countTogether(statistics, part)
      part = []
      length = 0
    }
    part.push(sums)
    length += ownLength
  }
  if (part.length > 0) await countTogether(statistics, part)
}

async function countTogether(statistics: StatisticsDatabase, together: readonly EventSums[]) {
  const delivery = createDeliveryNumber()
  const flatten = (list: (sums: EventSums) => readonly (readonly (string | number)[])[]) =>
    together.flatMap((sums) => list(sums).map((row) => [sums.batchDay, sums.id, ...row]))
  const figures = flatten(({ figures, readerKind, country, receivedOn }) =>
    figures.map(({ day, hour, slug, page, source, counts, network, provider }) => [
      ...[day, hour, slug, page, source, readerKind, country],
      ...queuedCounters.map((counter) => counts[counter] ?? 0),
      ...[receivedOn, network ?? '', provider ?? ''],
    ]),
  )
  const campaigns = flatten(({ campaigns }) =>
    campaigns.map(({ day, source, campaign, counts, shard = 0 }) => [
      ...[day, source, campaign],
      ...campaignCounters.map((counter) => counts[counter] ?? 0),
      shard,
    ]),
  )
  const rejections = flatten(({ receivedOn, rejections }) =>
    Object.entries(rejections).map(([reason, events]) => [receivedOn, reason, events]),
  )
  const meterSteps = flatten(({ receivedOn, readerKind, meterStep }) =>
    meterStep === null ? [] : [[receivedOn.slice(0, 7), readerKind, meterStep, 1]],
  )
  const claims = together.map(({ batchDay, id }) => [batchDay, id])
  const statements = [
    [claimBatches, claims],
    [claimReads(readNetwork), figures],
    [claimReads(readProvider), figures],
    [addStatistics, figures],
    [touchDays, figures],
    [nameCampaigns, campaigns],
    [addCampaigns, campaigns],
    [addRejections, rejections],
    [addMeterSteps, meterSteps],
  ] as const
  await statistics.batch(
    statements
      .filter(([, rows]) => rows.length > 0)
      .map(([sql, rows]) => statistics.prepare(sql).bind(JSON.stringify(rows), delivery)),
  )
}

/** Returns a random 48-bit number, so that no two deliveries within a week have the same one. */
function createDeliveryNumber(): number {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2))
  return (high! % 0x10000) * 0x100000000 + low!
}
