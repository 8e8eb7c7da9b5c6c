import { expect } from 'vitest'
import type { SubscriptionEmail } from '../../../src/domain/subscription/effect-kinds.ts'
import { describeOutlook } from '../../../src/domain/subscription/outlook.ts'
import { now, tell } from '../../../src/domain/subscription/testing/stories.ts'
import { type EmailContent, renderText } from '../email-layout.ts'
import { createSubscriptionEmail } from '../subscription-emails.ts'

export const siteUrl = 'https://verandah.example'
export const at = now

export const words = (email: EmailContent | null) =>
  email && `${email.subject}\n${renderText(email, 'Leela', siteUrl)}`

/** Creates the email at the end of a story; null if the template doesn't fit. */
export function createEmail(template: SubscriptionEmail, start: string, steps = '') {
  const { record, when } = tell(start, steps)
  const outlook = describeOutlook(record, when)
  const item = { template, about: record.subscription!, pendingSince: when, outlook }
  return createSubscriptionEmail(item, siteUrl)
}

export const writeEmail = (...story: Parameters<typeof createEmail>) => words(createEmail(...story))

/** Checks that the text contains each of these phrases. A phrase after “!” must be absent. */
export function expectSaid(text: string | null, said: readonly string[]) {
  for (const part of said) {
    if (part.startsWith('!')) expect(text).not.toContain(part.slice(1))
    else expect(text).toContain(part)
  }
}
