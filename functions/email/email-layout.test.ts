import { parse } from 'parse5'
import { describe, expect, it } from 'vitest'
import { issueWeekday } from '../../src/domain/newsletter/issue-day.ts'
import { subscriptionEmails } from '../../src/domain/subscription/effect-kinds.ts'
import { currency } from '../../src/publication/offer.ts'
import { createMissingIssueEmail } from '../issue/missing-issue-email.ts'
import {
  createAlreadySubscribedEmail,
  createConfirmationEmail,
  createListConfirmationEmail,
} from '../newsletter/sign-up-emails.ts'
import { createFinishAccountEmail, createStudentEmail } from './confirmation-emails.ts'
import { type EmailContent, renderHtml, renderText } from './email-layout.ts'
import { createRefundConfirmationEmail } from './refund-confirmation-email.ts'
import { at, createEmail, siteUrl } from './testing/subscription-email-samples.ts'

const states = ['active', 'changed', 'paused', 'ending', 'failed', 'missing', 'ended']

const templates: readonly (readonly [string, EmailContent])[] = [
  ...subscriptionEmails.flatMap((name) => {
    const renderedEmails = states.flatMap(
      (state) => createEmail(name, `${state} with gift 3`) ?? [],
    )
    if (renderedEmails.length === 0) throw new Error(`${name} was written in no state`)
    return renderedEmails.map((email) => [name, email] as const)
  }),
  ['finishAccount', createFinishAccountEmail('I-3', 'a&b="c"', siteUrl)],
  ['student', createStudentEmail('key', siteUrl)],
  ['confirmation', createConfirmationEmail(`${siteUrl}/newsletter/confirm/key`)],
  ['listConfirmation', createListConfirmationEmail(`${siteUrl}/confirm`, 'Book fair & "friends"')],
  [
    'alreadySubscribed',
    createAlreadySubscribedEmail({
      preferences: `${siteUrl}/newsletter/preferences/key`,
      unsubscribe: '',
    }),
  ],
  [
    'refundConfirmation',
    createRefundConfirmationEmail({
      kind: 'refundConfirmation',
      provider: 'I-2',
      uid: 'u',
      pendingSince: at,
      dueAt: at,
      attempts: 0,
      paidAt: at,
      amount: { minorUnits: 1399, currency },
      surplus: null,
    }),
  ],
]

type Node = {
  readonly nodeName: string
  readonly value?: string
  readonly attrs?: readonly { readonly name: string; readonly value: string }[]
  readonly childNodes?: readonly Node[]
}

function find(html: string, name: string): Node {
  const search = (node: Node): Node | undefined =>
    node.nodeName === name
      ? node
      : node.childNodes?.reduce<Node | undefined>(
          (found, child) => found ?? search(child),
          undefined,
        )
  return search(parse(html) as unknown as Node)!
}

const readText = (node: Node): string =>
  node.value ?? (node.childNodes ?? []).map(readText).join('')

const all = (node: Node): readonly Node[] => [node, ...(node.childNodes ?? []).flatMap(all)]

/** These elements need no inline style. */
const unstyled = ['#text', 'tbody', 'tr', 'br']

describe.each(templates)('the email “%s”', (_name, email) => {
  const html = renderHtml(email, 'Leela', siteUrl)

  it('has inline styles, for email programs that drop style elements', () => {
    const elements = all(find(html, 'body')).filter(({ nodeName }) => !unstyled.includes(nodeName))
    const bare = elements.filter(({ attrs }) => !attrs?.some(({ name }) => name === 'style'))
    expect(bare.map(({ nodeName }) => nodeName)).toEqual([])
    const declarations = elements.flatMap(
      ({ attrs }) => attrs?.find(({ name }) => name === 'style')?.value.split(';') ?? [],
    )
    for (const declaration of declarations) expect(declaration).toMatch(/^[a-z-]+:[^:"]+$/)
    expect(declarations).toContain('color:#16130f')
  })

  it('has a style element for dark mode alone, which overrides the inline styles', () => {
    const css = readText(find(html, 'style')).replaceAll('\n', '')
    const inside = /^@media \(prefers-color-scheme:dark\)\{(.*)\}$/.exec(css)?.[1]
    const rules = [...(inside ?? '').matchAll(/\.([a-z]+)\{([^}]*)\}/g)]
    expect(rules.map(([rule]) => rule).join('')).toBe(inside)
    for (const [, , declarations] of rules) {
      for (const one of declarations!.split(';')) expect(one).toMatch(/!important$/)
    }
    const used = new Set(
      all(find(html, 'body')).flatMap(
        ({ attrs }) => attrs?.find(({ name }) => name === 'class')?.value.split(' ') ?? [],
      ),
    )
    const known = new Set(rules.map(([, name]) => name))
    expect([...used].filter((name) => !known.has(name))).toEqual([])
  })

  it('begins with hidden text for the inbox preview: the first paragraph and a filler', () => {
    const [preheader] = all(find(html, 'body')).filter(({ nodeName }) => nodeName === 'div')
    const attributes = Object.fromEntries(preheader!.attrs!.map(({ name, value }) => [name, value]))
    expect(attributes['aria-hidden']).toBe('true')
    expect(attributes.style).toContain('display:none')
    const text = readText(preheader!)
    expect(text.startsWith(email.paragraphs[0]!)).toBe(true)
    expect(text.slice(email.paragraphs[0]!.length)).toMatch(/^(?:\u034f\u200c\u00a0){50,}$/)
    expect(readText(find(html, 'body')).startsWith(text)).toBe(true)
    expect(email.paragraphs[0]).not.toContain(email.subject)
  })

  it('has the same content as its plain text, in the same order', () => {
    const shown = readText(find(html, 'body')).replace(/\s+/g, '')
    const { paragraphs, facts = [], upcoming = [], action, closing = [] } = email
    const said = ['Dear Leela,', ...paragraphs, ...facts.flat(), ...upcoming.flat()]
    const plainText = renderText(email, 'Leela', siteUrl)
    const isInOrder = (text: string, words: readonly string[]) => {
      let from = 0
      for (const one of words) {
        const next = text.indexOf(one, from)
        expect(next, one).toBeGreaterThanOrEqual(from)
        from = next
      }
    }
    const words = [...said, ...(action ? [action.label] : []), ...closing]
    isInOrder(plainText, words)
    isInOrder(
      shown,
      [email.subject, ...words].map((one) => one.replace(/\s+/g, '')),
    )
    if (action) expect(html).toContain(`href="${action.url.replaceAll('&', '&#38;')}"`)
  })
})

it('the email “alreadySubscribed” warns readers not to share its preferences link', () => {
  const email = createAlreadySubscribedEmail({ preferences: siteUrl, unsubscribe: siteUrl })
  expect(email.closing).toEqual([
    'Don’t share this link: anyone who has it can change your preferences.',
  ])
})

it('the layout omits the readers’ greeting and support line from emails to editors', () => {
  const email = createMissingIssueEmail('2026-11-29')
  const text = renderText(email, '', siteUrl)
  const html = renderHtml(email, '', siteUrl)
  for (const content of [text, readText(find(html, 'body'))]) {
    expect(content).toContain(`There’s no approved issue for ${issueWeekday} 29 November 2026, so`)
    expect(content).not.toMatch(/Dear|Questions\?/)
  }
})
