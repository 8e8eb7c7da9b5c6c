/** Bodies are rendered in the Worker too, where a slow body would affect every reader. */
import { describe, expect, it } from 'vitest'
import { maxWorkGrowth, measureWorkGrowth } from '../domain/testing/work-growth.ts'
import { readTableOfContents, renderBody, renderPublicText } from './markdown.ts'

describe('a body', () => {
  it.each([
    ['', ':::pullquote\n'],
    ['> ', ':::pullquote\n> '],
    ['- ', ':::pullquote\n  '],
    ['', ':::map\n'],
    ['', '::map\n'],
    ['::figure{', 'a'],
    ['::figure{', 'a="'],
    ['[^a]: note\n\n', '[^'],
    ['[^a]: note\n\n', '^['],
    ['', '^[a]'],
    ['> ', '[^a]: note\n[^'],
    ['', '[a]: b\n'],
    ['', '*a _b'],
    ['', '<!-- more'],
    ['', ':lang['],
    ['', ':lang[a'],
    ['', ':lang[a]{'],
    ['', ':lang[a]{ur}'],
    [':lang[', 'a '],
    ['', 'क a '],
    ['', '*क* '],
  ])('takes linear time: %j%j', async (before, repeated) => {
    const growth = await measureWorkGrowth(8_000, async (length) =>
      renderBody(before + repeated.repeat(Math.ceil(length / repeated.length))),
    )
    expect(growth).toBeLessThan(maxWorkGrowth)
  })

  it.each(['# a\n', '## a\n\n', '# a 2\n# a\n', 'a\n===\n'])(
    'takes linear time with its table of contents: %j',
    async (repeated) => {
      const growth = await measureWorkGrowth(8_000, async (length) =>
        readTableOfContents(renderPublicText(repeated.repeat(Math.ceil(length / repeated.length)))),
      )
      expect(growth).toBeLessThan(maxWorkGrowth)
    },
  )
})

describe('the Markdown pipeline', () => {
  it('closes a pull quote within its own quotation or list item', () => {
    const problems = (body: string) =>
      renderBody(body).problems.map(({ kind, line }) => [kind, line])
    expect(problems('- :::pullquote\n  Said.\n\nText\n\n:::')).toEqual([['unclosed-directive', 1]])
    expect(problems('> :::pullquote\n> Said.\n> :::\n\n:::pullquote\nSaid.\n:::')).toEqual([])
    expect(problems(':::pullquote\nOne.\n\n> :::pullquote\n> Two.\n> :::\n:::')).toEqual([])
    expect(problems(':::pullquote\n:::pullquote\nSaid.\n:::\n:::')).toEqual([
      ['unclosed-directive', 2],
    ])
  })

  it('finds a note by a label of 200 characters, and treats a longer label as text', () => {
    const withNote = (name: string) =>
      renderBody(`Text[^${name}].\n\n[^${name}]: Note.`).freePreview
    expect(withNote('a'.repeat(199))).toContain('footnote-ref')
    expect(withNote('a'.repeat(300))).not.toContain('footnote-ref')
    expect(renderBody('Text[^a] and[^b].\n\n[^a]: One.\n\n[^b]: Two.').freePreview).toMatch(
      /fnref1.*fnref2.*<li id="fn1"[^>]*><p>One\. <a href="#fnref1".*<li id="fn2"[^>]*><p>Two\. <a/s,
    )
  })
})
