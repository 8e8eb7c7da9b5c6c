import { describe, expect, it } from 'vitest'
import type { SendingStatus } from '../../../src/contracts/endpoints/issue-endpoints.ts'
import { formatStats, formatStatus, formatTimeLeft } from './print-sending-status.ts'
import { describeRecipient } from './weekly-who.ts'

const status: SendingStatus = {
  slug: '2026-11-29',
  state: 'sending',
  pausedBy: null,
  subject: 'What we kept',
  revision: 'a'.repeat(64),
  approvedAt: '2026-11-28T10:00:00.000Z',
  sendAt: '2026-11-29T02:30:00.000Z',
  frozenAt: '2026-11-29T02:30:05.000Z',
  finishedAt: null,
  audience: {
    candidates: 1200,
    recipients: { guest: 700, subscriber: 300 },
    exclusions: { unsubscribed: 200 },
  },
  progress: {
    waiting: 400,
    accepted: 590,
    dropped: { unsubscribed: 2 },
    rejected: 1,
    refused: 0,
    unknown: 7,
  },
  events: { delivered: 500, hardBounces: 6, softBounces: 3, complaints: 1 },
  perMinute: 120,
  secondsLeft: 200,
}

describe('the printed status of an issue', () => {
  it('shows progress, rate and time left', () => {
    expect(formatStatus(status)).toEqual([
      '2026-11-29: sending',
      'What we kept',
      '     1000  recipients',
      '      590  accepted by the provider',
      '      400  waiting',
      '        1  rejected by the provider',
      '        0  refused by the provider; "weekly resume" sends them again',
      '        7  unknown: the provider’s response was lost, and these emails won’t be sent again',
      '        2  left out: unsubscribed',
      '120 a minute, 4 min left',
    ])
  })

  it('says why it is paused', () => {
    const paused = { ...status, state: 'paused', pausedBy: 'complaints' } as const
    expect(formatStatus(paused)[0]).toBe(
      '2026-11-29: paused because more than 0.1% of the readers reported it as spam',
    )
  })

  it('shows the time before sending, in the publication’s time zone', () => {
    expect(formatStatus({ ...status, state: 'approved', audience: null })).toEqual([
      '2026-11-29: approved',
      'What we kept',
      'To be sent on Sunday, 29 November 2026 at 08:00 (Asia/Colombo)',
    ])
  })

  it.each([
    [1, '1 s'],
    [59.2, '60 s'],
    [61, '2 min'],
    [7200, '2 h 0 min'],
    [9000, '2 h 30 min'],
  ])('shows %s seconds as %s', (seconds, text) => {
    expect(formatTimeLeft(seconds)).toBe(text)
  })
})

it('an issue’s statistics are shares of the emails sent', () => {
  expect(formatStats(status)).toEqual([
    '2026-11-29: What we kept',
    '      590  sent',
    '      500  delivered (84.75%)',
    '        6  addresses that don’t exist (1.02%)',
    '        3  temporarily not delivered (0.51%)',
    '        1  reported as spam (0.17%)',
  ])
  const unsent = { ...status, progress: { ...status.progress, accepted: 0 } }
  expect(formatStats(unsent)[2]).toBe('      500  delivered')
})

it('the printed check of an address says whether it got the issue, and if not, why', () => {
  expect(describeRecipient({ outcome: 'delivered', version: 'guest', reason: null })).toBe(
    'delivered (as a guest)',
  )
  expect(
    describeRecipient({ outcome: 'notInAudience', version: null, reason: 'unsubscribed' }),
  ).toBe('didn’t get it: unsubscribed')
})
