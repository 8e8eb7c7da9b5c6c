/** `operations/issues`: the issues that are approved and not yet sent. Their Durable Objects store everything else. */
import { z } from 'zod'
import type { Newsletter } from '../../publication/publication-data.ts'
import { day, minute } from '../duration.ts'
import { addDays, findWeeklyDay, getInstant } from '../time-zone.ts'
import { isSendingOver, pauseReasons, type Sending, sendingStates } from './sending.ts'

const activeIssueSchema = z.object({
  state: z.enum(sendingStates),
  pausedBy: z.enum(pauseReasons).nullable(),
  sendAt: z.date(),
})
export type ActiveIssue = z.infer<typeof activeIssueSchema>

export const activeIssuesSchema = z.object({
  /** Issues, keyed by slug. */
  active: z.record(z.string(), activeIssueSchema),
  lastFinishedAt: z.date().nullable(),
  /** The day of the issue about which editors were last reminded, as “2026-11-29”. */
  remindedFor: z.string().nullable(),
  /** The issue that may call the provider. */
  turn: z.object({ slug: z.string(), until: z.date() }).nullable().default(null),
})
export type ActiveIssues = z.infer<typeof activeIssuesSchema>

export const noActiveIssues: ActiveIssues = {
  active: {},
  lastFinishedAt: null,
  remindedFor: null,
  turn: null,
}

/**
 * Milliseconds for which an issue has its turn. An issue renews its turn every minute while needed, and loses it when
 * it's unavailable.
 */
const turnMilliseconds = 3 * minute

/**
 * Returns the record with the turn taken. Issues share the provider's rate, so they are sent one at a time. Unchanged
 * while another issue has the turn.
 */
export function takeTurn(issues: ActiveIssues, slug: string, now: Date): ActiveIssues {
  const { turn } = issues
  if (turn && turn.slug !== slug && now < turn.until) return issues
  return { ...issues, turn: { slug, until: new Date(now.getTime() + turnMilliseconds) } }
}

type SendingSummary = Pick<
  Sending,
  'state' | 'pausedBy' | 'sendAt' | 'finishedAt' | 'ranges' | 'forgottenRanges'
>

/** Returns the record unchanged if another issue has the turn. */
export const releaseTurn = (issues: ActiveIssues, slug: string): ActiveIssues =>
  issues.turn?.slug === slug ? { ...issues, turn: null } : issues

/** Returns the record unchanged if the issue hasn't changed. */
export function updateActiveIssue(
  issues: ActiveIssues,
  slug: string,
  sending: SendingSummary | null,
): ActiveIssues {
  const { [slug]: previous, ...others } = issues.active
  if (!sending || isSendingOver(sending)) {
    if (!previous) return issues
    const isSent = sending?.state === 'finished' && sending.finishedAt !== null
    // An issue that was sent long ago is listed again if it's approved again.
    const isLast = isSent && sending.finishedAt >= (issues.lastFinishedAt?.getTime() ?? 0)
    const lastFinishedAt = isLast ? new Date(sending.finishedAt) : issues.lastFinishedAt
    return { ...issues, active: others, lastFinishedAt }
  }
  const { state, pausedBy } = sending
  const sendAt = new Date(sending.sendAt)
  const isKnown =
    previous?.state === state &&
    previous.pausedBy === pausedBy &&
    previous.sendAt.getTime() === sendAt.getTime()
  return isKnown
    ? issues
    : { ...issues, active: { ...others, [slug]: { state, pausedBy, sendAt } } }
}

/**
 * Returns the day of tomorrow's issue, if none is approved and the editors should be reminded now; null otherwise. An
 * issue sent in the last two days counts as this week's.
 */
export function findUnpreparedDay(
  { active, lastFinishedAt, remindedFor }: ActiveIssues,
  now: Date,
  { weekday, reminderHour, timeZone }: Pick<Newsletter, 'weekday' | 'reminderHour' | 'timeZone'>,
): string | null {
  const today = findWeeklyDay(now, { weekday: (weekday + 6) % 7, hour: reminderHour, timeZone })
  if (!today) return null
  const issueDay = addDays(today, 1)
  if (remindedFor === issueDay) return null
  const weekEnd = getInstant(addDays(today, 2), 0, timeZone)
  const isApproved = Object.values(active).some(({ sendAt }) => sendAt < weekEnd)
  const isSent = lastFinishedAt !== null && now.getTime() - lastFinishedAt.getTime() < 2 * day
  return isApproved || isSent ? null : issueDay
}
