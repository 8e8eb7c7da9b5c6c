import type { SendingStatus } from '../../src/contracts/endpoints/issue-endpoints.ts'
import { minute } from '../../src/domain/duration.ts'
import type { Sending } from '../../src/domain/issue/sending.ts'

const format = (time: number) => new Date(time).toISOString()

/** Describes the state of a sending, as the desk shows it. */
export function describeSending(slug: string, sending: Sending, now: number): SendingStatus {
  const { frozenAt, finishedAt, totals } = sending
  const { delivered, softBounces, hardBounces, complaints, ...progress } = totals
  const perMinute = measureRate(sending, now)
  return {
    slug,
    state: sending.state,
    pausedBy: sending.pausedBy,
    subject: sending.subject,
    revision: sending.revision,
    approvedAt: format(sending.approvedAt),
    sendAt: format(sending.sendAt),
    frozenAt: frozenAt === null ? null : format(frozenAt),
    finishedAt: finishedAt === null ? null : format(finishedAt),
    audience: frozenAt === null ? null : sending.audience,
    progress,
    events: { delivered, softBounces, hardBounces, complaints },
    perMinute: perMinute === null ? null : Math.round(perMinute),
    secondsLeft: perMinute === null ? null : Math.ceil((60 * totals.waiting) / perMinute),
  }
}

/** Measures the rate since the sending began or was resumed; null while nothing is being sent. */
function measureRate({ state, totals, totalsAtResume, resumedAt }: Sending, now: number) {
  const sent = totals.accepted - totalsAtResume.accepted
  if (state !== 'sending' || sent === 0 || now <= resumedAt) return null
  return (sent * minute) / (now - resumedAt)
}
