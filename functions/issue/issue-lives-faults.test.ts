/** Tests issues from approval to the last event, including the runbook's incidents. */
import { describe, expect, it } from 'vitest'
import { minute } from '../../src/domain/duration.ts'
import { unwrap } from '../testing/unwrap.ts'
import { advanceIssue } from './advance-issue.ts'
import { findDeliveryOutcome } from './find-delivery-outcome.ts'
import { handleMailEvents } from './handle-mail-events.ts'
import { type HarnessOptions, IssueHarness, slug } from './testing/issue-harness.ts'

let harness: IssueHarness

const readers = Array.from({ length: 9 }, (_, index) => `reader-${index}@example.com`)

async function approveFor(options: HarnessOptions, addresses: readonly string[] = readers) {
  harness = new IssueHarness(options)
  for (const address of addresses) await harness.storeEntry(address)
  await harness.approve()
}

const countCopies = () =>
  [...harness.provider.copies.values()].reduce((sum, copies) => sum + copies, 0)
const ask = async (address: string) =>
  unwrap(await findDeliveryOutcome(harness.deps, slug, address))

it.each(Array.from({ length: 8 }, (_, calls) => calls))(
  'an issue that is cancelled during its freeze leaves no address behind if the job stops after call %i',
  async (calls) => {
    await approveFor({ hasKeys: true })
    await harness.advance()
    harness.fault = { calls, isCallMade: true }
    await harness.handleMessage(0)
    harness.fault = null
    await harness.command('cancel', { now: harness.now.getTime() })
    await harness.handleQueued()
    harness.pass(60 * minute)
    await harness.advance()
    await harness.handleQueued()
    expect([...harness.bucket.objects.values()].join()).not.toContain('reader-')
    expect(countCopies()).toBe(0)
  },
)

describe('between the freeze and the call', () => {
  it.each([
    ['unsubscribes', { state: 'unsubscribed' }, 'unsubscribed'],
    ['pauses', { pausedUntil: new Date('2026-12-20') }, 'paused'],
    ['bounces', { hardBouncedAt: new Date('2026-11-29') }, 'hardBounce'],
    ['complains', { complainedAt: new Date('2026-11-29') }, 'complaint'],
  ] as const)('a reader who %s is dropped', async (_, changes, reason) => {
    await approveFor({ hasKeys: true })
    await harness.freeze()
    await harness.storeEntry(readers[0]!, changes)
    await harness.handleQueued()
    expect(await ask(readers[0]!)).toMatchObject({ outcome: 'dropped', reason })
    expect(countCopies()).toBe(8)
  })

  it('a reader whose entry is deleted or moves to an account’s new address is dropped', async () => {
    await approveFor({ hasKeys: false })
    await harness.freeze()
    await harness.removeEntry(readers[0]!)
    await harness.storeEntry('moved@example.com', { uid: 'one' })
    await harness.handleQueued()
    expect(await ask(readers[0]!)).toMatchObject({ outcome: 'dropped', reason: 'removed' })
    expect(await ask('moved@example.com')).toMatchObject({ outcome: 'notInAudience' })
    expect(countCopies()).toBe(8)
  })

  it('a reader who joins waits for the next issue', async () => {
    await approveFor({ hasKeys: true })
    await harness.freeze()
    await harness.storeEntry('late@example.com')
    await harness.runUntilIdle()
    expect(await ask('late@example.com')).toEqual({
      outcome: 'notInAudience',
      version: null,
      reason: null,
    })
    expect(countCopies()).toBe(9)
  })
})

describe('an issue', () => {
  it('isn’t sent before its time, or without an approval', async () => {
    harness = new IssueHarness({ hasKeys: true })
    await harness.storeEntry(readers[0]!)
    await harness.advance()
    expect(harness.messages).toEqual([])
    await harness.approve(new Date(harness.now.getTime() + 10 * minute))
    await harness.advance()
    expect(harness.messages).toEqual([])
    harness.pass(10 * minute)
    await harness.runUntilIdle()
    expect(countCopies()).toBe(1)
  })

  it.each([
    ['has been withdrawn', 'withdrawn'],
    ['is a draft again', 'draft'],
    ['no longer exists', null],
  ] as const)('isn’t sent if a story %s when its time comes', async (_, status) => {
    harness = new IssueHarness({ hasKeys: true })
    await harness.storeEntry(readers[0]!)
    await harness.approve(new Date(harness.now.getTime() + 10 * minute))
    await harness.storeStory(status)
    await harness.advance()
    expect((await harness.read())?.state).toBe('approved')
    harness.pass(10 * minute)
    await harness.runUntilIdle()
    const stopped = { state: 'paused', pausedBy: 'stories', freezeStartedAt: null }
    expect(await harness.read()).toMatchObject(stopped)
    await harness.command('resume', { now: harness.now.getTime() })
    await harness.runUntilIdle()
    expect(await harness.read()).toMatchObject(stopped)
    expect(countCopies()).toBe(0)
    await harness.storeStory('published')
    await harness.command('resume', { now: harness.now.getTime() })
    await harness.runUntilIdle()
    expect(countCopies()).toBe(1)
  })

  it('isn’t sent before its turn, even if its time comes while the turn is being requested', async () => {
    await approveFor({ hasKeys: true })
    await harness.command('schedule', { sendAt: harness.now.getTime() + minute })
    const { deps } = harness
    const get: typeof deps.firestore.get = async (path) => {
      harness.pass(minute)
      return deps.firestore.get(path)
    }
    await advanceIssue({ ...deps, firestore: { ...deps.firestore, get } }, slug)
    expect((await harness.read())?.state).toBe('approved')
    await harness.runUntilIdle()
    expect(countCopies()).toBe(9)
  })

  it('isn’t sent to far fewer readers than were approved, unless an editor agrees', async () => {
    await approveFor({ hasKeys: true, approved: 30 })
    await harness.runUntilIdle()
    expect(await harness.read()).toMatchObject({ state: 'paused', pausedBy: 'audienceChanged' })
    expect(countCopies()).toBe(0)
    await harness.command('resume', { now: harness.now.getTime() })
    await harness.runUntilIdle()
    expect(countCopies()).toBe(9)
  })

  it('isn’t sent if the recipients and the counts of a range of the list disagree', async () => {
    await approveFor({ hasKeys: true, ranges: 1 })
    await harness.advance()
    const counts = { candidates: 9, recipients: { guest: 8, subscriber: 0 }, exclusions: {} }
    const keys = { guest: [], subscriber: [] }
    await harness.command('recordRange', { range: 0, counts, keys, now: harness.now.getTime() })
    expect(await harness.read()).toMatchObject({ state: 'paused', pausedBy: 'audience' })
    await harness.command('resume', { now: harness.now.getTime() })
    await harness.runUntilIdle()
    expect(countCopies()).toBe(0)
  })
})

describe('an issue that turns out to be wrong', () => {
  it('can be stopped straight away, and shows how many readers got it', async () => {
    await approveFor({ hasKeys: true })
    await harness.freeze()
    await harness.handleMessage(0)
    await harness.command('cancel', { now: harness.now.getTime() })
    await harness.handleQueued()
    await harness.runUntilIdle()
    const { state, totals } = (await harness.read())!
    expect({ state, accepted: totals.accepted }).toEqual({
      state: 'cancelled',
      accepted: countCopies(),
    })
    expect(totals.accepted + totals.waiting).toBe(9)
    expect(countCopies()).toBeLessThan(9)
  })
})

it('an event from before the call belongs to another system, and doesn’t exclude its reader', async () => {
  await approveFor({ hasKeys: true })
  await harness.freeze()
  const strange = { kind: 'complaint', at: harness.now, email: 'rehearsal@example.net' } as const
  for (const chunk of ['0-guest-0', '1-guest-0', '2-guest-0']) {
    const source = { issue: slug, chunk, position: 0 }
    unwrap(await handleMailEvents(harness.deps, [{ ...strange, source }]))
  }
  await harness.runUntilIdle()
  expect(await harness.read()).toMatchObject({ state: 'finished', totals: { accepted: 9 } })
  expect(countCopies()).toBe(9)
})

it('an email that the provider accepted but didn’t send is reported, and its reader stays on the list', async () => {
  await approveFor({ hasKeys: true })
  await harness.runUntilIdle()
  const { chunk, position, email } = harness.provider.sent[0]!
  const source = { issue: slug, chunk, position }
  const event = { kind: 'failed', at: harness.now, email, source } as const
  unwrap(await handleMailEvents(harness.deps, [event, event]))
  expect(await ask(email)).toMatchObject({ outcome: 'rejected' })
  expect((await harness.read())?.totals).toMatchObject({ accepted: 8, rejected: 1 })
  const list = unwrap(await harness.database.firestore.query({ collection: 'newsletter' }))
  expect(list.documents.every(({ fields }) => fields.state === 'confirmed')).toBe(true)
})

describe('a provider that fails', () => {
  it('isn’t asked again with the key of another account, because it would send a second copy', async () => {
    await approveFor({ hasKeys: true })
    harness.provider.mood = 'loseAnswer'
    await harness.freeze()
    await harness.handleMessage(0)
    harness.provider.mood = 'accept'
    harness.provider.account = 'two'
    await harness.runUntilIdle()
    const { state, totals } = (await harness.read())!
    expect(state).toBe('finished')
    expect(Math.max(...harness.provider.copies.values())).toBe(1)
    expect(totals.unknown).toBeGreaterThan(0)
    expect(totals.accepted + totals.unknown).toBe(9)
  })

  it('stops the issue after two calls if it doesn’t recognise repeats, and the calls’ readers are listed as uncertain', async () => {
    await approveFor({ hasKeys: false })
    harness.provider.mood = 'loseAnswer'
    await harness.freeze()
    for (let passed = 0; passed < 60; passed++) {
      await harness.advance()
      await harness.handleQueued()
      harness.pass(minute)
    }
    expect(harness.provider.calls).toBe(2)
    expect(await harness.read()).toMatchObject({ state: 'paused', pausedBy: 'noAnswers' })
    harness.provider.mood = 'accept'
    await harness.command('resume', { now: harness.now.getTime() })
    await harness.runUntilIdle()
    const { state, totals } = (await harness.read())!
    expect(state).toBe('finished')
    expect(totals.accepted + totals.unknown).toBe(9)
    expect(countCopies()).toBe(9)
    // Events show that the responses were lost, not the emails.
    for (const { chunk, position } of harness.provider.sent)
      await harness.command('recordEvents', { events: [{ chunk, position, kind: 'delivered' }] })
    expect((await harness.read())?.totals).toMatchObject({ accepted: 9, unknown: 0, delivered: 9 })
  })

  it('stops the issue if it refuses everything, and the issue can be continued from there', async () => {
    await approveFor({ hasKeys: true })
    harness.provider.mood = 'refuse'
    await harness.runUntilIdle()
    expect(await harness.read()).toMatchObject({ state: 'paused', pausedBy: 'refusals' })
    harness.provider.mood = 'accept'
    await harness.command('resume', { now: harness.now.getTime() })
    await harness.runUntilIdle()
    expect((await harness.read())?.state).toBe('finished')
    expect(countCopies()).toBe(9)
  })
})
