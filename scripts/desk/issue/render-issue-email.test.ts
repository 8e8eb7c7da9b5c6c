import fc from 'fast-check'
import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { describe, expect, it } from 'vitest'
import { renderBody, renderIssueBody } from '../../../src/content/markdown.ts'
import {
  issueEmailSchema,
  issueVersions,
  personalLinkPlaceholders,
} from '../../../src/domain/issue/issue-email.ts'
import { newsletter } from '../../../src/publication/newsletter.ts'
import type { IssueContent, StoryContent } from './issue-content.ts'
import { toPlainText } from './plain-text.ts'
import { renderIssueEmail } from './render-issue-email.ts'
import { renderIssueHtml } from './render-issue-html.ts'

const siteUrl = 'https://verandah.example'

const story = (slug: string): StoryContent => ({
  slug,
  title: `Title of ${slug}`,
  line: `Line of ${slug}`,
  category: 'food',
  authors: ['Asha Rao', 'Bimal Sen'],
  image: {
    id: `${slug}-0123456789abcdef`,
    alt: `Picture of ${slug}`,
    credit: '',
    width: 3,
    height: 2,
  },
})

const { freePreview: html, rest: closedHtml } = renderIssueBody(
  'A *note* with [a link](/about).\n\n- One\n- Two\n\n## For subscribers\n\nOpening.\n\n<!-- more -->\n\nSecret words.',
)

const issue: IssueContent = {
  slug: '2026-11-22',
  subject: 'What we kept',
  preheader: 'Five stories',
  date: '2026-11-22',
  lead: {
    ...story('lead'),
    opening: '<p>It begins<sup class="footnote-ref"><a href="#fn1">[1]</a></sup>.</p>',
  },
  stories: [story('one'), story('two'), story('three')],
  missed: story('older'),
  html,
  closedHtml,
}

type Element = DefaultTreeAdapterTypes.Element

function listElements(node: DefaultTreeAdapterTypes.Node): Element[] {
  const children = 'childNodes' in node ? node.childNodes.flatMap(listElements) : []
  return 'tagName' in node ? [node, ...children] : children
}

const readAttribute = ({ attrs }: Element, name: string) =>
  attrs.find((attribute) => attribute.name === name)?.value

const parseElements = (text: string) => listElements(parse(text))
const { versions } = renderIssueEmail(issue, siteUrl)

describe.each(issueVersions)('the email to a %s', (version) => {
  const { html: page, text } = versions[version]
  const elements = parseElements(page)

  it('fulfils the email contract, and has both personal links in HTML and text', () => {
    expect(issueEmailSchema.safeParse(renderIssueEmail(issue, siteUrl)).success).toBe(true)
    for (const placeholder of Object.values(personalLinkPlaceholders)) {
      expect(page.split(placeholder)).toHaveLength(2)
      expect(text.split(placeholder)).toHaveLength(2)
    }
  })

  it('is accessible: language, roles, one outline of headings, descriptions', () => {
    const root = elements.find(({ tagName }) => tagName === 'html')!
    expect([readAttribute(root, 'lang'), readAttribute(root, 'dir')]).toEqual(['en', 'ltr'])
    const levels = elements.flatMap(({ tagName }) =>
      /^h[1-6]$/.test(tagName) ? [Number(tagName[1])] : [],
    )
    expect(levels.filter((level) => level === 1)).toHaveLength(1)
    expect(levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1)).toEqual([])
    const tables = elements.filter(({ tagName }) => tagName === 'table')
    expect(tables.filter((table) => readAttribute(table, 'role') !== 'presentation')).toEqual([])
    const images = elements.filter(({ tagName }) => tagName === 'img')
    expect(images.map((image) => readAttribute(image, 'alt'))).toEqual([
      'Picture of lead',
      'Picture of older',
    ])
  })

  it('needs no script, no style sheet file and no font', () => {
    expect(
      elements.filter(({ tagName }) => /^(?:script|link|iframe|object|form)$/.test(tagName)),
    ).toEqual([])
    expect(page).not.toMatch(/@import|@font-face|url\(/)
  })

  it('has only absolute addresses, which name the issue as their source', () => {
    const addresses = elements.flatMap((element) => [
      ...(element.tagName === 'a' ? [readAttribute(element, 'href')!] : []),
      ...(element.tagName === 'img' ? [readAttribute(element, 'src')!] : []),
    ])
    expect(
      addresses.filter((address) => !/^(?:https:\/\/verandah\.example\/|\{\{)/.test(address)),
    ).toEqual([])
    expect(addresses).toContain(`${siteUrl}/one?utm_source=the-weekly&utm_campaign=2026-11-22`)
    expect(addresses).toContain(`${siteUrl}/about?utm_source=the-weekly&utm_campaign=2026-11-22`)
  })

  it('contains the subscribers’ part only in their version', () => {
    for (const content of [page, text]) {
      expect(content).toContain('Opening.')
      expect(content.includes('Secret words.')).toBe(version === 'subscriber')
      expect(content.includes('The rest is for subscribers')).toBe(version === 'guest')
    }
  })
})

it('the plain text has a rule between its parts, and each link after its words', () => {
  const parts = versions.subscriber.text.split(`\n\n${'-'.repeat(40)}\n\n`)
  const source = '?utm_source=the-weekly&utm_campaign=2026-11-22'
  expect(parts.map((part) => part.split('\n')[0])).toEqual([
    newsletter.name.toUpperCase(),
    'Title of lead',
    'ALSO THIS WEEK',
    'IN CASE YOU MISSED IT',
    `A note with a link (https://verandah.example/about${source}).`,
    `You’re getting this email because you signed up for ${newsletter.name} from The Verandah.`,
  ])
  expect(parts[0]).toContain('\nSunday, 22 November 2026\n\nRead online: https://')
  expect(parts[1]).toMatch(
    /\nBy Asha Rao and Bimal Sen\n\nIt begins\.\n\nContinue reading:\nhttps:/,
  )
  expect(parts[2]).toContain(
    `\n\nTitle of two\nLine of two\nhttps://verandah.example/two${source}\n\nTitle of three\n`,
  )
  expect(parts[4]).toContain('\n\n- One\n- Two\n\nFor subscribers\n\nOpening.\n\nSecret words.')
  expect(parts[5]).toMatch(
    /\nUnsubscribe:\n\{\{unsubscribe\}\}\n\n.*:\n\{\{preferences\}\}\n\nThe Verandah\n/,
  )
})

it('an issue without a part for subscribers is the same for everybody', () => {
  const email = renderIssueEmail({ ...issue, closedHtml: '' }, siteUrl)
  expect(email.versions.guest).toEqual(email.versions.subscriber)
})

it('an issue in a right-to-left language is mirrored', () => {
  const page = renderIssueHtml(
    { ...issue, html: '<blockquote>\n<p>خط</p>\n</blockquote>' },
    'guest',
    siteUrl,
    'ur',
  )
  expect(page).toContain('<html lang="ur" dir="rtl">')
  expect(page).toContain('border-right:4px solid;')
  expect(page).toContain('max-width:600px;text-align:right')
  expect(page).not.toMatch(/border-left|align="right"/)
})

it('stories in a right-to-left language have their own alignment and language', () => {
  const title = 'لاہور کی ایک شام: “Tea House” اور اس کے لوگ'
  const body =
    'سب کچھ “Tea House” میں ہے۔\n\n- چائے\n- پانی\n\n> It was late.\n\n| نام |\n|---|\n| Noon |'
  const language = 'ur'
  const opening = renderBody(body, { language }).freePreview
  const content = {
    ...issue,
    lead: { ...issue.lead, title, language, opening },
    stories: [{ ...story('one'), title, line: 'محلے کے لوگ' }, story('two')],
  }
  const elements = parseElements(renderIssueHtml(content, 'guest', siteUrl))
  const rightToLeft = elements.filter((element) => readAttribute(element, 'dir') === 'rtl')
  expect(rightToLeft.map((element) => [element.tagName, readAttribute(element, 'lang')])).toEqual([
    ['h2', 'ur'],
    ['div', 'ur'],
    ['h3', 'und-Arab'],
    ['p', 'und-Arab'],
  ])
  for (const element of rightToLeft)
    expect(readAttribute(element, 'style')).toMatch(/text-align:right/)
  const findStyles = (tag: string) =>
    elements
      .filter(({ tagName }) => tagName === tag)
      .map((element) => readAttribute(element, 'style'))
  expect(findStyles('ul')).toContainEqual(expect.stringContaining('padding-right:22px'))
  expect(findStyles('td')).toContainEqual(
    expect.stringMatching(/^padding:7px 0 7px 10px(?!.*text-align)/),
  )
  expect(findStyles('blockquote')).toEqual([expect.stringMatching(/border-left.*text-align:left/)])
  expect(versions.guest.html).not.toContain('rtl')
})

it('a picture of the lead story’s opening fits the column', () => {
  const figure = '::figure{image="a-0123456789abcdef" alt="A" width="3000" height="2000"}'
  const opening = renderIssueBody(figure).freePreview
  const page = renderIssueHtml({ ...issue, lead: { ...issue.lead, opening } }, 'guest', siteUrl)
  const images = parseElements(page).filter(({ tagName }) => tagName === 'img')
  expect(images.map((image) => readAttribute(image, 'width'))).toEqual(['600', '600', '600'])
  expect(readAttribute(images[1]!, 'src')).toBe(`${siteUrl}/images/a-0123456789abcdef/1080`)
  expect(readAttribute(images[1]!, 'style')).toContain('max-width:100%')
})

it('an email shows any words as they were written', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }), (words) => {
      // An HTML parser replaces these characters itself.
      fc.pre(!/[\0\r\p{Cs}]/u.test(words))
      const content = {
        ...issue,
        subject: words,
        preheader: words,
        lead: { ...issue.lead, title: words },
      }
      const elements = parseElements(renderIssueHtml(content, 'guest', siteUrl))
      const article = elements.find((element) => readAttribute(element, 'role') === 'article')!
      expect(readAttribute(article, 'aria-label')).toBe(`${newsletter.name}: ${words}`)
      expect(elements.filter(({ tagName }) => tagName === 'script')).toEqual([])
      expect(elements.filter(({ tagName }) => tagName === 'img')).toHaveLength(2)
    }),
    { numRuns: 20 },
  )
})

it.each([
  ['<p>One<br>\ntwo &amp; &lt;three&gt;</p>\n<p>Four</p>\n', 'One\ntwo & <three>\n\nFour'],
  ['<p><a href="/about">About</a></p>', 'About (https://verandah.example/about)'],
  ['<p><a href="https://a.example/">https://a.example/</a></p>', 'https://a.example/'],
  ['<ul>\n<li>One</li>\n<li>\n<p>Two</p>\n</li>\n</ul>\n<p>Three</p>', '- One\n- Two\n\nThree'],
  ['<h2>Title</h2>\n<p>Text</p>\n<hr>\n<p>More</p>', 'Title\n\nText\n\n* * *\n\nMore'],
])('%s is converted to plain text', (source, text) => {
  expect(toPlainText(source, siteUrl)).toBe(text)
})
