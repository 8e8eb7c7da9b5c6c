import { parse } from 'parse5'
import { describe, expect, it } from 'vitest'
import { letters } from '../../src/domain/owed.ts'
import { subscriptionSchema } from '../../src/domain/subscription.ts'
import { finishAccountLetter, studentLetter } from './address-letters.ts'
import { htmlOf, type Letter, textOf } from './layout.ts'
import { givenBackLetter, subscriptionLetter } from './subscription-letters.ts'

const siteUrl = 'https://verandah.example'
const at = new Date('2026-11-20T12:00:00Z')

const abouts = [
  { state: 'active', lastPaymentAt: at },
  { state: 'active', heldUntil: new Date('2027-12-20T12:00:00Z') },
  { state: 'paused', stoppedAt: at, resumesAt: new Date('2028-01-20T12:00:00Z') },
  { state: 'ending', stoppedAt: at },
  { state: 'paymentFailed', failedAt: at },
  { state: 'ended', stoppedAt: at, endedAt: at, lastPaymentAt: at },
].map((own) =>
  subscriptionSchema.parse({
    plan: 'annual_99',
    provider: 'I-1',
    paidThrough: new Date('2027-11-20T12:00:00Z'),
    ...own,
  }),
)

/** Every template, by its name. */
const templates: readonly (readonly [string, Letter])[] = [
  ...letters.flatMap((name) => {
    const written = abouts.flatMap(
      (about) => subscriptionLetter({ letter: name, about, owedSince: at }, siteUrl) ?? [],
    )
    if (written.length === 0) throw new Error(`${name} was written in no state`)
    return written.map((letter) => [name, letter] as const)
  }),
  ['finishAccount', finishAccountLetter('I-3', 'a&b="c"', siteUrl)],
  ['student', studentLetter('key', siteUrl)],
  [
    'givenBack',
    givenBackLetter({
      kind: 'givenBack',
      provider: 'I-2',
      uid: 'u',
      owedSince: at,
      dueAt: at,
      attempts: 0,
      paidAt: at,
      amount: { minorUnits: 1399, currency: 'USD' },
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

const textIn = (node: Node): string => node.value ?? (node.childNodes ?? []).map(textIn).join('')

const all = (node: Node): readonly Node[] => [node, ...(node.childNodes ?? []).flatMap(all)]

/** Look the same wherever they are. */
const unstyled = ['#text', 'tbody', 'tr', 'br']

describe.each(templates)('%s', (_name, letter) => {
  const html = htmlOf(letter, 'Leela', siteUrl)

  it('has its styles on its elements, for mail programs that drop style elements', () => {
    const elements = all(find(html, 'body')).filter(({ nodeName }) => !unstyled.includes(nodeName))
    const bare = elements.filter(({ attrs }) => !attrs?.some(({ name }) => name === 'style'))
    expect(bare.map(({ nodeName }) => nodeName)).toEqual([])
    const declarations = elements.flatMap(
      ({ attrs }) => attrs?.find(({ name }) => name === 'style')?.value.split(';') ?? [],
    )
    for (const declaration of declarations) expect(declaration).toMatch(/^[a-z-]+:[^:"]+$/)
    expect(declarations).toContain('color:#16130f')
  })

  it('has a style element for dark mode alone, which wins over the elements’ own', () => {
    const css = textIn(find(html, 'style')).replaceAll('\n', '')
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

  it('says what its plain text says, in the same order', () => {
    const shown = textIn(find(html, 'body')).replace(/\s+/g, '')
    const { paragraphs, facts = [], closing = [], action } = letter
    const said = [letter.subject, 'Dear Leela,', ...paragraphs, ...facts.flat(), ...closing]
    const plain = textOf(letter, 'Leela', siteUrl)
    let from = 0
    for (const words of [...said, ...(action ? [action.words] : [])]) {
      const next = shown.indexOf(words.replace(/\s+/g, ''), from)
      expect(next, words).toBeGreaterThanOrEqual(from)
      from = next
      if (words !== letter.subject) expect(plain).toContain(words)
    }
    if (action) expect(html).toContain(`href="${action.url.replaceAll('&', '&#38;')}"`)
  })
})
