/** No single network or provider can decide the lists of most-read stories. */
import { beforeEach, describe, expect, it } from 'vitest'
import {
  listedReadsPerNetwork,
  minProvidersOfList,
} from '../../../src/domain/statistics/collecting.ts'
import { unwrap } from '../../testing/unwrap.ts'
import { CollectorHarness } from '../testing/collector-harness.ts'
import { readLists } from './most-read-job.ts'

const day = 24 * 60 * 60 * 1000

let harness: CollectorHarness
beforeEach(() => {
  harness = new CollectorHarness()
})

const createRead = (slug = 'rain') => harness.createEvent('Article Read', { slug })

const sendRead = (address: string, slug?: string) =>
  harness.send([createRead(slug)], { 'CF-Connecting-IP': address })

/** Sends the same batch on several days, because the browser chooses the day. */
const sendReadOnEachDay = async (address: string) => {
  const read = createRead()
  for (const shift of [-day, 0, day]) {
    const timestamp = new Date(harness.now.getTime() + shift).toISOString()
    await harness.send([{ ...read, timestamp }], { 'CF-Connecting-IP': address })
  }
}

const sendReads = async (addresses: readonly string[]) => {
  for (const address of addresses) await sendRead(address)
}

const deliverEach = async () => {
  for (const message of [...harness.messages]) await harness.deliver([message])
}

const readSums = () =>
  harness.statistics.read(
    `SELECT SUM(reads) AS reads, SUM(listedReads) AS listedReads, SUM(providerReads) AS providerReads
      FROM hourly`,
  )[0]

const listAddresses = (count: number, create: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => create(at))

describe('reads that count for the most read stories', () => {
  it('are limited per network, whether they are delivered together or one by one', async () => {
    await sendReads(listAddresses(5, (at) => `203.0.113.${at}`))
    await deliverEach()
    await sendReads(listAddresses(5, (at) => `198.51.100.${at}`))
    // An IPv6 /48 counts as one network.
    await sendReads(listAddresses(20, (at) => `2001:db8:1:${at}::1`))
    await harness.deliver()
    expect(readSums()).toMatchObject({ reads: 30, listedReads: 3 * listedReadsPerNetwork })
  })

  it.each(['together', 'one by one'])(
    'can’t be multiplied by the days that a browser gives one id, delivered %s',
    async (way) => {
      await sendReadOnEachDay('203.0.113.1')
      expect(harness.messages).toHaveLength(3)
      if (way === 'one by one') await deliverEach()
      await harness.deliver()
      expect(readSums()).toMatchObject({ reads: 3, listedReads: listedReadsPerNetwork })
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
  ])(
    'put a story on the daily list only if enough providers send them every day: %s',
    async (_, addresses, expected) => {
      const { statistics, firestore } = harness
      const set = 'articles/rain'
      unwrap(await firestore.commit([{ set, fields: { title: 'Rain', status: 'published' } }]))
      for (let passed = 0; passed <= 28; passed++) {
        if (passed > 0) harness.advance(day)
        for (let time = 0; time < 4; time++) await sendReads(addresses)
        for (const address of addresses) await sendReadOnEachDay(address)
        await harness.deliver()
      }
      unwrap(await harness.run('mostRead'))
      const lists = await readLists(statistics)
      for (const name of ['week', 'month'])
        expect(lists.get(name)!.stories).toEqual(expected.map((slug) => ({ slug, title: 'Rain' })))
      expect(lists.get('now')!.stories).toEqual([])
    },
  )

  it('are counted once a day for a provider, however they are delivered', async () => {
    await sendReads(listAddresses(6, (at) => `2409:4042:${at}:7::1`))
    await sendReads(listAddresses(3, (at) => `203.0.${at}.1`))
    await deliverEach()
    await sendReads(listAddresses(3, (at) => `203.0.${at}.1`))
    await harness.deliver()
    expect(readSums()).toEqual({
      reads: 12,
      listedReads: 9 * listedReadsPerNetwork,
      providerReads: 2,
    })
  })

  it('aren’t counted for any provider if an earlier version queued them without one', async () => {
    await sendRead('203.0.113.1')
    const { body } = harness.messages.pop()!
    const earlier = body.replaceAll(/,"provider":"[^"]*"/g, '')
    expect(earlier).not.toBe(body)
    harness.messages.push({ body: earlier, attempts: 0 })
    await harness.deliver()
    expect(readSums()).toMatchObject({ reads: 1, listedReads: 1, providerReads: 0 })
  })

  it('are counted separately for each story and day', async () => {
    for (const slug of ['rain', 'mangoes'])
      for (let time = 0; time < 5; time++) await sendRead('203.0.113.1', slug)
    harness.advance(day)
    for (let time = 0; time < 5; time++) await sendRead('203.0.113.1')
    await harness.deliver()
    expect(readSums()).toMatchObject({ reads: 15, listedReads: 3 * listedReadsPerNetwork })
  })

  it('are counted once, however often a batch is sent and delivered', async () => {
    const events = [createRead()]
    const sentAt = harness.now
    for (const address of ['203.0.113.1', '198.51.100.1', '192.0.2.1'])
      await harness.send(events, { 'CF-Connecting-IP': address }, { sentAt })
    harness.messages.push({ ...harness.messages[0]! })
    await harness.deliver(harness.messages.slice(0, 2))
    harness.statistics.onTransaction = (isDone) => {
      if (isDone) throw new Error('stopped')
    }
    await harness.deliver()
    harness.statistics.onTransaction = () => {}
    await harness.deliver()
    expect(readSums()).toMatchObject({ reads: 1, listedReads: 1 })
  })

  it('leave only hashes that don’t reveal what a network reads, and only for one day', async () => {
    await sendRead('203.0.113.1', 'rain')
    await sendRead('203.0.113.1', 'mangoes')
    await harness.deliver()
    const stored = () => harness.statistics.read('SELECT * FROM networkReads')
    // Each story's read has one row for its network and one for its provider's.
    expect(new Set(stored().map(({ id }) => id)).size).toBe(4)
    for (const { id } of stored()) expect(id).toMatch(/^[0-9a-f]{32}$/)
    await harness.run('oldFigures')
    expect(stored()).toHaveLength(4)
    harness.advance(day)
    await harness.run('oldFigures')
    expect(stored()).toEqual([])
  })
})
