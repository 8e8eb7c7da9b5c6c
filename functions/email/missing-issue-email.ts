import { formatDay } from '../../src/domain/day.ts'
import { site } from '../../src/site.ts'
import type { EmailContent } from './email-layout.ts'

/** To the editors, on Saturday. `sunday` is “2026-11-29”. */
export function createMissingIssueEmail(sunday: string): EmailContent {
  return {
    audience: 'editors',
    subject: `No issue of ${site.newsletter.name} is approved for tomorrow`,
    paragraphs: [
      `There’s no approved issue for Sunday ${formatDay(new Date(sunday))}, so nothing will be sent.`,
      'To send one, run “npm run desk -- weekly approve FILE”. Add “--at TIME” to send it at a different time.',
    ],
  }
}
