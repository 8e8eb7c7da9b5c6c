import type { NewsletterLinkStep } from '../../contracts/pages/newsletter-link-steps.ts'
import { typedLimits } from '../../domain/email-limits.ts'
import { issueWeekday } from '../../domain/newsletter/issue-day.ts'
import { confirmationDays } from '../../domain/newsletter/newsletter-entry.ts'
import { site } from '../../publication/identity.ts'
import { newsletter } from '../../publication/newsletter.ts'

type StepText = {
  readonly title: string
  readonly paragraphs: readonly string[]
  /** The label of the button that does what the link promised. */
  readonly button?: string
  readonly link?: { readonly label: string; readonly path: string }
}

const { name } = newsletter
const stories = { label: 'Read the latest stories', path: '/latest' }
const signUp = { label: `Sign up for ${name}`, path: '/newsletter' }

export const linkStepText: Readonly<Record<NewsletterLinkStep, StepText>> = {
  confirm: {
    title: 'Confirm your sign-up',
    paragraphs: [
      `Someone signed up for ${name}, our free ${issueWeekday} email, with the address this link was sent to. Was that you?`,
    ],
    button: 'Confirm this address',
  },
  confirmed: {
    title: 'You’re on the list',
    paragraphs: [
      `Your address is confirmed. You’ll get the next issue, unless you’ve paused ${name}.`,
      'Every issue has an unsubscribe link.',
    ],
    link: stories,
  },
  expired: {
    title: 'This link has expired',
    paragraphs: [
      `The links in our confirmation emails work for ${confirmationDays} days. We can send you a new one.`,
    ],
    button: 'Send a new email',
  },
  sent: {
    title: 'Check your email',
    paragraphs: [
      'This link can’t confirm your sign-up any more. We’re sending a new one to the same address.',
      `We send at most ${typedLimits}, so the email may take a while. Check your spam folder, too.`,
    ],
  },
  unsubscribe: {
    title: `Unsubscribe from ${name}?`,
    paragraphs: [
      'You won’t get any more issues. We’ll still send you emails about your account and anything you’ve bought.',
    ],
    button: 'Unsubscribe',
  },
  unsubscribed: {
    title: 'You’ve unsubscribed',
    paragraphs: [
      `We won’t send ${name} to this address any more.`,
      'Changed your mind? You can sign up again.',
    ],
    link: signUp,
  },
  preferences: {
    title: `Preferences for ${name}`,
    paragraphs: ['They apply to the address this link was sent to.'],
  },
  ended: {
    title: 'This link doesn’t work',
    paragraphs: [
      'It may be incomplete or very old. Open it from the email again.',
      `To unsubscribe without the link, write to ${site.newsletterEmail}.`,
    ],
    link: signUp,
  },
}
