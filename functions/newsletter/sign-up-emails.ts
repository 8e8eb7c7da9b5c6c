import type { PersonalLinks } from '../../src/domain/issue/issue-email.ts'
import { issueWeekday } from '../../src/domain/newsletter/issue-day.ts'
import { confirmationDays } from '../../src/domain/newsletter/newsletter-entry.ts'
import { site } from '../../src/publication/identity.ts'
import { newsletter } from '../../src/publication/newsletter.ts'
import type { EmailContent } from '../email/email-layout.ts'

const { name } = newsletter

export function createConfirmationEmail(url: string): EmailContent {
  return {
    subject: `Confirm your sign-up for ${name}`,
    paragraphs: [
      `Someone signed this address up for ${name}, the free ${issueWeekday} email from ${site.name}. If it was ` +
        'you, confirm that the address is yours, and you’ll get the next issue.',
    ],
    action: { label: 'Confirm this address', url },
    closing: [
      `The link works for ${confirmationDays} days.`,
      'If it wasn’t you, ignore this email. You won’t get any issues.',
    ],
  }
}

/** Sent to an address from a plain list that an operator has imported. */
export function createListConfirmationEmail(url: string, listSource: string): EmailContent {
  return {
    subject: `Would you like to get ${name}?`,
    paragraphs: [
      `This address is on one of ${site.name}’s lists: ${listSource}. ${name} is our free ${issueWeekday} email. If ` +
        'you’d like it, confirm that the address is yours, and you’ll get the next issue.',
    ],
    action: { label: 'Confirm this address', url },
    closing: [
      `The link works for ${confirmationDays} days.`,
      'If you don’t want it, ignore this email. You won’t get any issues.',
    ],
  }
}

/** Sent when someone signs up an address that its owner has already confirmed. */
export function createAlreadySubscribedEmail({ preferences }: PersonalLinks): EmailContent {
  return {
    subject: `You’re already signed up for ${name}`,
    paragraphs: [
      `Someone signed this address up for ${name} again. You don’t need to do anything: the ` +
        'address is already on our list.',
      `Issues not arriving? Check your spam folder, and whether ${name} is paused.`,
    ],
    action: { label: 'Change your preferences', url: preferences },
    closing: ['Don’t share this link: anyone who has it can change your preferences.'],
  }
}
