import { expect, it } from 'vitest'
import { noOwnChanges } from './audience.ts'
import { noTotals } from './chunk-totals.ts'
import { addRange, approveSending, finishFreezing, startFreezing } from './sending.ts'

const now = Date.parse('2026-11-29T02:30:00Z')
const provider = {
  name: 'resend',
  batchSize: 100,
  keyLifetime: null,
  rate: { callsPerSecond: 1, recipientsPerSecond: null },
} as const

function freeze(recipients: number, guest: number, ownChanges = noOwnChanges) {
  const approval = {
    revision: '',
    subject: '',
    stories: [],
    sendAt: now,
    candidates: 1,
    recipients,
  }
  const started = startFreezing(approveSending(null, approval, now)!, provider, now)
  const counts = {
    candidates: guest,
    recipients: { guest, subscriber: 0 },
    exclusions: {},
    ownChanges,
  }
  const totals = { ...noTotals, waiting: guest }
  return finishFreezing({ ...addRange(started, counts), totals }, now)
}

it.each([
  [9, 29, false],
  [9, 30, true],
  [29, 9, false],
  [30, 9, true],
  [0, 20, false],
  [0, 21, true],
  [10_000, 10_500, false],
  [10_000, 10_501, true],
  [10_000, 9500, false],
  [10_000, 9499, true],
])('if %d recipients were approved, and %d are frozen, an editor is asked: %s', (...values) => {
  const [approved, frozen, isAsked] = values
  const expected = isAsked
    ? { state: 'paused', pausedBy: 'audienceChanged', pausedFrom: 'sending', frozenAt: now }
    : { state: 'sending', pausedBy: null }
  expect(freeze(approved, frozen)).toMatchObject(expected)
})

it.each([
  [1000, 1110, { joined: 60, left: 0 }, 'sending'],
  [1000, 1111, { joined: 60, left: 0 }, 'paused'],
  [1000, 890, { joined: 0, left: 60 }, 'sending'],
  [1000, 889, { joined: 0, left: 60 }, 'paused'],
  // These readers unsubscribed and signed up again.
  [1000, 1000, { joined: 200, left: 0 }, 'sending'],
  [1000, 1000, { joined: 0, left: 200 }, 'sending'],
  [1000, 889, { joined: 60, left: 0 }, 'paused'],
])('approving %d and freezing %d recipients after %j makes the issue %s', (...values) => {
  const [approved, frozen, ownChanges, state] = values
  expect(freeze(approved, frozen, ownChanges).state).toBe(state)
})
