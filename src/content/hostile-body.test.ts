/** Bodies are rendered at the edge too, where a text that keeps the pipeline busy costs every reader. */
import { describe, expect, it } from 'vitest'
import { mostWorkGrowth, workGrowth } from '../../scripts/desk/testing/work-growth.ts'
import { contentsOf, renderBody, renderPublicText } from './markdown.ts'

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
  ])('costs what it is long: %j%j', async (before, pump) => {
    const growth = await workGrowth(8_000, async (length) =>
      renderBody(before + pump.repeat(Math.ceil(length / pump.length))),
    )
    expect(growth).toBeLessThan(mostWorkGrowth)
  })

  it.each(['# a\n', '## a\n\n', '# a 2\n# a\n', 'a\n===\n'])(
    'costs what it is long, with its contents: %j',
    async (pump) => {
      const growth = await workGrowth(8_000, async (length) =>
        contentsOf(renderPublicText(pump.repeat(Math.ceil(length / pump.length)))),
      )
      expect(growth).toBeLessThan(mostWorkGrowth)
    },
  )
})

describe('the rest of the pipeline', () => {
  it('names each heading once, whatever the others are called', () => {
    const html = renderPublicText('## A 2\n\n## A\n\n## A\n\n## A\n\n## A 2')
    expect(contentsOf(html).map(({ anchor }) => anchor)).toEqual([
      'on-a-2',
      'on-a',
      'on-a-3',
      'on-a-4',
      'on-a-2-2',
    ])
  })

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

  it('finds a note by a name of 200 characters, and takes a longer one for text', () => {
    const withNote = (name: string) => renderBody(`Text[^${name}].\n\n[^${name}]: Note.`).leadIn
    expect(withNote('a'.repeat(199))).toContain('footnote-ref')
    expect(withNote('a'.repeat(300))).not.toContain('footnote-ref')
    expect(renderBody('Text[^a] and[^b].\n\n[^a]: One.\n\n[^b]: Two.').leadIn).toMatch(
      /fnref1.*fnref2.*<li id="fn1"[^>]*><p>One\. <a href="#fnref1".*<li id="fn2"[^>]*><p>Two\. <a/s,
    )
  })
})
