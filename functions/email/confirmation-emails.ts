import { site } from '../../src/publication/identity.ts'
import type { EmailContent } from './email-layout.ts'

/** `key` is signed for this checkout. */
export function createFinishAccountEmail(
  checkout: string,
  key: string,
  siteUrl: string,
): EmailContent {
  const query = new URLSearchParams({ checkout, key })
  return {
    subject: 'One last step: create your account',
    paragraphs: [
      `Thank you for subscribing to ${site.name}. Your subscription is confirmed, but it isn’t linked to an ` +
        'account yet. Create an account so you can read on any device.',
      'It takes a minute: we need your name and email address. Already have an account? Use the button ' +
        'below, then log in instead: we’ll add the subscription to that account.',
    ],
    action: { label: 'Create your account', url: `${siteUrl}/subscribe/finish?${query}` },
    closing: ['Don’t share this link: anyone who has it can claim your subscription.'],
  }
}

export function createStudentEmail(key: string, siteUrl: string): EmailContent {
  return {
    subject: 'Confirm your student address',
    paragraphs: [
      `Someone asked for the student price of ${site.name} with this address. If it was you, ` +
        'confirm the address in the browser you want to subscribe in.',
    ],
    action: {
      label: 'Confirm this address',
      url: `${siteUrl}/subscribe/student?${new URLSearchParams({ key })}`,
    },
    closing: ['If it wasn’t you, ignore this email and nothing will happen.'],
  }
}
