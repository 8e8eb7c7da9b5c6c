import { expect, it } from 'vitest'
import { noTotals } from './chunk-totals.ts'
import { addRange, approveSending, finishFreezing, startFreezing } from './sending.ts'

const now = Date.parse('2026-11-29T02:30:00Z')
const provider = {
  name: 'resend',
  batchSize: 100,
  keyLifetime: null,
  rate: { callsPerSecond: 1, recipientsPerSecond: null },
} as const

function freeze(recipients: number, guest: number) {
  const approval = {
    revision: '',
    subject: '',
    stories: [],
    sendAt: now,
    candidates: 1,
    recipients,
  }
  const started = startFreezing(approveSending(null, approval, now)!, provider, now)
  const counts = { candidates: guest, recipients: { guest, subscriber: 0 }, exclusions: {} }
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
