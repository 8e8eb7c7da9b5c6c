import fc from 'fast-check'
import { parse } from 'parse5'
import { describe, expect, it } from 'vitest'
import { subscriptionEmails } from '../../src/domain/subscription/effect-kinds.ts'
import { describeOutlook } from '../../src/domain/subscription/outlook.ts'
import { planIds } from '../../src/domain/subscription/plan.ts'
import {
  subscriptionRecordSchema,
  timeSources,
} from '../../src/domain/subscription/subscription.ts'
import { createGreeting, renderHtml, renderText } from './email-layout.ts'
import { createSubscriptionEmail } from './subscription-emails.ts'
import { at, siteUrl } from './testing/subscription-email-samples.ts'

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
  .map((fields) => subscriptionRecordSchema.parse(fields))

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
  it('an email contains no markup from the reader, no gaps and no links to other sites', () => {
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

  it('the greeting contains only a plausible name', () => {
    for (const name of ['Leela', 'José María', 'লীলা', 'Md. Rahim'])
      expect(createGreeting(` ${name} `)).toBe(`Dear ${name},`)
    const implausible = ['', '   ', 'www.evil.example', '<b>', 'x'.repeat(61), 'PayPal Support']
    for (const name of implausible) expect(createGreeting(name)).toBe('Dear reader,')
  })
})
