import { describe, expect, it } from 'vitest'
import { hour } from '../duration.ts'
import {
  type CallOutcome,
  type Chunk,
  callLease,
  claimChunk,
  claimLease,
  createChunk,
  expireChunk,
  getRecipientEvents,
  getRecipientState,
  isClaimable,
  isSettled,
  listCalled,
  recordEvent,
  releaseChunk,
  reopenRefused,
  settleCall,
  settlingTime,
  startCall,
} from './chunk.ts'

const now = Date.parse('2026-11-29T02:30:00Z')
const keyLifetime = 24 * hour
const open = createChunk('guest', 4, '')
const accepted: CallOutcome = { kind: 'accepted', rejected: [], postponed: [] }

function call(chunk: Chunk, at = now, drops: Parameters<typeof startCall>[1]['drops'] = []) {
  const claimed = claimChunk(chunk, 'one', at)
  return startCall(claimed, { attempt: claimed.attempt, drops, now: at })!
}
const settle = (chunk: Chunk, outcome: CallOutcome, at = now + 1000) =>
  settleCall(chunk, { attempt: chunk.attempt, outcome, now: at })
const lose = (chunk: Chunk, at?: number) => settle(chunk, { kind: 'unknown' }, at)
const states = (chunk: Chunk) =>
  Array.from(chunk.outcomes, (_, position) => getRecipientState(chunk, position))

describe('a chunk', () => {
  it('is done when the provider has accepted it', () => {
    const done = settle(call(open), accepted)
    expect(done.state).toBe('done')
    expect(states(done)).toEqual(['accepted', 'accepted', 'accepted', 'accepted'])
    expect(isClaimable(done, now, keyLifetime)).toBe(false)
  })

  it('drops readers who have unsubscribed, and states why', () => {
    const calling = call(open, now, [
      [1, 'unsubscribed'],
      [2, 'removed'],
    ])
    expect(listCalled(calling)).toEqual([0, 3])
    expect(states(settle(calling, accepted))).toEqual([
      'accepted',
      { dropped: 'unsubscribed' },
      { dropped: 'removed' },
      'accepted',
    ])
  })

  it('is done without a call if everybody has unsubscribed', () => {
    const everybody = [0, 1, 2, 3].map((position) => [position, 'paused'] as const)
    const chunk = call(open, now, everybody)
    expect(chunk.state).toBe('done')
    expect(listCalled(chunk)).toEqual([])
  })

  it('is sent again to postponed recipients, with another call', () => {
    const first = settle(call(open), { kind: 'accepted', rejected: [0], postponed: [3] })
    expect(first.state).toBe('open')
    expect(states(first)).toEqual(['rejected', 'accepted', 'accepted', 'waiting'])
    const second = call(first)
    expect(listCalled(second)).toEqual([3])
    expect(second.call).toBe(2)
  })

  it.each(['throttled', 'refused'] as const)(
    'counts as sent to nobody if its call is %s',
    (kind) => {
      const chunk = settle(call(open), { kind })
      expect(isClaimable(chunk, now, null)).toBe(kind === 'throttled')
      expect(reopenRefused(chunk).state).toBe('open')
      expect(listCalled(call(reopenRefused(chunk), now, [[0, 'complaint']]))).toEqual([1, 2, 3])
    },
  )
})

describe('a call without an answer', () => {
  const unknown = lose(call(open))
  const repeatAt = unknown.repeatAt!

  it('is never repeated at a provider that doesn’t recognise repeats', () => {
    for (const at of [repeatAt, now + hour, now + 1000 * hour])
      expect(isClaimable(unknown, at, null)).toBe(false)
    expect(states(unknown)).toEqual(['unknown', 'unknown', 'unknown', 'unknown'])
  })

  it.each([
    ['isn’t', 'just before its repeat time', repeatAt - 1],
    ['is', 'at its repeat time', repeatAt],
    ['is', '22 hours after the first call', now + 22 * hour],
    ['isn’t', '23 hours after the first call', now + 23 * hour],
    ['isn’t', '24 hours after the first call', now + 24 * hour],
  ])('%s repeated %s', (verb, _, at) => {
    expect(isClaimable(unknown, at, keyLifetime)).toBe(verb === 'is')
  })

  it('keeps its recipients and its key when it’s repeated', () => {
    const repeated = call(unknown, repeatAt)
    expect(listCalled(repeated)).toEqual([0, 1, 2, 3])
    expect(repeated.call).toBe(1)
    expect(settle(repeated, accepted).state).toBe('done')
  })

  it('is no longer repeated once a recipient has unsubscribed, and is settled by events', () => {
    const left = call(unknown, repeatAt, [[0, 'unsubscribed']])
    expect(left.state).toBe('unknown')
    expect(states(left)).toEqual(['unknown', 'unknown', 'unknown', 'unknown'])
    expect(isClaimable(left, now + 10 * hour, keyLifetime)).toBe(false)
    expect(isSettled(left, now + settlingTime, keyLifetime)).toBe(true)
    const settled = [0, 1, 2, 3].reduce((chunk, at) => recordEvent(chunk, at, 'delivered'), left)
    expect(settled.state).toBe('done')
  })

  it('is repeated even if somebody outside the chunk has unsubscribed', () => {
    const first = lose(call(open, now, [[3, 'paused']]))
    const repeated = call(first, repeatAt, [[3, 'unsubscribed']])
    expect(repeated.state).toBe('calling')
    expect(listCalled(repeated)).toEqual([0, 1, 2])
  })

  it('counts the key’s time from the first call', () => {
    const twice = lose(call(unknown, now + 10 * hour), now + 10 * hour)
    expect(isClaimable(twice, now + 23 * hour, keyLifetime)).toBe(false)
  })

  it.each(['throttled', 'refused'] as const)('stays unknown if its repeat is %s', (kind) => {
    const chunk = settle(call(unknown, repeatAt), { kind }, repeatAt)
    expect(chunk.state).toBe('unknown')
    expect(listCalled(chunk)).toEqual([0, 1, 2, 3])
    expect(chunk.call).toBe(1)
  })

  it('is settled by a late answer, but not by an outdated refusal', () => {
    expect(settle(unknown, accepted).state).toBe('done')
    expect(settle(unknown, { kind: 'refused' })).toBe(unknown)
    const repeated = call(unknown, repeatAt)
    const late = settleCall(repeated, { attempt: 1, outcome: accepted, now: repeatAt })
    expect(late.state).toBe('done')
  })

  it('is settled by events, and their readers are no longer uncertain', () => {
    const partly = recordEvent(unknown, 2, 'delivered')
    expect(states(partly)).toEqual(['unknown', 'unknown', 'accepted', 'unknown'])
    // The provider would refuse the key with other recipients.
    expect(listCalled(call(partly, repeatAt))).toEqual([0, 1, 2, 3])
    const all = [0, 1, 3].reduce((chunk, at) => recordEvent(chunk, at, 'hardBounce'), partly)
    expect(all.state).toBe('done')
  })

  it('delays the issue for half an hour, or for as long as it can be repeated', () => {
    expect(isSettled(unknown, now + settlingTime - 1, null)).toBe(false)
    expect(isSettled(unknown, now + settlingTime, null)).toBe(true)
    expect(isSettled(unknown, now + 20 * hour, keyLifetime)).toBe(false)
    expect(isSettled(unknown, now + 24 * hour, keyLifetime)).toBe(true)
  })
})

describe('a consumer of the queue', () => {
  it('leaves the chunk to others if it stops before its call', () => {
    const claimed = claimChunk(open, 'one', now)
    expect(isClaimable(expireChunk(claimed, now + claimLease - 1), now, null)).toBe(false)
    expect(expireChunk(claimed, now + claimLease)).toMatchObject({ state: 'open' })
  })

  it('leaves the outcome unknown if it stops after its call has begun', () => {
    const calling = call(open)
    expect(expireChunk(calling, now + callLease - 1)).toBe(calling)
    const expired = expireChunk(calling, now + callLease)
    expect(expired).toMatchObject({ state: 'unknown', unknownSince: now })
  })

  it('can’t begin a call with an expired, released or outdated claim', () => {
    const claimed = claimChunk(open, 'one', now)
    const start = (chunk: Chunk, at: number) => startCall(chunk, { attempt: 1, drops: [], now: at })
    expect(start(claimed, now + claimLease)).toBeNull()
    expect(start(releaseChunk(claimed), now)).toBeNull()
    expect(start(claimChunk(claimed, 'one', now), now)).toBeNull()
    expect(start(call(open), now)).toBeNull()
    expect(start(claimed, now)).not.toBeNull()
  })
})

describe('events about a chunk’s emails', () => {
  it('count once, in any order', () => {
    const kinds = ['complaint', 'delivered', 'complaint', 'delivered'] as const
    const done = settle(call(open), accepted)
    const chunk = kinds.reduce((before, kind) => recordEvent(before, 1, kind), done)
    expect(getRecipientEvents(chunk, 1)).toEqual(['delivered', 'complaint'])
    expect(getRecipientEvents(chunk, 0)).toEqual([])
    expect(recordEvent(chunk, 1, 'delivered')).toEqual(chunk)
  })

  it('are ignored if they’re about a recipient outside the chunk', () => {
    expect(recordEvent(open, 4, 'delivered')).toBe(open)
  })

  it('don’t stop the call if they arrive before the answer', () => {
    const calling = [0, 1, 2, 3].reduce(
      (chunk, at) => recordEvent(chunk, at, 'delivered'),
      call(open),
    )
    expect(settle(calling, accepted).state).toBe('done')
    expect(expireChunk(calling, now + callLease).state).toBe('done')
  })

  it('reject failed emails, even before the answer', () => {
    const early = recordEvent(call(open), 1, 'failed')
    expect(listCalled(early)).toEqual([0, 1, 2, 3])
    const late = recordEvent(settle(early, accepted), 2, 'failed')
    expect(late.state).toBe('done')
    expect(states(late)).toEqual(['accepted', 'rejected', 'rejected', 'accepted'])
    const refused = recordEvent(settle(call(open), { kind: 'throttled' }), 0, 'failed')
    expect(listCalled(call(refused))).toEqual([1, 2, 3])
  })

  it('reject failed emails and settle a call whose answer was lost, and the call keeps its recipients', () => {
    const partly = recordEvent(lose(call(open)), 0, 'failed')
    expect(states(partly)).toEqual(['rejected', 'unknown', 'unknown', 'unknown'])
    expect(listCalled(call(partly, partly.repeatAt!))).toEqual([0, 1, 2, 3])
    const all = [1, 2, 3].reduce((chunk, at) => recordEvent(chunk, at, 'failed'), partly)
    expect(all.state).toBe('done')
  })

  it.each([
    ['failed', 'delivered'],
    ['delivered', 'failed'],
  ] as const)('show that an email was sent although it seemed to fail: %s, %s', (...kinds) => {
    for (const chunk of [call(open), lose(call(open)), settle(call(open), accepted)]) {
      const reported = kinds.reduce((before, kind) => recordEvent(before, 0, kind), chunk)
      expect(states(reported)[0]).toBe('accepted')
      expect(getRecipientEvents(reported, 0)).toEqual(['delivered'])
    }
  })

  it('show that a call was made, even if it seemed to be refused', () => {
    const chunk = recordEvent(settle(call(open), { kind: 'throttled' }), 0, 'delivered')
    expect(listCalled(call(chunk))).toEqual([1, 2, 3])
  })
})
