import fc from 'fast-check'
import { parse } from 'parse5'
import { describe, expect, it } from 'vitest'
import { letters, type SurplusReason } from '../../src/domain/owed.ts'
import { planIds } from '../../src/domain/plan.ts'
import { type Subscription, subscriptionSchema } from '../../src/domain/subscription.ts'
import { finishAccountLetter, studentLetter } from './address-letters.ts'
import { greeting, htmlOf, type Letter, textOf } from './layout.ts'
import { givenBackLetter, subscriptionLetter } from './subscription-letters.ts'

const siteUrl = 'https://verandah.example'
const at = new Date('2026-11-20T12:00:00Z')

const subscription = (own: object): Subscription =>
  subscriptionSchema.parse({
    plan: 'annual_99',
    provider: 'I-1',
    paidThrough: new Date('2027-11-20T12:00:00Z'),
    ...own,
  })

const states = {
  active: subscription({ state: 'active', lastPaymentAt: at }),
  held: subscription({ state: 'active', heldUntil: new Date('2027-12-20T12:00:00Z') }),
  overdue: subscription({ state: 'active', paidThrough: new Date('2026-11-01T12:00:00Z') }),
  paused: subscription({
    state: 'paused',
    stoppedAt: at,
    resumesAt: new Date('2028-01-20T12:00:00Z'),
  }),
  ending: subscription({ state: 'ending', stoppedAt: at }),
  final: subscription({ state: 'ending', stoppedAt: at, isFinal: true }),
  failed: subscription({ state: 'paymentFailed', failedAt: at }),
  disputed: subscription({ state: 'disputed', stoppedAt: at }),
  ended: subscription({ state: 'ended', stoppedAt: at, endedAt: at, lastPaymentAt: at }),
}

const letterOf = (letter: (typeof letters)[number], state: keyof typeof states) =>
  subscriptionLetter({ letter, about: states[state], owedSince: at }, siteUrl)

const words = (letter: Letter | null) => letter && textOf(letter, 'Leela', siteUrl)

describe('each letter', () => {
  it.each<[(typeof letters)[number], keyof typeof states, readonly string[]]>([
    [
      'started',
      'active',
      [
        'Plan: Annual, $99 a year',
        'Paid: $99 on 20 November 2026',
        'Next payment: $99 on 20 November 2027',
        'PayPal’s number: I-1',
        '/settings',
      ],
    ],
    ['renewalReminder', 'active', ['renews on 20 November 2027', '$99 for another year']],
    ['renewalReminder', 'held', ['renews on 20 December 2027']],
    ['renewalReminder', 'paused', ['pause ends on 20 January 2028', 'Annual, $99 a year']],
    ['cancelled', 'ending', ['until 20 November 2027', 'take it up again']],
    [
      'cancelled',
      'final',
      ['until 20 November 2027', 'begin a new one', '/subscribe?source=letter'],
    ],
    ['paused', 'paused', ['until 20 November 2027', 'collected before 20 January 2028']],
    ['offerTaken', 'held', ['Next payment: $99 on 20 December 2027']],
    ['resumed', 'active', ['Next payment: $99 on 20 November 2027']],
    ['resumed', 'overdue', ['shown in your settings']],
    ['paymentFailed', 'failed', ['$99', 'on 20 November 2026', 'until 27 November 2026']],
    ['paymentMended', 'active', ['Paid: $99 on 20 November 2026']],
    ['ended', 'ended', ['ended on 20 November 2026', '/subscribe?source=letter']],
    ['refunded', 'ended', ['payment of 20 November 2026, $99', 'in full']],
  ])('%s, of one that is %s, says what is so', (letter, state, said) => {
    const text = words(letterOf(letter, state))
    for (const part of said) expect(text).toContain(part)
  })

  it('is written in at least one state, and in none that it does not fit', () => {
    const fits = Object.fromEntries(
      letters.map((letter) => [
        letter,
        (Object.keys(states) as (keyof typeof states)[]).filter((state) => letterOf(letter, state)),
      ]),
    )
    expect(fits).toEqual({
      started: ['active', 'held', 'overdue'],
      renewalReminder: ['active', 'held', 'overdue', 'paused'],
      cancelled: ['ending', 'final'],
      paused: ['paused'],
      offerTaken: ['held'],
      resumed: ['active', 'held', 'overdue'],
      paymentFailed: ['failed'],
      paymentMended: ['active', 'held', 'overdue'],
      ended: ['ended'],
      refunded: ['ended'],
    })
  })

  it('that is late tells of no payment that has been due since', () => {
    expect(words(letterOf('resumed', 'overdue'))).not.toContain('Next payment')
  })

  it('of a payment given back says what it was for, to the cent', () => {
    const own = { provider: 'I-2', uid: 'u', owedSince: at, dueAt: at, attempts: 0 }
    const given = { kind: 'givenBack', paidAt: at, ...own } as const
    const amount = { minorUnits: 1399, currency: 'USD' } as const
    const text = (surplus: SurplusReason | null) =>
      words(givenBackLetter({ ...given, amount, surplus }))
    expect(text(null)).toContain('$13.99 of 20 November 2026')
    expect(text(null)).toContain('wasn’t due')
    expect(text('alreadySubscribed')).toContain('You already have a subscription')
    expect(text('studentAddressInUse')).toContain('student address is already used')
    expect(text('accountDeleted')).toContain('account had been deleted')
  })

  it('with a key carries it whole, for the pages that take it', () => {
    const key = 'a.b+c/d=&e'
    const link = (letter: Letter) => new URL(letter.action!.url)
    const finish = link(finishAccountLetter('I-3', key, siteUrl))
    expect(finish.pathname).toBe('/subscribe/finish')
    expect(Object.fromEntries(finish.searchParams)).toEqual({ checkout: 'I-3', key })
    const student = link(studentLetter(key, siteUrl))
    expect(student.pathname).toBe('/subscribe/student')
    expect(Object.fromEntries(student.searchParams)).toEqual({ key })
  })
})

const instant = fc.date({
  min: new Date('2020-01-01'),
  max: new Date('2090-01-01'),
  noInvalidDate: true,
})
const maybe = fc.option(instant)
const anySubscription = fc
  .record({
    plan: fc.constantFrom(...planIds),
    provider: fc.string({ minLength: 1, maxLength: 50 }),
    paidThrough: instant,
    lastPaymentAt: maybe,
    heldUntil: maybe,
    stoppedAt: instant,
    resumesAt: instant,
    failedAt: instant,
    endedAt: instant,
    isFinal: fc.boolean(),
    state: fc.constantFrom('active', 'ending', 'paused', 'paymentFailed', 'disputed', 'ended'),
  })
  .map(subscription)

/** Every element of a document, and the text in it. */
function elementsOf(html: string) {
  type Node = {
    readonly nodeName: string
    readonly value?: string
    readonly attrs?: readonly { readonly name: string; readonly value: string }[]
    readonly childNodes?: readonly Node[]
  }
  const names: string[] = []
  const links: string[] = []
  let text = ''
  const walk = (node: Node) => {
    if (node.nodeName !== '#text') names.push(node.nodeName)
    else text += node.value
    for (const { name, value } of node.attrs ?? []) {
      if (name === 'href') links.push(value)
      if (name.startsWith('on') || name === 'src') throw new Error(`${name} in a letter`)
    }
    node.childNodes?.forEach(walk)
  }
  walk(parse(html) as unknown as Node)
  return { names, links, text }
}

describe('whatever a reader is called and whatever their subscription is', () => {
  it('no letter holds markup of theirs, a hole, or a link that is not ours', () => {
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
        fc.constantFrom(...letters),
        anySubscription,
        instant,
        hostile,
        (name, about, owedSince, firstName) => {
          const letter = subscriptionLetter({ letter: name, about, owedSince }, siteUrl)
          if (!letter) return
          const text = textOf(letter, firstName, siteUrl)
          const html = htmlOf(letter, firstName, siteUrl)
          const { names, links, text: shown } = elementsOf(html)
          for (const said of [text, shown, letter.subject]) {
            expect(said).not.toMatch(/undefined|null|NaN|Invalid|\[object/)
          }
          expect(letter.subject).not.toMatch(/[\r\n]/)
          expect(names.filter((element) => ['script', 'img', 'b'].includes(element))).toEqual([])
          for (const link of links) expect(new URL(link).origin).toBe(siteUrl)
          expect(text).not.toMatch(/evil|Bcc/)
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('they are greeted by their name, if it is one', () => {
    for (const name of ['Leela', 'José María', 'O’Brien', 'Anne-Marie', 'লীলা', 'ไพลิน']) {
      expect(greeting(` ${name} `)).toBe(`Dear ${name},`)
    }
    for (const name of ['', '   ', 'www.evil.example', 'a@b', '<b>', 'x'.repeat(61), '42']) {
      expect(greeting(name)).toBe('Dear reader,')
    }
  })
})
