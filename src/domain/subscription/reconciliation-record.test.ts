import { describe, expect, it } from 'vitest'
import {
  comparedStates,
  getCurrentReconciliation,
  getNextCursor,
  needsAttention,
  type Reconciliation,
  reconciliationSchema,
} from './reconciliation-record.ts'

const at = (text: string) => new Date(`2026-${text}Z`)
function finishedRun(startedAt: Date): Reconciliation {
  const last = { startedAt, finishedAt: startedAt, overdueRefundCount: 0 }
  return reconciliationSchema.parse({ startedAt, last })
}

describe('the nightly comparison', () => {
  it('starts once a night, after three o’clock', () => {
    const first = { comparedCount: 0, last: null }
    expect(getCurrentReconciliation(null, at('11-20T12:00:00'))).toMatchObject(first)
    const stored = finishedRun(at('11-20T03:00:10'))
    expect(getCurrentReconciliation(stored, at('11-20T12:00:00'))).toBeNull()
    expect(getCurrentReconciliation(stored, at('11-21T02:59:59'))).toBeNull()
    const next = getCurrentReconciliation(stored, at('11-21T03:00:00'))
    expect(next).toMatchObject({ startedAt: at('11-21T03:00:00'), last: stored.last })
  })

  it('continues where it stopped, however long ago', () => {
    const cursor = { state: 'paused', after: 'u7' } as const
    const stored = { ...finishedRun(at('11-20T03:00:10')), cursor, comparedCount: 7 }
    expect(getCurrentReconciliation(stored, at('11-25T12:00:00'))).toEqual(stored)
  })

  it('covers every state except ended', () => {
    const next = comparedStates.map((state) => getNextCursor({ state, after: 'u7' }))
    const others = comparedStates.slice(1).map((state) => ({ state, after: null }))
    expect(next).toEqual([...others, null])
  })

  const now = at('11-20T12:00:00')
  const lastNight = finishedRun(at('11-20T03:00:00'))
  const longAgo = finishedRun(at('11-18T03:00:00'))
  const withCounts = (counts: object) => ({ ...lastNight, last: { ...lastNight.last!, ...counts } })

  it.each<[string, Reconciliation, boolean]>([
    ['done last night', lastNight, false],
    ['late', longAgo, true],
    ['running since last night', { ...lastNight, last: null }, false],
    ['running for days', { ...longAgo, last: null }, true],
    ['done with a failure', withCounts({ failed: 1 }), true],
    ['done with a missing payment', withCounts({ missingPaymentCount: 1 }), true],
    ['done with an overdue refund', withCounts({ overdueRefundCount: 1 }), true],
    ['done with changes without an event', withCounts({ outOfSyncCount: 9 }), false],
    ['done after an excess payment', { ...lastNight, lastExcessAt: now }, true],
    ['done after a payment that was too small', { ...lastNight, lastUnderpaidAt: now }, true],
  ])('needs attention when it’s %s (%o): %s', (_, stored, expected) => {
    expect(needsAttention(stored, now)).toBe(expected)
  })
})
