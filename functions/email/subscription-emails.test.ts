import { describe, expect, it } from 'vitest'
import { type OutboxItemOf, outboxItemSchema } from '../../src/domain/outbox/outbox-item.ts'
import {
  type SubscriptionEmail,
  subscriptionEmails,
} from '../../src/domain/subscription/effect-kinds.ts'
import { formatPrice } from '../../src/domain/subscription/plan-text.ts'
import { on, stateNames, tell } from '../../src/domain/subscription/testing/stories.ts'
import { eachRow } from '../../src/domain/testing/each-row.ts'
import { currency } from '../../src/publication/offer.ts'
import { createSubscriptionEmail } from './subscription-emails.ts'
import { at, expectSaid, siteUrl, words, writeEmail } from './testing/subscription-email-samples.ts'

const price = formatPrice('monthly', 'domestic')

// Columns: the email, the start, the steps (src/domain/subscription/testing/stories.ts), and text that the email
// contains.
eachRow(`
  started | yearly | | Plan: Annual, $99 a year | Paid: $99 on 16 June 2026 | Next payment: $99 on 16 June 2027 | PayPal subscription: I-1 | /settings
  started | yearly with gift 3 | | Next payment: $74.25 on 16 June 2027 | 16 June 2027 –
  started | trial | | free trial lasts until 30 November 2026 | before then and you won’t be charged | Next payment: $13.99 on 30 November 2026
  renewalReminder | yearly | | Your subscription renews on 16 June 2027 | charge $99 on 16 June 2027 for your next year | cancel before 16 June 2027
  renewalReminder | yearly with gift 3 | | You’ll pay $74.25 for your next year | 16 June 2027 –
  renewalReminder | active with gift 1 | 2026-12-20 | Your payments resume on 30 December 2026 | charge $13.99 on 30 December 2026
  renewalReminder | paused | 2026-12-10 | Your subscription resumes on 30 January 2027 | Your pause ends on 30 January 2027. PayPal will charge $13.99 on 30 January 2027
  planChanged | changed | | Your plan changes on 30 November 2026 | from Monthly to Annual. The time you’ve already paid for lasts until 30 November 2026. | charge $99 on 30 November 2026 for your next year of The Verandah. Your subscription then renews every year. You won’t be charged before 30 November 2026. | PayPal subscription: I-1
  paymentFailed | failed | | Your payment didn’t go through | collect $13.99 for The Verandah on 19 November 2026. You can still read everything until 26 November 2026. | Retry payment
  paymentFailed | failed | 2026-12-01 late | You can’t read subscriber stories until the payment goes through.
  paymentFailed | missing | | PayPal hasn’t collected your payment | Your payment of $13.99 for The Verandah was due on 19 November 2026, and nothing has been charged. You can still read everything until 26 November 2026. | you’ll be charged ${price} when you approve it | Continue with PayPal: | https://verandah.example/settings/plan?plan=monthly
  paymentFixed | yearly | | Paid: $99 on 16 June 2026
  cancelled | final | | until 30 November 2026 | approve a new subscription before 30 November 2026 | /settings/plan?plan=monthly
  ended | ended | | ended on 18 November 2026 | /subscribe?source=email
  ended | ended with gift 3 | | You can still read everything until 20 February 2027.
  ended | trial | 2026-11-20 cancel; 2026-12-02 | ended on 30 November 2026, and you won’t be charged. | !charged again
  refunded | ended | | payment of $13.99 on 30 October 2026 | in full
`)(
  'the email “%s” for %s, after “%s”, describes the subscription’s state',
  (template, start, steps, ...said) => {
    expectSaid(writeEmail(template as SubscriptionEmail, start!, steps), said)
  },
)

// Columns: an email caused by the last event, the start, the steps, and text that the email contains.
eachRow(`
  planChanged | active with gift 1 | 2026-12-21 start; 2026-12-21 change annual | The time you’ve paid for and been given lasts until 30 December 2026.
  planChanged | final | 2026-11-20 start; 2026-11-20 change monthly | Your subscription to The Verandah continues | approved a new subscription at PayPal for the same plan, Monthly, $13.99 a month. | charge $13.99 on 30 November 2026
  planChanged | paused | 2026-11-20 start; 2026-11-20 change annual | from Monthly to Annual. Your pause lasts until 30 January 2027.
  paymentFailed | active | 2026-11-21 disputed; 2026-11-28 disputeWon | Your next payment needs your approval | PayPal won’t collect your payment of $13.99 on 30 November 2026 without your approval. | you’ll be charged ${price} on 30 November 2026. | /settings/plan?plan=monthly
  cancelled | active | 2026-11-21 ACTIVE bills 100 full 1399 | Your subscription needs your approval again | Your subscription’s price was lowered at PayPal to less than the $13.99 your plan costs, so we’ve cancelled the subscription there. You won’t be charged again | To continue, approve a new subscription before 30 November 2026 | /settings/plan?plan=monthly
  ended | active | 2026-11-21 ACTIVE bills 100 full 1399; 2026-12-01 | less than the $13.99 your plan costs | ended on 30 November 2026 | /subscribe?source=email
  cancelled | active | 2026-11-20 cancel | charged again for | everything until 30 November 2026. | account until 30 November 2026
  cancelled | active with gift 3 | 2026-11-20 cancel | You can read everything until 28 February 2027. That date includes the time you’ve been given. | reactivate your subscription in your account until 30 November 2026 | What happens next | 28 February 2027 –
  cancelled | trial | 2026-11-20 cancel | You won’t be charged for | !charged again
  paused | active | 2026-11-20 pause 2 | Your pause from 30 November 2026 to 30 January 2027 | everything until 30 November 2026, when your pause begins, and again from 30 January 2027. | You won’t be charged before 30 January 2027. Your subscription then resumes automatically: Monthly, $13.99 a month. | 30 November 2026 – | !is paused
  paused | active with gift 2 | 2026-11-20 pause 1 | Your pause ends automatically on 30 December 2026. Your next payment is $13.99 on 28 February 2027. | 30 December 2026 –
  paused | active | 2026-11-29 pause 1 | Your pause from 30 December 2026 to 30 January 2027 | Your payment of $13.99 on 30 November 2026 is too close to stop, so your pause begins after the month it pays for.
  paused | yearly | 2026-11-20 pause 3 | Your subscription is paused until 20 February 2027 | You can’t read subscriber stories until 20 February 2027. | Your pause ends automatically on 20 February 2027. You’ll pay $74.25 for your next year of The Verandah: PayPal will charge $99 on 16 June 2027, and we’ll refund the rest straight away. | 16 June 2027 – | !$99 on 16 June 2027.
  paused | yearly | 2026-11-20 grant 2030-01-01; 2026-11-21 pause 1 | You can read everything. | !can’t read
  resumed | paused | 2026-11-20 reactivate | Your subscription to The Verandah continues | You can read everything. Your next payment is $13.99 on 30 November 2026. | !again | !elcome back
  paused | paused | 2026-12-10 reactivate | Your subscription is paused until 30 December 2026 | You won’t be charged before 30 December 2026. Your subscription then resumes automatically
  resumed | yearlyPause | 2026-12-20 reactivate | You can read everything. You’ll pay $90.75 for your next year of The Verandah: PayPal will charge $99 on 16 June 2027 | 16 June 2027 –
  resumed | active | 2026-11-20 acceptOffer; 2026-11-21 cancel; 2026-11-22 reactivate | Your next payment is $13.99 on 30 December 2026. | 30 November 2026 –
  offerAccepted | active | 2026-11-20 acceptOffer | Your next payment is $13.99 on 30 December 2026. | 30 November 2026 –
  offerAccepted | yearly | 2026-11-20 acceptOffer | You’ll pay $90.75 for your next year | PayPal will charge $99 on 16 June 2027 | !month is free
  offerAccepted | yearly with gift 11 | 2026-11-20 acceptOffer | You’ll pay nothing for your next year of The Verandah: PayPal will charge $99 on 16 June 2027, and we’ll refund all of it straight away.
  offerAccepted | active | 2026-11-29 acceptOffer | Your next payment is $13.99 on 30 November 2026. Your | 30 December 2026 –
`)(
  'the email “%s” for %s, after “%s”, says what happens next',
  (template, start, steps, ...said) => {
    expect(tell(start!, steps!).log).toContain(template)
    expectSaid(writeEmail(template as SubscriptionEmail, start!, steps), said)
  },
)

it('each email exists only for the states that it describes', () => {
  const fits = Object.fromEntries(
    subscriptionEmails.map((template) => [
      template,
      stateNames.filter((name) => writeEmail(template, name) !== null),
    ]),
  )
  const paid = ['active', 'yearly', 'soldFor49', 'student', 'international']
  const running = [...paid, 'trial', 'changed']
  expect(fits).toEqual({
    started: running,
    renewalReminder: [...running, 'paused', 'yearlyPause'],
    cancelled: ['ending', 'final'],
    paused: ['paused', 'yearlyPause'],
    offerAccepted: running,
    resumed: running,
    paymentFailed: ['failed', 'missing'],
    paymentFixed: running,
    ended: ['ended'],
    refunded: ['ended'],
    planChanged: ['changed'],
  })
})

/** Emails in the format of an earlier version. */
describe('a pending email that an earlier version stored', () => {
  const writeOld = (template: SubscriptionEmail, about: object) => {
    const times = { pendingSince: at, dueAt: at, attempts: 0 }
    const old = { kind: 'email', template, uid: 'u', about, giftEnd: null, ...times }
    const item = outboxItemSchema.parse(old) as OutboxItemOf<'email'>
    return words(createSubscriptionEmail(item, siteUrl))
  }
  const old = {
    ...{
      state: 'active',
      plan: 'annual_99',
      provider: 'I-1',
      paidThrough: on('2027-11-20'),
      sold: { planId: 'P-1', minorUnits: 9900, currency },
    },
    ...{ lastPaymentAt: at, seenPaymentAt: at, offerAcceptedAt: null },
    ...{ heldUntil: null, giftHold: null, trialEndsAt: null, remindedAt: null, previous: null },
  }

  it.each<[SubscriptionEmail, object, readonly string[]]>([
    ['started', old, ['Next payment: $99 on 20 November 2027']],
    ['cancelled', { ...old, state: 'ending', stoppedAt: at }, ['everything until 20 November']],
    [
      'paused',
      { ...old, state: 'paused', stoppedAt: at, resumesAt: on('2028-01-20') },
      ['Your pause from 20 November 2027 to 20 January 2028', 'charged before 20 January 2028'],
    ],
    ['paymentFailed', { ...old, state: 'paymentFailed', failedAt: at }, ['$99', '20 November']],
    ['ended', { ...old, state: 'ended', stoppedAt: at, endedAt: at }, ['ended on 20 November']],
  ])('still describes its subscription: %s', (template, about, said) => {
    expectSaid(writeOld(template, about), said)
  })

  it('names no date for a payment that was already due', () => {
    const due = { paidThrough: on('2026-11-01'), lastPaymentAt: on('2025-11-01') }
    expect(writeOld('resumed', { ...old, ...due })).toContain(
      'Your account shows the date of your next payment.',
    )
  })

  it('mentions only those facts about a free month that were stored', () => {
    const text = writeOld('offerAccepted', { ...old, heldUntil: on('2027-12-20') })
    expect(text).toContain('You keep full access to The Verandah.')
    expect(text).not.toMatch(/replaces|comes off/)
  })
})
