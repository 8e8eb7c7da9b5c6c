import { beforeEach, describe, expect, it } from 'vitest'
import { meterAllowance } from '../../src/publication/meter.ts'
import { countSums } from '../statistics/collecting/count-sums.ts'
import { createMemoryDatabase } from '../statistics/testing/memory-database.ts'
import type { MeterHarness } from './testing/meter-harness.ts'
import {
  addFriend,
  openMeterHarness,
  openNewGuest,
  openReader,
  stories,
  withAddress,
} from './testing/meter-scenario.ts'

let harness: MeterHarness
beforeEach(async () => {
  harness = await openMeterHarness()
})

async function readStatistics() {
  const database = createMemoryDatabase()
  // The message is delivered twice.
  await countSums(database, harness.counted)
  await countSums(database, harness.counted)
  return {
    steps: database
      .read('SELECT readerKind, step, readers FROM meterSteps ORDER BY readerKind, step')
      .map(({ readerKind, step, readers }) => `${readerKind} ${step}: ${readers}`),
    unlocks: Object.fromEntries(
      database
        .read('SELECT slug, SUM(unlocks) AS unlocks FROM hourly GROUP BY slug')
        .map(({ slug, unlocks }) => [slug, unlocks]),
    ),
  }
}

describe('unlocks', () => {
  it('are counted with the guest’s step of the meter', async () => {
    const browser = await openNewGuest(harness)
    // The last story is unlocked with an email address.
    const free = stories.slice(0, meterAllowance.guest + 1)
    for (const slug of [...free, ...free]) await browser.unlock(slug)
    await browser.unlock(free.at(-1)!, withAddress)
    expect(await readStatistics()).toEqual({
      steps: free.map((_, at) => `guest ${at + 1}: 1`),
      unlocks: Object.fromEntries(free.map((slug) => [slug, 1])),
    })
    expect(JSON.stringify(harness.counted)).not.toContain('asha@example.com')
  })

  it('are counted with the reader’s step of the meter', async () => {
    const browser = await openReader(harness)
    const free = stories.slice(0, meterAllowance.registered)
    for (const slug of stories) await browser.unlock(slug)
    expect(await readStatistics()).toEqual({
      steps: free.map((_, at) => `registered ${at + 1}: 1`),
      unlocks: Object.fromEntries(free.map((slug) => [slug, 1])),
    })
    expect(JSON.stringify(harness.counted)).not.toContain('ama')
  })

  it('aren’t counted as a meter step for a friend’s story', async () => {
    const code = await addFriend(harness)
    const browser = await openNewGuest(harness)
    await browser.send('GET', `/r/${code}?to=two`)
    const unlocked = await browser.unlock('two', { ...withAddress, way: 'referred' })
    expect(unlocked.body.state).toBe('open')
    expect(await readStatistics()).toEqual({ steps: [], unlocks: { two: 1 } })
  })

  it('are counted once if the response was lost and the call is repeated', async () => {
    const browser = await openNewGuest(harness)
    const other = browser.copy()
    await browser.unlock('one')
    expect((await other.unlock('one')).body.state).toBe('open')
    expect(await readStatistics()).toEqual({ steps: ['guest 1: 1'], unlocks: { one: 1 } })
  })

  it('aren’t counted for readers who ask not to be tracked', async () => {
    const browser = await openNewGuest(harness)
    const body = { way: 'free', botCheck: 'person' }
    const headers = { 'Sec-GPC': '1' }
    const unlocked = await browser.send('POST', '/api/articles/one/unlock', body, headers)
    expect(unlocked.body.state).toBe('open')
    expect(harness.counted).toEqual([])
  })

  it('are counted with the source that the story’s address names', async () => {
    const body = { way: 'free', botCheck: 'person' }
    const Referer = 'https://verandah.example/one?utm_source=the-weekly&utm_campaign=2026-11-22'
    await (await openNewGuest(harness)).send('POST', '/api/articles/one/unlock', body, { Referer })
    await (await openNewGuest(harness)).unlock('two')
    expect(harness.counted.map(({ figures }) => figures[0]!.source)).toEqual([
      'newsletter',
      'other',
    ])
  })
})
