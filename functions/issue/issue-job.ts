/** Sends approved issues at their time, finds lost queue messages, and reminds the editors of a missing issue. */
import { findUnpreparedDay, updateActiveIssue } from '../../src/domain/issue/active-issues.ts'
import { isSendingOver, type Sending } from '../../src/domain/issue/sending.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import { newsletter } from '../../src/publication/newsletter.ts'
import { type EmailConfig, sendToEditors } from '../email/send-email.ts'
import type { FirestoreFailure } from '../platform/adapters/firestore.ts'
import type { Job } from '../platform/cron/cron-job.ts'
import { changeActiveIssues, readActiveIssues } from './active-issues.ts'
import { advanceIssue } from './advance-issue.ts'
import type { IssueDeps } from './issue-deps.ts'
import { createMissingIssueEmail } from './missing-issue-email.ts'

export const createIssuesJob = (deps: IssueDeps, emailConfig: EmailConfig | null): Job => ({
  name: 'issues',
  async run() {
    const issues = await readActiveIssues(deps.firestore)
    if (!issues.ok) return issues
    const slugs = Object.keys(issues.value.active)
    // One failing issue doesn't delay the others.
    const advanced = await Promise.allSettled(slugs.map((slug) => advanceAndRecord(deps, slug)))
    const day = findUnpreparedDay(issues.value, deps.now(), newsletter)
    const reminded = day && emailConfig ? await remindEditors(deps, emailConfig, day) : null
    if (reminded && !reminded.ok) return reminded
    for (const outcome of advanced) {
      if (outcome.status === 'rejected') throw outcome.reason
      if (!outcome.value.ok) return outcome.value
    }
    return succeed({ done: slugs.length, failed: 0, waitingSince: null })
  },
})

async function advanceAndRecord(
  deps: IssueDeps,
  slug: string,
): Promise<Result<unknown, FirestoreFailure>> {
  const record = (sending: Sending | null) =>
    changeActiveIssues(deps.firestore, (issues) => updateActiveIssue(issues, slug, sending))
  const sending = await advanceIssue(deps, slug)
  const recorded = await record(sending)
  const isActive = sending !== null && !isSendingOver(sending)
  // Without another read, an issue approved during the run would be missed.
  return !recorded.ok || isActive ? recorded : record(await deps.sendings.call(slug, 'read'))
}

/**
 * If the response is lost, the next run tries again; an email service that doesn't detect duplicates then sends a
 * second copy.
 */
async function remindEditors(
  { firestore, log }: IssueDeps,
  emailConfig: EmailConfig,
  day: string,
): Promise<Result<unknown, FirestoreFailure>> {
  const email = createMissingIssueEmail(day)
  const sent = await sendToEditors(emailConfig, email, `weekly-reminder-${day}`)
  if (!sent.ok && sent.failure.kind === 'unavailable') {
    log('editors_not_reminded', { reason: sent.failure.reason })
    return succeed(undefined)
  }
  return changeActiveIssues(firestore, (issues) => ({ ...issues, remindedFor: day }))
}
