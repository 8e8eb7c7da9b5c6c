import { describe, expect, it } from 'vitest'
import type { SurplusReason } from '../../src/domain/subscription/effect-kinds.ts'
import { currency } from '../../src/publication/offer.ts'
import { createFinishAccountEmail, createStudentEmail } from './confirmation-emails.ts'
import type { EmailContent } from './email-layout.ts'
import { createRefundConfirmationEmail } from './refund-confirmation-email.ts'
import { at, siteUrl, words } from './testing/subscription-email-samples.ts'

describe('an email', () => {
  it('contains the reason and the amount to the cent if it’s about a refund', () => {
    const baseSubscription = { provider: 'I-2', uid: 'u', pendingSince: at, dueAt: at, attempts: 0 }
    const given = { kind: 'refundConfirmation', paidAt: at, ...baseSubscription } as const
    const amount = { minorUnits: 1399, currency } as const
    const text = (surplus: SurplusReason | null) =>
      words(createRefundConfirmationEmail({ ...given, amount, surplus }))
    expect(text(null)).toContain('$13.99 on 20 November 2026')
    expect(text(null)).toContain('wasn’t due')
    expect(text('alreadySubscribed')).toContain('You already have a subscription')
    expect(text('studentAddressInUse')).toContain('student address is already used')
    expect(text('underpaid')).toContain('less than the price of your plan')
    expect(text('accountDeleted')).toContain('account had already been deleted')
  })

  it('links to the page that accepts its key', () => {
    const key = 'a.b+c/d=&e'
    const link = (email: EmailContent) => new URL(email.action!.url)
    const finish = link(createFinishAccountEmail('I-3', key, siteUrl))
    expect(finish.pathname).toBe('/subscribe/finish')
    expect(Object.fromEntries(finish.searchParams)).toEqual({ checkout: 'I-3', key })
    const student = link(createStudentEmail(key, siteUrl))
    expect(student.pathname).toBe('/subscribe/student')
    expect(Object.fromEntries(student.searchParams)).toEqual({ key })
  })
})
