import fc from 'fast-check'
import { parse } from 'parse5'
import { describe, expect, it } from 'vitest'
import {
  type OutboxItemOf,
  outboxItemSchema,
  type SubscriptionEmail,
  type SurplusReason,
  subscriptionEmails,
} from '../../src/domain/subscription/outbox-item.ts'
import { describeOutlook } from '../../src/domain/subscription/outlook.ts'
import { planIds } from '../../src/domain/subscription/plan.ts'
import {
  type SubscriptionRecord,
  subscriptionRecordSchema,
  timeSources,
} from '../../src/domain/subscription/subscription.ts'
import type { SubscriptionEvent } from '../../src/domain/subscription/subscription-event.ts'
import { transition } from '../../src/domain/subscription/transition.ts'
import { createFinishAccountEmail, createStudentEmail } from './confirmation-emails.ts'
import { createGreeting, type EmailContent, renderHtml, renderText } from './email-layout.ts'
import { createRefundConfirmationEmail } from './refund-confirmation-email.ts'
import { createSubscriptionEmail } from './subscription-emails.ts'

const siteUrl = 'https://verandah.example'
const at = new Date('2026-11-20T12:00:00Z')
const day = (text: string) => new Date(`${text}T12:00:00Z`)

/** Paid until 16 December 2026. */
const monthly = {
  state: 'active',
  plan: 'monthly_13',
  provider: 'I-1',
  anchor: day('2026-11-16'),
  paidThrough: day('2026-12-16'),
  lastPaymentAt: day('2026-11-16'),
  seenPaymentAt: day('2026-11-16'),
}
/** Paid until 16 June 2027. */
const annual = {
  ...monthly,
  plan: 'annual_99',
  anchor: day('2026-06-16'),
  paidThrough: day('2027-06-16'),
  lastPaymentAt: day('2026-06-16'),
  seenPaymentAt: day('2026-06-16'),
}
const trial = {
  ...annual,
  remindedAt: at,
  ...{ anchor: day('2026-11-27'), paidThrough: day('2026-11-27'), trialEndsAt: day('2026-11-27') },
  ...{ lastPaymentAt: null, seenPaymentAt: null },
}
const changed = {
  ...annual,
  ...{ anchor: day('2026-12-16'), paidThrough: day('2026-12-16') },
  ...{ lastPaymentAt: null, seenPaymentAt: null },
  previous: { plan: 'monthly_13', provider: 'I-0', lastPaymentAt: day('2026-11-16') },
}
/** Began on 16 November 2026. */
const paused = {
  ...monthly,
  ...{ state: 'paused', stoppedAt: day('2026-11-01'), paidThrough: day('2026-11-16') },
  ...{ closesAt: day('2026-11-16'), resumesAt: day('2027-02-16') },
}
const annualPaused = {
  ...annual,
  ...{ state: 'paused', stoppedAt: day('2026-11-01'), closesAt: day('2026-11-01') },
  resumesAt: day('2027-02-01'),
}
const failed = {
  ...annual,
  ...{ state: 'paymentFailed', paidThrough: day('2026-11-19'), failedAt: day('2026-11-19') },
}
const missing = { ...failed, cause: 'missing' }
const ended = { ...annual, state: 'ended', stoppedAt: at, endedAt: at }
const ending = { ...annual, state: 'ending', stoppedAt: at }

const giveMonths = (months: number, source = 'gift') => [{ source, id: '', months, rest: 0 }]

type Stored = { readonly subscription: object; readonly bank?: readonly object[] } & Partial<
  Pick<SubscriptionRecord, 'complimentaryUntil' | 'bankFrom'>
>

const createRecord = (stored: Stored) => subscriptionRecordSchema.parse(stored)

function createEmail(template: SubscriptionEmail, record: SubscriptionRecord) {
  const outlook = describeOutlook(record, at)
  const item = { template, about: record.subscription!, pendingSince: at, outlook }
  return createSubscriptionEmail(item, siteUrl)
}

const words = (email: EmailContent | null) =>
  email && `${email.subject}\n${renderText(email, 'Leela', siteUrl)}`

/** The email that the reader's step causes. */
function writeAfter(event: SubscriptionEvent, stored: Stored) {
  const next = transition(createRecord(stored), event, at)
  if (!next.ok) throw new Error(next.failure)
  return words(createEmail(next.value.emails.at(-1)!, next.value.record))
}

const cancel = { kind: 'cancel' } as const
const acceptOffer = { kind: 'acceptOffer' } as const
const reactivate = { kind: 'reactivate' } as const
const pause = (months: 1 | 2 | 3) => ({ kind: 'pause', months }) as const
/** Within 48 hours. */
const nearDue = { ...monthly, anchor: day('2026-10-21'), paidThrough: day('2026-11-21') }
const undonePause = {
  ...monthly,
  ...{ state: 'paused', stoppedAt: day('2026-11-18'), closesAt: day('2026-12-16') },
  resumesAt: day('2027-02-16'),
}

describe('an email after a step of the reader’s contains the dates and amounts that will be true', () => {
  it.each<[string, SubscriptionEvent, Stored, readonly string[]]>([
    [
      'a cancelled monthly plan',
      cancel,
      { subscription: monthly },
      ['charged again for', 'everything until 16 December 2026.', 'account until 16 December 2026'],
    ],
    [
      'a cancelled plan, with a gift',
      cancel,
      { subscription: monthly, bank: giveMonths(3) },
      [
        'You can read everything until 16 March 2027. That includes the time you’ve been given.',
        'reactivate it in your account until 16 December 2026',
        'What happens next\n16 March 2027 – ',
      ],
    ],
    ['a cancelled trial', cancel, { subscription: trial }, ['You won’t be charged for']],
    [
      'a pause of a monthly plan',
      pause(2),
      { subscription: monthly },
      [
        'Your pause from 16 December 2026 to 16 February 2027\n',
        'everything until 16 December 2026, when your pause begins, and again from 16 February 2027.',
        'You won’t be charged before 16 February 2027. Your subscription then resumes automatically: Monthly, $13.99 a month.',
        '16 December 2026 – ',
      ],
    ],
    [
      'a pause of a monthly plan, with a gift',
      pause(1),
      { subscription: monthly, bank: giveMonths(2) },
      [
        'Your pause ends automatically on 16 January 2027. Your next payment is $13.99 on 16 March 2027.',
        '16 January 2027 – ',
      ],
    ],
    [
      'a pause just before a payment',
      pause(1),
      { subscription: nearDue },
      [
        'Your pause from 21 December 2026 to 21 January 2027\n',
        'Your payment of $13.99 on 21 November 2026 is too close to stop, so your pause begins after the month it pays for.',
      ],
    ],
    [
      'a pause of an annual plan',
      pause(3),
      { subscription: annual },
      [
        'Your subscription is paused until 20 February 2027\n',
        'You can’t read subscriber stories until 20 February 2027.',
        'Your pause ends automatically on 20 February 2027. You’ll pay $74.25 for your next year of The Verandah: PayPal charges $99 on 16 June 2027, and we refund the rest straight away.',
        '16 June 2027 – ',
      ],
    ],
    [
      'a pause under complimentary access',
      pause(1),
      { subscription: annual, complimentaryUntil: day('2030-01-01') },
      ['\nYou can read everything.\n'],
    ],
    [
      'an undone pause that hadn’t begun',
      reactivate,
      { subscription: undonePause },
      [
        'Your subscription to The Verandah continues\n',
        'You can read everything. Your next payment is $13.99 on 16 December 2026.',
      ],
    ],
    [
      'a monthly pause that ends sooner, at the next of PayPal’s dates',
      reactivate,
      { subscription: paused },
      [
        'Your subscription is paused until 16 December 2026\n',
        'You won’t be charged before 16 December 2026. Your subscription then resumes automatically',
      ],
    ],
    [
      'an annual pause that ends sooner',
      reactivate,
      { subscription: { ...annualPaused, closesAt: day('2026-09-20') } },
      [
        'You can read everything. You’ll pay $82.50 for your next year of The Verandah: PayPal charges $99 on 16 June 2027',
        '16 June 2027 – ',
      ],
    ],
    [
      'a reactivated plan, with a free month',
      reactivate,
      {
        subscription: { ...monthly, state: 'ending', stoppedAt: at },
        bank: giveMonths(1, 'freeMonth'),
      },
      ['Your next payment is $13.99 on 16 January 2027.', '16 December 2026 – '],
    ],
    [
      'a free month of a monthly plan',
      acceptOffer,
      { subscription: monthly },
      [
        'Your free month has been added to your account\n',
        'Your free month replaces one payment. Your next payment is $13.99 on 16 January 2027.',
        '16 December 2026 – ',
      ],
    ],
    [
      'a free month of an annual plan',
      acceptOffer,
      { subscription: annual },
      [
        'The price of a month comes off your next payment. You’ll pay $90.75 for your next year',
        'PayPal charges $99 on 16 June 2027',
      ],
    ],
    [
      'a free month that ends an annual payment’s price, after eleven months of gifts',
      acceptOffer,
      { subscription: annual, bank: giveMonths(11) },
      [
        'You’ll pay nothing for your next year of The Verandah: PayPal charges $99 on 16 June 2027, and we refund all of it straight away.',
      ],
    ],
    [
      'a free month just before a payment',
      acceptOffer,
      { subscription: nearDue },
      [
        'Your next payment is $13.99 on 21 November 2026. Your free month replaces the payment after that.',
        '21 December 2026 – ',
      ],
    ],
  ])('%s', (_, event, stored, said) => {
    const text = writeAfter(event, stored)
    for (const part of said) expect(text).toContain(part)
  })

  it.each<[string, SubscriptionEvent, Stored, RegExp]>([
    ['a cancelled trial', cancel, { subscription: trial }, /charged again/],
    ['an undone pause', reactivate, { subscription: undonePause }, /again|[Ww]elcome back/],
    ['a free month of an annual plan', acceptOffer, { subscription: annual }, /month is free/],
    ['a pause that hasn’t begun', pause(2), { subscription: monthly }, /is paused/],
    ['a pause of an annual plan', pause(3), { subscription: annual }, /\$99 on 16 June 2027\./],
    [
      'a pause under complimentary access',
      pause(1),
      { subscription: annual, complimentaryUntil: day('2030-01-01') },
      /can’t read/,
    ],
  ])('%s, and nothing untrue', (_, event, stored, untrue) => {
    expect(writeAfter(event, stored)).not.toMatch(untrue)
  })
})

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
      { subscription: { ...changed, plan: 'monthly_13' } },
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
        'you’ll be charged $99 when you approve it',
        'Continue with PayPal:\nhttps://verandah.example/settings/plan?plan=annual',
      ],
    ],
    [
      'paymentFailed',
      'missing before it’s due',
      {
        subscription: { ...missing, plan: 'international_monthly', paidThrough: day('2026-12-16') },
      },
      [
        'Your next payment needs your approval\n',
        'PayPal won’t collect your payment of $10.99 on 16 December 2026 without your approval.',
        'you’ll be charged $10.99 on 16 December 2026.',
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
    ...{ state: 'active', plan: 'annual_99', provider: 'I-1', paidThrough: day('2027-11-20') },
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

describe('an email', () => {
  it('about a refund contains its reason and the amount to the cent', () => {
    const baseSubscription = { provider: 'I-2', uid: 'u', pendingSince: at, dueAt: at, attempts: 0 }
    const given = { kind: 'refundConfirmation', paidAt: at, ...baseSubscription } as const
    const amount = { minorUnits: 1399, currency: 'USD' } as const
    const text = (surplus: SurplusReason | null) =>
      words(createRefundConfirmationEmail({ ...given, amount, surplus }))
    expect(text(null)).toContain('$13.99 on 20 November 2026')
    expect(text(null)).toContain('wasn’t due')
    expect(text('alreadySubscribed')).toContain('You already have a subscription')
    expect(text('studentAddressInUse')).toContain('student address is already used')
    expect(text('underpaid')).toContain('less than the plan you chose costs')
    expect(text('accountDeleted')).toContain('account had been deleted')
  })

  it('with a key links to the page that accepts it', () => {
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

const instant = fc.date({
  min: new Date('2020-01-01'),
  max: new Date('2090-01-01'),
  noInvalidDate: true,
})
const optional = fc.option(instant)
const anyRecord = fc
  .record({
    subscription: fc.record({
      plan: fc.constantFrom(...planIds),
      provider: fc.string({ minLength: 1, maxLength: 50 }),
      anchor: optional,
      paidThrough: instant,
      lastPaymentAt: optional,
      trialEndsAt: optional,
      stoppedAt: instant,
      closesAt: instant,
      resumesAt: instant,
      failedAt: instant,
      cause: fc.constantFrom('declined', 'missing'),
      endedAt: instant,
      isFinal: fc.boolean(),
      isUnderpaid: fc.boolean(),
      state: fc.constantFrom('active', 'ending', 'paused', 'paymentFailed', 'disputed', 'ended'),
    }),
    bank: fc.array(
      fc.record({
        source: fc.constantFrom(...timeSources),
        id: fc.constant(''),
        months: fc.nat(20),
        rest: fc.nat(1_000_000_000),
      }),
      { maxLength: 3 },
    ),
    bankFrom: optional,
  })
  .map(createRecord)

type Node = {
  readonly nodeName: string
  readonly value?: string
  readonly attrs?: readonly { readonly name: string; readonly value: string }[]
  readonly childNodes?: readonly Node[]
}

function elementsOf(html: string) {
  const names: string[] = []
  const links: string[] = []
  let text = ''
  const visit = (node: Node) => {
    if (node.nodeName !== '#text') names.push(node.nodeName)
    else text += node.value
    for (const { name, value } of node.attrs ?? []) {
      if (name === 'href') links.push(value)
      if (name.startsWith('on') || name === 'src') throw new Error(`${name} in a email`)
    }
    node.childNodes?.forEach(visit)
  }
  visit(parse(html) as unknown as Node)
  return { names, links, text }
}

describe('for any name and any subscription', () => {
  it('an email contains no markup of the reader’s, no gaps and no foreign links', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(
        '<img src=x onerror=alert(1)>',
        '"><script>alert(1)</script>',
        '</title><b>',
        'https://evil.example/win',
        'evil.example',
        'a\r\nBcc: all@example.com',
      ),
    )
    fc.assert(
      fc.property(
        fc.constantFrom(...subscriptionEmails),
        anyRecord,
        fc.option(instant),
        hostile,
        (name, record, outlookAt, firstName) => {
          const about = record.subscription!
          const outlook = outlookAt && describeOutlook(record, outlookAt)
          const item = { template: name, about, pendingSince: outlookAt ?? at, outlook }
          const email = createSubscriptionEmail(item, siteUrl)
          if (!email) return
          const text = renderText(email, firstName, siteUrl)
          const html = renderHtml(email, firstName, siteUrl)
          const { names, links, text: shown } = elementsOf(html)
          for (const said of [text, shown, email.subject]) {
            expect(said).not.toMatch(/undefined|null|NaN|Invalid|\[object/)
          }
          expect(email.subject).not.toMatch(/[\r\n]/)
          expect(names.filter((element) => ['script', 'img', 'b'].includes(element))).toEqual([])
          for (const link of links) expect(new URL(link).origin).toBe(siteUrl)
          expect(text).not.toMatch(/evil|Bcc/)
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('the greeting contains a plausible name only', () => {
    const plausible = ['Leela', 'José María', 'O’Brien', 'Anne-Marie', 'লীলা', 'ไพลิน']
    for (const name of [...plausible, 'ශ්\u200dරියා', 'Md. Rahim', 'M. K.']) {
      expect(createGreeting(` ${name} `)).toBe(`Dear ${name},`)
    }
    const implausible = [
      '',
      '   ',
      'www.evil.example',
      'a@b',
      '<b>',
      'x'.repeat(61),
      '42',
      '\u200d',
      '\u3164',
      'PayPal Support',
      'The Verandah',
      'Veranda HQ',
    ]
    for (const name of implausible) expect(createGreeting(name)).toBe('Dear reader,')
  })
})
