/**
 * Sends approved issues at their time, finds messages of the queue that were lost, and reminds the editors of a
 * Sunday without an issue.
 */
import { findUnpreparedSunday, updateActiveIssue } from '../../src/domain/issue/active-issues.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import { site } from '../../src/site.ts'
import type { FirestoreFailure } from '../adapters/firestore.ts'
import type { Job } from '../cron/cron-job.ts'
import type { EmailConfig } from '../email/email-sender.ts'
import { createReminderEmail } from '../email/reminder-email.ts'
import { changeActiveIssues, readActiveIssues } from './active-issues.ts'
import { advanceIssue } from './advance-issue.ts'
import type { IssueDeps } from './issue-deps.ts'

export const createIssuesJob = (deps: IssueDeps, emailConfig: EmailConfig | null): Job => ({
  name: 'issues',
  async run() {
    const issues = await readActiveIssues(deps.firestore)
    if (!issues.ok) return issues
    const slugs = Object.keys(issues.value.active)
    for (const slug of slugs) {
      const sending = await advanceIssue(deps, slug)
      const changed = await changeActiveIssues(deps.firestore, (current) =>
        updateActiveIssue(current, slug, sending),
      )
      if (!changed.ok) return changed
    }
    const sunday = findUnpreparedSunday(issues.value, deps.now(), site.timeZone)
    const reminded = sunday && emailConfig ? await remindEditors(deps, emailConfig, sunday) : null
    if (reminded && !reminded.ok) return reminded
    return succeed({ done: slugs.length, failed: 0, waitingSince: null })
  },
})

/** The email service recognises a repeated email. Without an answer, the next run tries again. */
async function remindEditors(
  { firestore, log }: IssueDeps,
  { emailService, siteUrl }: EmailConfig,
  sunday: string,
): Promise<Result<unknown, FirestoreFailure>> {
  const email = createReminderEmail(sunday, siteUrl)
  const message = { to: site.editorsEmail, ...email, topic: 'account' as const }
  const sent = await emailService.send(message, `weekly-reminder-${sunday}`)
  if (!sent.ok && sent.failure.kind === 'unavailable') {
    log('editors_not_reminded', { reason: sent.failure.reason })
    return succeed(undefined)
  }
  return changeActiveIssues(firestore, (issues) => ({ ...issues, remindedFor: sunday }))
}
