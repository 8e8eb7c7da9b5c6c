import fc from 'fast-check'
import { parse } from 'parse5'
import { describe, expect, it } from 'vitest'
import type { SubscriptionEmail } from '../../src/domain/subscription/outbox-item.ts'
import {
  type SurplusReason,
  subscriptionEmails,
} from '../../src/domain/subscription/outbox-item.ts'
import { planIds } from '../../src/domain/subscription/plan.ts'
import {
  type Subscription,
  subscriptionSchema,
} from '../../src/domain/subscription/subscription.ts'
import { createFinishAccountEmail, createStudentEmail } from './confirmation-emails.ts'
import { createGreeting, type EmailContent, renderHtml, renderText } from './email-layout.ts'
import { createRefundConfirmationEmail } from './refund-confirmation-email.ts'
import { createSubscriptionEmail } from './subscription-emails.ts'

const siteUrl = 'https://verandah.example'
const at = new Date('2026-11-20T12:00:00Z')
const trialEndsAt = new Date('2026-11-27T12:00:00Z')
const giftEnd = new Date('2028-05-20T12:00:00Z')

const subscription = (baseSubscription: object): Subscription =>
  subscriptionSchema.parse({
    plan: 'annual_99',
    provider: 'I-1',
    paidThrough: new Date('2027-11-20T12:00:00Z'),
    ...baseSubscription,
  })

const states = {
  active: subscription({ state: 'active', lastPaymentAt: at }),
  held: subscription({ state: 'active', heldUntil: new Date('2027-12-20T12:00:00Z') }),
  trial: subscription({ state: 'active', paidThrough: trialEndsAt, trialEndsAt }),
  changed: subscription({
    state: 'active',
    previous: { plan: 'monthly_13', provider: 'I-0', lastPaymentAt: at },
  }),
  overdue: subscription({ state: 'active', paidThrough: new Date('2026-11-01T12:00:00Z') }),
  changedAndHeld: subscription({
    state: 'active',
    heldUntil: new Date('2027-12-20T12:00:00Z'),
    previous: { plan: 'monthly_13', provider: 'I-0', lastPaymentAt: at },
  }),
  giftHeld: subscription({ state: 'active', giftHold: { since: at, until: giftEnd } }),
  paused: subscription({
    state: 'paused',
    stoppedAt: at,
    resumesAt: new Date('2028-01-20T12:00:00Z'),
  }),
  pausedAndGiftHeld: subscription({
    state: 'paused',
    stoppedAt: at,
    resumesAt: new Date('2028-01-20T12:00:00Z'),
    giftHold: { since: at, until: giftEnd },
  }),
  ending: subscription({ state: 'ending', stoppedAt: at }),
  endingTrial: subscription({ state: 'ending', stoppedAt: at, trialEndsAt }),
  final: subscription({ state: 'ending', stoppedAt: at, isFinal: true }),
  failed: subscription({ state: 'paymentFailed', failedAt: at }),
  disputed: subscription({ state: 'disputed', stoppedAt: at }),
  ended: subscription({ state: 'ended', stoppedAt: at, endedAt: at, lastPaymentAt: at }),
}

const createEmail = (template: SubscriptionEmail, state: keyof typeof states) =>
  createSubscriptionEmail(
    {
      template,
      about: states[state],
      pendingSince: at,
      giftEnd: states[state].giftHold?.until ?? null,
    },
    siteUrl,
  )

const words = (email: EmailContent | null) => email && renderText(email, 'Leela', siteUrl)

describe('an email about a subscription', () => {
  it.each<[SubscriptionEmail, keyof typeof states, readonly string[]]>([
    [
      'started',
      'active',
      [
        'Plan: Annual, $99 a year',
        'Paid: $99 on 20 November 2026',
        'Next payment: $99 on 20 November 2027',
        'PayPal subscription: I-1',
        '/settings',
      ],
    ],
    [
      'started',
      'trial',
      [
        'free trial lasts until 27 November 2026',
        'before then and you won’t be charged',
        'Next payment: $99 on 27 November 2026',
      ],
    ],
    ['cancelled', 'endingTrial', ['You won’t be charged for']],
    ['renewalReminder', 'active', ['charge $99 on 20 November 2027 for your next year']],
    ['renewalReminder', 'held', ['charge $99 on 20 December 2027']],
    ['renewalReminder', 'giftHeld', ['gift has ended. PayPal will charge $99 on 20 May 2028']],
    ['renewalReminder', 'paused', ['pause ends on 20 January 2028', 'Annual, $99 a year']],
    ['cancelled', 'ending', ['charged again', 'until 20 November 2027', 'can reactivate it']],
    [
      'cancelled',
      'final',
      ['until 20 November 2027', 'subscribe again', '/subscribe?source=email'],
    ],
    ['paused', 'paused', ['until 20 November 2027. After', 'charged before 20 January 2028']],
    ['paused', 'pausedAndGiftHeld', ['everything until 20 May 2028', 'charged before 20 May 2028']],
    ['offerAccepted', 'held', ['Next payment: $99 on 20 December 2027']],
    ['resumed', 'active', ['Your next payment is $99 on 20 November 2027.']],
    ['resumed', 'giftHeld', ['Your next payment is $99 on 20 May 2028.']],
    ['resumed', 'overdue', ['shows the date of the next one']],
    [
      'planChanged',
      'changed',
      [
        'from Monthly to Annual. What you’ve already paid covers you until 20 November 2027.',
        'charge $99 on 20 November 2027, and then every year',
        'PayPal subscription: I-1',
      ],
    ],
    ['paymentFailed', 'failed', ['$99', 'on 20 November 2026', 'until 27 November 2026']],
    ['paymentFixed', 'active', ['Paid: $99 on 20 November 2026']],
    ['ended', 'ended', ['ended on 20 November 2026', '/subscribe?source=email']],
    ['refunded', 'ended', ['payment of $99 on 20 November 2026', 'in full']],
  ])('%s, of a subscription that is %s, contains the facts', (email, state, said) => {
    const text = words(createEmail(email, state))
    for (const part of said) expect(text).toContain(part)
  })

  it('exists for the states that it fits', () => {
    const fits = Object.fromEntries(
      subscriptionEmails.map((email) => [
        email,
        (Object.keys(states) as (keyof typeof states)[]).filter((state) =>
          createEmail(email, state),
        ),
      ]),
    )
    const active = ['active', 'held', 'trial', 'changed', 'overdue', 'changedAndHeld', 'giftHeld']
    expect(fits).toEqual({
      started: active,
      renewalReminder: [...active, 'paused', 'pausedAndGiftHeld'],
      cancelled: ['ending', 'endingTrial', 'final'],
      paused: ['paused', 'pausedAndGiftHeld'],
      offerAccepted: ['held', 'changedAndHeld'],
      resumed: active,
      paymentFailed: ['failed'],
      paymentFixed: active,
      ended: ['ended'],
      refunded: ['ended'],
      planChanged: ['changed', 'changedAndHeld'],
    })
  })

  it('that is late omits a payment that was due since', () => {
    expect(words(createEmail('resumed', 'overdue'))).not.toMatch(/next payment/i)
  })

  it.each<[SubscriptionEmail, keyof typeof states, RegExp]>([
    // The pause had moved the next payment.
    ['resumed', 'active', /hasn’t changed|Next payment:/],
    ['started', 'trial', /paid for|[Rr]eceipt|pause/],
    ['cancelled', 'endingTrial', /charged again/],
    ['paused', 'pausedAndGiftHeld', /can’t read/],
    ['planChanged', 'changedAndHeld', /covers you/],
  ])('%s, of a subscription that is %s, says nothing untrue', (email, state, untrue) => {
    expect(words(createEmail(email, state))).not.toMatch(untrue)
  })

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
const anySubscription = fc
  .record({
    plan: fc.constantFrom(...planIds),
    provider: fc.string({ minLength: 1, maxLength: 50 }),
    paidThrough: instant,
    lastPaymentAt: optional,
    heldUntil: optional,
    stoppedAt: instant,
    resumesAt: instant,
    failedAt: instant,
    endedAt: instant,
    isFinal: fc.boolean(),
    state: fc.constantFrom('active', 'ending', 'paused', 'paymentFailed', 'disputed', 'ended'),
  })
  .map(subscription)

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
        anySubscription,
        instant,
        hostile,
        (name, about, pendingSince, firstName) => {
          const email = createSubscriptionEmail({ template: name, about, pendingSince }, siteUrl)
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
      { numRuns: 2000 },
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
    ]
    for (const name of implausible) expect(createGreeting(name)).toBe('Dear reader,')
  })
})
