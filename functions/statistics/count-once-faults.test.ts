/** Browsers' events are counted exactly once, whatever is repeated, reordered or interrupted. */
import fc from 'fast-check'
import { beforeEach, expect, it } from 'vitest'
import { countLives } from '../../scripts/dev/random-lives.ts'
import { counters } from '../../src/domain/statistics/counters.ts'
import { createRandom, type Random } from '../testing/create-random.ts'
import { unwrap } from '../testing/unwrap.ts'
import { CollectorHarness } from './testing/collector-harness.ts'
import {
  CountedModel,
  createEvent,
  hour,
  refusalHeaders,
  type Sent,
  sentArbitrary,
} from './testing/sent-batches.ts'

const day = 24 * hour

let harness: CollectorHarness
beforeEach(() => {
  harness = new CollectorHarness()
})

/** Occasionally interrupts `run`, before or after its first transaction, with an exception that simulates a crash. */
async function interrupt(random: Random, run: () => Promise<unknown>) {
  const roll = random()
  harness.statistics.onTransaction = (isDone) => {
    if (roll < 0.6 && isDone === roll < 0.3) throw new Error('stopped')
  }
  await run().catch(() => {})
  harness.statistics.onTransaction = () => {}
}

/** Delivers some messages together. The queue may deliver a message twice even though it was acknowledged. */
async function deliverSome(random: Random) {
  const { messages } = harness
  if (messages.length === 0) return
  const start = Math.floor(random() * messages.length)
  const some = messages.slice(start, start + 1 + Math.floor(random() * messages.length))
  if (random() < 0.5) messages.push({ ...some[0]! })
  await interrupt(random, () => harness.deliver(some))
}

async function runJobs(random: Random) {
  for (const name of ['dailyFigures', 'oldFigures'] as const) {
    await interrupt(random, () => harness.run(name))
    if (random() < 0.5) unwrap(await harness.run(name))
  }
}

async function sendBatch(sent: Sent, random: Random, model: CountedModel) {
  harness.advance(sent.delay)
  const sentAt = new Date(harness.now.getTime() + sent.skew)
  const batch = sent.actions.map((action) => createEvent(action, sentAt))
  const cookies = sent.kind === 'guest' ? {} : await harness.createCookies(sent.kind)
  const headers = { ...cookies, ...(sent.refusal && refusalHeaders[sent.refusal]) }
  model.addBatch(sent, harness.now)
  // A refused request is counted each time, because nothing is stored for it, not even an id.
  const copies = sent.refusal ? 1 : sent.copies
  for (let copy = 0; copy < copies; copy++) {
    const { country } = sent
    expect((await harness.send(batch, headers, { sentAt, country })).status).toBe(202)
    await deliverSome(random)
  }
}

function readLines(): Map<string, number> {
  const lines = new Map<string, number>()
  const names = ['table', 'day', 'hour', 'slug', 'page', 'source', 'campaign', 'readerKind']
  for (const table of ['hourly', 'campaigns', 'rejections'])
    for (const stored of harness.statistics.read<Record<string, string | number>>(
      `SELECT '${table}' AS "table", * FROM ${table}`,
    )) {
      const key = [...names, 'country', 'reason'].flatMap((name) => stored[name] ?? [])
      // Networks, by which the lists of most-read stories count, have separate tests.
      for (const column of counters.filter((name) => !/^(?:listed|provider)Reads$/.test(name)))
        if (Number(stored[column] ?? 0) > 0)
          lines.set([...key, column].join(' '), Number(stored[column]))
      if (table === 'rejections') lines.set(key.join(' '), Number(stored.events))
    }
  return lines
}

const sortEntries = (lines: ReadonlyMap<string, number>) => Object.fromEntries([...lines].sort())

it('statistics are exact, however often events are sent, delivered or interrupted', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(sentArbitrary, { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 1, max: 1_000_000 }),
      async (all, seed) => {
        harness = new CollectorHarness()
        const [model, random] = [new CountedModel(), createRandom(seed)]
        for (const sent of all) {
          await sendBatch(sent, random, model)
          if (random() < 0.5) await runJobs(random)
        }
        await harness.deliver()
        expect(harness.messages).toEqual([])
        expect(sortEntries(readLines())).toEqual(sortEntries(model.lines))

        // Past days equal the sums of their hours, however often they are added up.
        harness.advance(2 * day)
        unwrap(await harness.run('dailyFigures'))
        unwrap(await harness.run('dailyFigures'))
        const sumBy = (table: string) =>
          harness.statistics.read(
            `SELECT day, slug, page, source, readerKind, country, ${counters
              .map((column) => `SUM(${column}) AS ${column}`)
              .join(', ')} FROM ${table} GROUP BY 1, 2, 3, 4, 5, 6`,
          )
        expect(sumBy('daily')).toEqual(sumBy('hourly'))
        expect(harness.statistics.read('SELECT * FROM touchedDays')).toEqual([])
      },
    ),
    { numRuns: countLives(40) },
  )
})
