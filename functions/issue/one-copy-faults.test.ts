/**
 * No reader gets a second copy of an issue, and every reader is accounted for, whatever is lost, repeated, paused,
 * changed or interrupted along the way.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countLives } from '../../scripts/dev/random-lives.ts'
import type { Chunk, EventKind } from '../../src/domain/issue/chunk.ts'
import { noTotals, replaceInTotals, type Totals } from '../../src/domain/issue/chunk-totals.ts'
import { unwrap } from '../testing/unwrap.ts'
import { findDeliveryOutcome } from './find-delivery-outcome.ts'
import { IssueHarness, slug } from './testing/issue-harness.ts'
import type { ProviderMood } from './testing/memory-provider.ts'

const readers = Array.from({ length: 8 }, (_, index) => `reader-${index}@example.com`)

type Step =
  | { readonly do: 'handle'; readonly message: number; readonly isRepeated: boolean }
  | { readonly do: 'advance' | 'pause' | 'resume' }
  | { readonly do: 'pass'; readonly minutes: number }
  | { readonly do: 'mood'; readonly mood: ProviderMood }
  | { readonly do: 'die'; readonly calls: number; readonly isCallMade: boolean }
  | { readonly do: 'unsubscribe' | 'remove'; readonly reader: number }
  | { readonly do: 'join'; readonly newcomer: number }
  | { readonly do: 'event'; readonly email: number; readonly kind: EventKind }

const moods: readonly ProviderMood[] = [
  'accept',
  'loseAnswer',
  'unreachable',
  'throttle',
  'refuse',
  'rejectOne',
  'postponeOne',
]
const reader = fc.nat(readers.length - 1)
const constant = <Value extends string>(value: Value) => fc.constant(value)
const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      do: constant('handle'),
      message: fc.nat(5),
      isRepeated: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: constant('advance') }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: constant('pass'),
      minutes: fc.constantFrom(1, 3, 6, 40, 600, 1500),
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: constant('mood'), mood: fc.constantFrom(...moods) }) },
  {
    weight: 8,
    arbitrary: fc.record({ do: constant('die'), calls: fc.nat(9), isCallMade: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('pause' as const, 'resume' as const) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('unsubscribe' as const, 'remove' as const),
      reader,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: constant('join'), newcomer: fc.nat(3) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: constant('event'),
      email: fc.nat(20),
      kind: fc.constantFrom<EventKind>('delivered', 'softBounce', 'hardBounce', 'complaint'),
    }),
  },
)

async function take(harness: IssueHarness, step: Step): Promise<unknown> {
  switch (step.do) {
    case 'handle':
      return harness.handleMessage(
        step.message % Math.max(1, harness.messages.length),
        step.isRepeated,
      )
    case 'advance':
      return harness.advance()
    case 'pause':
      return harness.command('pause', { reason: 'editor' })
    case 'resume':
      return harness.command('resume', { now: harness.now.getTime() })
    case 'pass':
      return harness.pass(step.minutes * 60_000)
    case 'mood':
      harness.provider.mood = step.mood
      return
    case 'die':
      harness.fault = { calls: step.calls, isCallMade: step.isCallMade }
      return
    case 'unsubscribe':
      return harness.storeEntry(readers[step.reader]!, { state: 'unsubscribed' })
    case 'remove':
      return harness.removeEntry(readers[step.reader]!)
    case 'join':
      return harness.storeEntry(`newcomer-${step.newcomer}@example.com`)
    case 'event': {
      const { sent } = harness.provider
      const email = sent[step.email % Math.max(1, sent.length)]
      const events = email ? [{ ...email, kind: step.kind }] : []
      return harness.command('recordEvents', { events })
    }
  }
}

async function sendWith(steps: readonly Step[], hasKeys: boolean) {
  const harness = new IssueHarness({ hasKeys, batchSize: 2, ranges: 3 })
  for (const address of readers) await harness.storeEntry(address)
  await harness.storeEntry('pending@example.com', { state: 'pending' })
  await harness.approve()
  for (const step of steps) await take(harness, step)
  harness.provider.mood = 'accept'
  // The circuit breaker and an outage of the provider need an editor's decision.
  for (let resumes = 0; resumes < 5; resumes++) {
    await harness.runUntilIdle()
    await harness.command('resume', { now: harness.now.getTime() })
  }
  return harness
}

function addUpChunks(harness: IssueHarness): Totals {
  let totals = noTotals
  for (const [key, chunk] of harness.sendings.objects.get(slug) ?? [])
    if (key.startsWith('chunk ')) totals = replaceInTotals(totals, null, chunk as Chunk)
  return totals
}

async function expectOneCopyEach(harness: IssueHarness) {
  const sending = (await harness.read())!
  const { copies } = harness.provider
  expect(Math.max(0, ...copies.values())).toBeLessThanOrEqual(1)
  expect(sending.state).toBe('finished')
  const { audience, totals } = sending
  const withoutZeros = { ...totals, dropped: dropZeros(totals.dropped) }
  expect(withoutZeros).toEqual({ ...addUpChunks(harness), dropped: withoutZeros.dropped })
  const { waiting, refused, accepted, rejected, unknown, dropped } = totals
  expect({ waiting, refused }).toEqual({ waiting: 0, refused: 0 })
  const accounted =
    accepted + rejected + unknown + Object.values(dropped).reduce((sum, count) => sum + count, 0)
  expect(accounted).toBe(audience.recipients.guest + audience.recipients.subscriber)
  const addresses = [...readers, ...[0, 1, 2, 3].map((index) => `newcomer-${index}@example.com`)]
  harness.fault = null
  for (const address of addresses) {
    const { outcome } = unwrap(await findDeliveryOutcome(harness.deps, slug, address))
    const got = copies.get(address) ?? 0
    if (['accepted', 'delivered', 'softBounce', 'hardBounce', 'complaint'].includes(outcome))
      expect([address, outcome, got]).toEqual([address, outcome, 1])
    else if (outcome !== 'unknown') expect([address, outcome, got]).toEqual([address, outcome, 0])
  }
}

const dropZeros = (counts: Totals['dropped']) =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))

/** Sends an issue, with one crash; the queue and the cron job then continue. */
async function sendWithFault(hasKeys: boolean, fault: IssueHarness['fault']) {
  const harness = new IssueHarness({ hasKeys, batchSize: 4, ranges: 2 })
  for (const address of readers) await harness.storeEntry(address)
  await harness.approve()
  harness.fault = fault
  await harness.advance()
  for (let rounds = 0; rounds < 30 && harness.messages.length > 0; rounds++)
    await harness.handleMessage(0)
  const { calls } = harness
  await harness.runUntilIdle()
  return { harness, calls }
}

describe.each([
  ['recognises repeats', true],
  ['doesn’t recognise repeats', false],
])('with a provider that %s', (_, hasKeys) => {
  it('every reader gets one copy, or is accounted for, even if a process stops before or after any call', async () => {
    const { calls } = await sendWithFault(hasKeys, null)
    expect(calls).toBeGreaterThan(25)
    for (let call = 0; call < calls; call++) {
      for (const isCallMade of [false, true]) {
        const { harness } = await sendWithFault(hasKeys, { calls: call, isCallMade })
        await expectOneCopyEach(harness)
        const { accepted, unknown } = (await harness.read())!.totals
        expect({ call, isCallMade, sum: accepted + unknown }).toEqual({ call, isCallMade, sum: 8 })
        if (hasKeys) expect(harness.provider.copies.size).toBe(8)
      }
    }
  })

  it('every reader gets one copy, or is accounted for, in random sequences of events', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(stepArbitrary, { minLength: 10, maxLength: 45 }), async (steps) => {
        const harness = await sendWith(steps, hasKeys)
        await expectOneCopyEach(harness)
      }),
      { numRuns: countLives(40) },
    )
  })
})
