import { describe, expect, it } from 'vitest'
import { type OutboxItemOf, outboxItemSchema } from '../../src/domain/outbox/outbox-item.ts'
import {
  type SubscriptionEmail,
  subscriptionEmails,
} from '../../src/domain/subscription/effect-kinds.ts'
import { formatPrice } from '../../src/domain/subscription/plan-text.ts'
import { createSubscriptionEmail } from './subscription-emails.ts'
import {
  annual,
  at,
  changed,
  createEmail,
  createRecord,
  day,
  ended,
  ending,
  failed,
  giveMonths,
  missing,
  monthly,
  paused,
  type Stored,
  sell,
  siteUrl,
  trial,
  words,
} from './testing/subscription-email-samples.ts'

describe('an email about a subscription contains its state', () => {
  it.each<[SubscriptionEmail, string, Stored, readonly string[]]>([
    [
      'started',
      'paid',
      { subscription: annual },
      [
        'Plan: Annual, $99 a year',
        'Paid: $99 on 16 June 2026',
        'Next payment: $99 on 16 June 2027',
        'PayPal subscription: I-1',
        '/settings',
      ],
    ],
    [
      'started',
      'paid, with a gift',
      { subscription: annual, bank: giveMonths(3) },
      ['Next payment: $74.25 on 16 June 2027', '16 June 2027 – '],
    ],
    [
      'started',
      'in its trial',
      { subscription: trial },
      [
        'free trial lasts until 27 November 2026',
        'before then and you won’t be charged',
        'Next payment: $99 on 27 November 2026',
      ],
    ],
    [
      'renewalReminder',
      'annual',
      { subscription: annual },
      [
        'Your subscription renews on 16 June 2027\n',
        'charge $99 on 16 June 2027 for your next year',
        'cancel before 16 June 2027',
      ],
    ],
    [
      'renewalReminder',
      'annual, with a gift',
      { subscription: annual, bank: giveMonths(3) },
      ['You’ll pay $74.25 for your next year', '16 June 2027 – '],
    ],
    [
      'renewalReminder',
      'monthly, after a gift',
      { subscription: { ...monthly, hasSkipped: true } },
      ['Your payments resume on 16 December 2026\n', 'charge $13.99 on 16 December 2026'],
    ],
    [
      'renewalReminder',
      'paused',
      { subscription: paused },
      [
        'Your subscription resumes on 16 February 2027\n',
        'Your pause ends on 16 February 2027. PayPal will charge $13.99 on 16 February 2027',
      ],
    ],
    [
      'planChanged',
      'waiting for its first payment',
      { subscription: changed },
      [
        'Your plan changes on 16 December 2026\n',
        'from Monthly to Annual. What you’ve already paid covers you until 16 December 2026.',
        'charge $99 on 16 December 2026 for your next year of The Verandah. Your subscription then renews every year. You won’t be charged before 16 December 2026.',
        'PayPal subscription: I-1',
      ],
    ],
    [
      'planChanged',
      'waiting, after a gift was used',
      {
        subscription: {
          ...changed,
          used: [{ source: 'gift', id: 'G', months: 3, paymentAt: null }],
        },
      },
      ['What you’ve paid and been given covers you until 16 December 2026.'],
    ],
    [
      'planChanged',
      'approved again, for the same plan',
      { subscription: { ...changed, plan: 'monthly_13', sold: sell(1399) } },
      [
        'Your subscription to The Verandah continues\n',
        'approved a new subscription at PayPal for the same plan, Monthly, $13.99 a month.',
        'charge $13.99 on 16 December 2026',
      ],
    ],
    [
      'planChanged',
      'paused',
      {
        subscription: {
          ...{ ...changed, state: 'paused', stoppedAt: at, closesAt: at },
          resumesAt: day('2026-12-16'),
        },
      },
      ['from Monthly to Annual. Your pause lasts until 16 December 2026.'],
    ],
    [
      'paymentFailed',
      'declined',
      { subscription: failed },
      [
        'Your payment didn’t go through\n',
        'collect $99 for The Verandah on 19 November 2026. You can still read everything until 26 November 2026.',
        'Retry payment',
      ],
    ],
    [
      'paymentFailed',
      'declined, after the grace period',
      { subscription: { ...failed, paidThrough: day('2026-11-05') } },
      ['You can’t read subscriber stories until it’s paid.'],
    ],
    [
      'paymentFailed',
      'missing',
      { subscription: missing },
      [
        'PayPal hasn’t collected your payment\n',
        'Your payment of $99 for The Verandah was due on 19 November 2026, and nothing has been charged. You can still read everything until 26 November 2026.',
        `you’ll be charged ${formatPrice('annual', 'domestic')} when you approve it`,
        'Continue with PayPal:\nhttps://verandah.example/settings/plan?plan=annual',
      ],
    ],
    [
      'paymentFailed',
      'missing before it’s due',
      {
        subscription: {
          ...{ ...missing, plan: 'international_monthly', sold: sell(1099) },
          paidThrough: day('2026-12-16'),
        },
      },
      [
        'Your next payment needs your approval\n',
        'PayPal won’t collect your payment of $10.99 on 16 December 2026 without your approval.',
        `you’ll be charged ${formatPrice('monthly', 'international')} on 16 December 2026.`,
        '/settings/plan?plan=monthly',
      ],
    ],
    ['paymentFixed', 'paid', { subscription: annual }, ['Paid: $99 on 16 June 2026']],
    [
      'cancelled',
      'cancelled at PayPal',
      { subscription: { ...ending, isFinal: true } },
      [
        'until 16 June 2027',
        'approve a new subscription before 16 June 2027',
        '/settings/plan?plan=annual',
      ],
    ],
    [
      'cancelled',
      'underpaid',
      { subscription: { ...ending, isFinal: true, isUnderpaid: true } },
      [
        'Your subscription needs your approval again\n',
        'At PayPal, your subscription was changed to a lower price than your plan’s $99, so we’ve ended it there. You won’t be charged again',
        'To continue, approve a new subscription before 16 June 2027',
        '/settings/plan?plan=annual',
      ],
    ],
    [
      'ended',
      'underpaid',
      { subscription: { ...ended, isUnderpaid: true } },
      ['lower price than your plan’s $99', 'ended on 20 November 2026', '/subscribe?source=email'],
    ],
    [
      'ended',
      'ended',
      { subscription: ended },
      ['ended on 20 November 2026', '/subscribe?source=email'],
    ],
    [
      'ended',
      'ended, with a gift',
      { subscription: ended, bank: giveMonths(3), bankFrom: at },
      ['You can still read everything until 20 February 2027.'],
    ],
    ['refunded', 'ended', { subscription: ended }, ['payment of $99 on 16 June 2026', 'in full']],
  ])('%s: %s', (template, _, stored, said) => {
    const text = words(createEmail(template, createRecord(stored)))
    for (const part of said) expect(text).toContain(part)
  })

  it('and exists for the states that it fits', () => {
    const states = { annual, trial, changed, paused, ending, failed, missing, ended }
    const disputed = { ...annual, state: 'disputed', stoppedAt: at }
    const fits = Object.fromEntries(
      subscriptionEmails.map((template) => [
        template,
        Object.entries({ ...states, disputed }).flatMap(([name, subscription]) =>
          createEmail(template, createRecord({ subscription })) ? [name] : [],
        ),
      ]),
    )
    const active = ['annual', 'trial', 'changed']
    expect(fits).toEqual({
      started: active,
      renewalReminder: [...active, 'paused'],
      cancelled: ['ending'],
      paused: ['paused'],
      offerAccepted: active,
      resumed: active,
      paymentFailed: ['failed', 'missing'],
      paymentFixed: active,
      ended: ['ended'],
      refunded: ['ended'],
      planChanged: ['changed'],
    })
  })
})

/** As an earlier version has stored them. */
describe('an email that has waited since an earlier version', () => {
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
      paidThrough: day('2027-11-20'),
      sold: sell(9900),
    },
    ...{ lastPaymentAt: at, seenPaymentAt: at, offerAcceptedAt: null },
    ...{ heldUntil: null, giftHold: null, trialEndsAt: null, remindedAt: null, previous: null },
  }

  it.each<[SubscriptionEmail, object, readonly string[]]>([
    ['started', old, ['Next payment: $99 on 20 November 2027']],
    ['cancelled', { ...old, state: 'ending', stoppedAt: at }, ['everything until 20 November']],
    [
      'paused',
      { ...old, state: 'paused', stoppedAt: at, resumesAt: day('2028-01-20') },
      ['Your pause from 20 November 2027 to 20 January 2028', 'charged before 20 January 2028'],
    ],
    ['paymentFailed', { ...old, state: 'paymentFailed', failedAt: at }, ['$99', '20 November']],
    ['ended', { ...old, state: 'ended', stoppedAt: at, endedAt: at }, ['ended on 20 November']],
  ])('%s describes its subscription', (template, about, said) => {
    const text = writeOld(template, about)
    for (const part of said) expect(text).toContain(part)
  })

  it('says nothing about a payment that was due before', () => {
    const due = { paidThrough: day('2026-11-01'), lastPaymentAt: day('2025-11-01') }
    expect(writeOld('resumed', { ...old, ...due })).toContain(
      'Your account shows the date of your next payment.',
    )
  })

  it('says of a free month only what it contains', () => {
    const text = writeOld('offerAccepted', { ...old, heldUntil: day('2027-12-20') })
    expect(text).toContain('You keep full access to The Verandah.')
    expect(text).not.toMatch(/replaces|comes off/)
  })
})
