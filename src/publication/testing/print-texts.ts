/** Prints emails, prices and other sentences, for the publication that is loaded, as a JSON list. */
import { type EmailContent, renderHtml, renderText } from '../../../functions/email/email-layout.ts'
import { createSubscriptionEmail } from '../../../functions/email/subscription-emails.ts'
import { createGiftBuyerEmail, createGiftCardEmail } from '../../../functions/gift/gift-emails.ts'
import { createMissingIssueEmail } from '../../../functions/issue/missing-issue-email.ts'
import {
  createAlreadySubscribedEmail,
  createConfirmationEmail,
  createListConfirmationEmail,
} from '../../../functions/newsletter/sign-up-emails.ts'
import { giftSchema } from '../../domain/gift/gift.ts'
import { getGiftPrice, giftLengths } from '../../domain/gift/gift-length.ts'
import { newsletterFrequency } from '../../domain/newsletter/issue-day.ts'
import { formatLengths, formatMonths, formatMonthsTitle } from '../../domain/number-words.ts'
import { describeEarningPayments } from '../../domain/referral/earning-text.ts'
import { earningTotal } from '../../domain/referral/limits.ts'
import { meterStepList } from '../../domain/statistics/meter-steps.ts'
import { subscriptionEmails } from '../../domain/subscription/effect-kinds.ts'
import { planKinds } from '../../domain/subscription/offer.ts'
import { describeOutlook, describeSteps } from '../../domain/subscription/outlook.ts'
import { getPlanPrice, type PlanId, planIds } from '../../domain/subscription/plan.ts'
import {
  describeInternationalPrice,
  describeSaving,
  formatOtherPeriod,
  formatPlan,
  formatPlanPeriod,
  formatPrice,
} from '../../domain/subscription/plan-text.ts'
import { subscriptionRecordSchema } from '../../domain/subscription/subscription.ts'
import { formatHistoryEntry } from '../../features/billing/payment-text.ts'
import { cancelPages } from '../../features/cancellation/cancel-pages.ts'
import { listFreeMonths, placeholderOutlook } from '../../features/cancellation/cancel-timelines.ts'
import { formatGiftPrice } from '../../features/gift/gift-text.ts'
import { linkStepText } from '../../features/newsletter/link-step-text.ts'
import { categoryBarLinks, categoryLinks } from '../../layouts/navigation.ts'
import { pauseMonths } from '../offer.ts'

const siteUrl = 'https://harbour.test'
const now = new Date('2026-11-20T12:00:00Z')
const until = new Date('2027-06-16T12:00:00Z')
const priceClasses = ['domestic', 'international'] as const

const render = (email: EmailContent) => [
  email.subject,
  renderText(email, 'Mira', siteUrl),
  renderHtml(email, 'Mira', siteUrl),
]

const createRecord = (plan: PlanId) =>
  subscriptionRecordSchema.parse({
    subscription: {
      state: 'active',
      plan,
      provider: 'I-1',
      anchor: now,
      paidThrough: until,
      lastPaymentAt: now,
      seenPaymentAt: now,
    },
  })

function writeSubscriptionEmails() {
  return planIds.flatMap((plan) => {
    const record = createRecord(plan)
    const { acceptOffer } = describeSteps(record, now)
    return subscriptionEmails.flatMap((template) => {
      const outlook = template === 'offerAccepted' ? acceptOffer! : describeOutlook(record, now)
      const item = { template, about: record.subscription!, pendingSince: now, outlook }
      return createSubscriptionEmail(item, siteUrl) ?? []
    })
  })
}

function writeGiftEmails() {
  return giftLengths.flatMap((length) => {
    const gift = giftSchema.parse({
      code: '7K2M9QXT4B6H0WZE',
      buyerUid: 'buyer',
      buyerEmail: 'asha@harbour.test',
      length,
      price: getGiftPrice(length, 'domestic').minorUnits,
      recipient: { name: 'Mira', email: 'mira@harbour.test' },
      senderName: 'Asha',
      message: 'Bon voyage',
      deliverAt: null,
      createdAt: now,
      attribution: null,
      state: 'sent',
      paidAt: now,
      redeemableUntil: until,
    })
    const details = { siteUrl, key: 'key' }
    return [
      createGiftCardEmail(gift, 'card', siteUrl),
      createGiftCardEmail(gift, 'reminder', siteUrl),
      createGiftBuyerEmail({ gift: 'ORDER', template: 'paid' }, gift, details),
    ]
  })
}

const emails = [
  createConfirmationEmail(`${siteUrl}/confirm`),
  createListConfirmationEmail(`${siteUrl}/confirm`, 'Book fair'),
  createAlreadySubscribedEmail({ preferences: `${siteUrl}/p`, unsubscribe: `${siteUrl}/u` }),
  createMissingIssueEmail('2026-11-28'),
  ...writeSubscriptionEmails(),
  ...writeGiftEmails(),
]

const prices = planKinds.flatMap((kind) => [
  describeInternationalPrice(kind),
  ...priceClasses.flatMap((priceClass) => [
    `${formatPrice(kind, priceClass)} ${formatPlanPeriod(kind)}`,
    formatOtherPeriod(kind, priceClass),
    describeSaving(kind, priceClass),
  ]),
])

const gifts = giftLengths.flatMap((length) => [
  formatMonthsTitle(length),
  ...priceClasses.map((priceClass) => formatGiftPrice(length, priceClass)),
])

const { acceptOffer } = describeSteps(createRecord(planIds[0]!), now)

const links = [...categoryBarLinks, ...categoryLinks].flatMap(({ name, path }) => [name, path])

console.log(
  JSON.stringify([
    ...emails.flatMap(render),
    ...prices,
    ...planIds.map((plan) => formatPlan(plan, getPlanPrice(plan).minorUnits)),
    ...gifts,
    formatLengths(giftLengths),
    formatLengths(pauseMonths),
    `The retention offer gives ${formatMonths(acceptOffer!.givenMonths)}.`,
    ...Object.values(cancelPages).flatMap(({ title, intro }) => [title, intro]),
    ...listFreeMonths(placeholderOutlook).flat(),
    formatHistoryEntry({ at: now.toISOString(), kind: 'offerAccepted', plan: null }),
    describeEarningPayments(earningTotal),
    meterStepList,
    newsletterFrequency,
    JSON.stringify(linkStepText),
    ...links,
  ]),
)
