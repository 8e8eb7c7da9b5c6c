import { describe, expect, it } from 'vitest'
import {
  comparedStates,
  cursorAfter,
  needsLooking,
  type Reconciliation,
  reconciliationNow,
} from './reconciliation.ts'

const at = (text: string) => new Date(`2026-${text}Z`)
const none = { looked: 0, drifted: 0, failed: 0 }
const done = (startedAt: Date): Reconciliation => ({
  startedAt,
  cursor: null,
  ...none,
  last: { startedAt, finishedAt: startedAt, ...none, overdue: 0 },
})

describe('the nightly comparison', () => {
  it('begins once a night, after three', () => {
    expect(reconciliationNow(null, at('11-20T12:00:00'))).toMatchObject({ looked: 0, last: null })
    const kept = done(at('11-20T03:00:10'))
    expect(reconciliationNow(kept, at('11-20T12:00:00'))).toBeNull()
    expect(reconciliationNow(kept, at('11-21T02:59:59'))).toBeNull()
    const next = reconciliationNow(kept, at('11-21T03:00:00'))
    expect(next).toMatchObject({ startedAt: at('11-21T03:00:00'), last: kept.last })
  })

  it('goes on where it stopped, however long that is ago', () => {
    const cursor = { state: 'paused', after: 'u7' } as const
    const kept = { ...done(at('11-20T03:00:10')), cursor, looked: 7 }
    expect(reconciliationNow(kept, at('11-25T12:00:00'))).toEqual(kept)
  })

  it('goes through every state but that of those that are over', () => {
    const seen: string[] = []
    for (
      let cursor: Reconciliation['cursor'] = { state: comparedStates[0], after: null };
      cursor;
      cursor = cursorAfter(cursor)
    ) {
      expect(cursor.after).toBeNull()
      seen.push(cursor.state)
    }
    expect(seen).toEqual([...comparedStates])
  })

  it.each<[string, Reconciliation, boolean]>([
    ['done last night', done(at('11-20T03:00:00')), false],
    ['late', done(at('11-18T03:00:00')), true],
    ['at work since this night', { ...done(at('11-20T03:00:00')), last: null }, false],
    ['at work for days', { ...done(at('11-18T03:00:00')), last: null }, true],
  ])('%s', (_, kept, expected) => {
    expect(needsLooking(kept, at('11-20T12:00:00'))).toBe(expected)
  })

  it('calls for somebody where one could not be compared, or money waits to go back', () => {
    const kept = done(at('11-20T03:00:00'))
    const last = kept.last!
    const now = at('11-20T12:00:00')
    expect(needsLooking({ ...kept, last: { ...last, failed: 1 } }, now)).toBe(true)
    expect(needsLooking({ ...kept, last: { ...last, overdue: 1 } }, now)).toBe(true)
    // What had drifted has been corrected.
    expect(needsLooking({ ...kept, last: { ...last, drifted: 9 } }, now)).toBe(false)
  })
})
