import { formatDay } from '../../src/domain/day.ts'
import { issueWeekday } from '../../src/domain/newsletter/issue-day.ts'
import { newsletter } from '../../src/publication/newsletter.ts'
import type { EmailContent } from '../email/email-layout.ts'

/** An email to the editors on the day before the missing issue. `day` is a date such as “2026-11-29”. */
export function createMissingIssueEmail(day: string): EmailContent {
  return {
    audience: 'editors',
    subject: `No issue of ${newsletter.name} is approved for tomorrow`,
    paragraphs: [
      `There’s no approved issue for ${issueWeekday} ${formatDay(new Date(day))}, so nothing will be sent.`,
      'To send one, run “npm run desk -- weekly approve FILE”. Add “--at TIME” to send it at a different time.',
    ],
  }
}
