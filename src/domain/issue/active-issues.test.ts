import { describe, expect, it } from 'vitest'
import {
  type ActiveIssue,
  type ActiveIssues,
  findUnpreparedDay,
  noActiveIssues,
  releaseTurn,
  takeTurn,
  updateActiveIssue,
} from './active-issues.ts'

const weekly = { weekday: 0, reminderHour: 10, timeZone: 'Asia/Colombo' } as const
// In Colombo, it's 10:00 on Saturday.
const saturday = new Date('2026-11-28T04:30:00Z')
const sundayMorning = new Date('2026-11-29T02:30:00Z')
const approved: ActiveIssue = { state: 'approved', pausedBy: null, sendAt: sundayMorning }
const sending = {
  state: 'approved',
  pausedBy: null,
  sendAt: sundayMorning.getTime(),
  finishedAt: null,
  ranges: 2,
  forgottenRanges: 0,
} as const

describe('editors', () => {
  const with_ = (changes: Partial<ActiveIssues>) => ({ ...noActiveIssues, ...changes })

  it.each<[string, ActiveIssues, Date, string | null]>([
    ['are reminded on Saturday', noActiveIssues, saturday, '2026-11-29'],
    [
      'are reminded until the day ends',
      noActiveIssues,
      new Date('2026-11-28T18:29:00Z'),
      '2026-11-29',
    ],
    ['aren’t reminded earlier on Saturday', noActiveIssues, new Date('2026-11-28T04:29:00Z'), null],
    ['aren’t reminded on Sunday', noActiveIssues, sundayMorning, null],
    ['aren’t reminded twice', with_({ remindedFor: '2026-11-29' }), saturday, null],
    [
      'are reminded again a week later',
      with_({ remindedFor: '2026-11-22' }),
      saturday,
      '2026-11-29',
    ],
    ['aren’t reminded of an approved issue', with_({ active: { a: approved } }), saturday, null],
    [
      'are reminded if the approved issue is for another week',
      with_({ active: { a: { ...approved, sendAt: new Date('2026-12-06T02:30:00Z') } } }),
      saturday,
      '2026-11-29',
    ],
    [
      'aren’t reminded after an early issue',
      with_({ lastFinishedAt: new Date('2026-11-27T02:00:00Z') }),
      saturday,
      null,
    ],
    [
      'are reminded after last Sunday’s issue',
      with_({ lastFinishedAt: new Date('2026-11-22T02:00:00Z') }),
      saturday,
      '2026-11-29',
    ],
  ])('%s', (_, issues, now, expected) => {
    expect(findUnpreparedDay(issues, now, weekly)).toBe(expected)
  })
})

describe('an active issue', () => {
  it('is listed until it’s over', () => {
    const listed = updateActiveIssue(noActiveIssues, 'a', sending)
    expect(listed.active).toEqual({ a: approved })
    expect(updateActiveIssue(listed, 'a', sending)).toBe(listed)
    const paused = updateActiveIssue(listed, 'a', {
      ...sending,
      state: 'paused',
      pausedBy: 'complaints',
    })
    expect(paused.active.a).toMatchObject({ state: 'paused', pausedBy: 'complaints' })
    const ended = { ...sending, state: 'finished', finishedAt: saturday.getTime() } as const
    expect(updateActiveIssue(paused, 'a', ended).active.a?.state).toBe('finished')
    const finished = { ...ended, forgottenRanges: 2 } as const
    expect(updateActiveIssue(paused, 'a', finished)).toEqual({
      ...noActiveIssues,
      lastFinishedAt: saturday,
    })
    const later = { ...paused, lastFinishedAt: new Date(saturday.getTime() + 1) }
    expect(updateActiveIssue(later, 'a', finished).lastFinishedAt).toBe(later.lastFinishedAt)
    const cancelled = { ...finished, state: 'cancelled' } as const
    expect(updateActiveIssue(paused, 'a', cancelled)).toEqual(noActiveIssues)
    expect(updateActiveIssue(paused, 'a', null)).toEqual(noActiveIssues)
    expect(updateActiveIssue(noActiveIssues, 'a', finished)).toBe(noActiveIssues)
  })
})

describe('the turn to send an issue', () => {
  const minutes = (count: number) => new Date(sundayMorning.getTime() + count * 60_000)
  const taken = takeTurn(noActiveIssues, 'one', minutes(0))

  it('belongs to one issue until it’s released or three minutes old', () => {
    expect(takeTurn(taken, 'two', minutes(2.9))).toBe(taken)
    expect(takeTurn(taken, 'two', minutes(3)).turn?.slug).toBe('two')
    expect(takeTurn(releaseTurn(taken, 'one'), 'two', minutes(1)).turn?.slug).toBe('two')
    const renewed = takeTurn(taken, 'one', minutes(2))
    expect(takeTurn(renewed, 'two', minutes(4.9))).toBe(renewed)
  })

  it('can’t be released by another issue', () => {
    expect(releaseTurn(taken, 'two')).toBe(taken)
  })
})
