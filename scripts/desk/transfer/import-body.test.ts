import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { renderBody } from '../../../src/content/markdown.ts'
import { fail, succeed } from '../../../src/domain/result.ts'
import { mendDirectives, placeFigures, withSomethingBehind } from './import-body.ts'

const id = 'cat-0123456789abcdef'
const pictures = {
  look: async (src: string) =>
    src.includes('gone')
      ? fail({ reason: 'answers 404', passing: false })
      : succeed({ id, width: 3, height: 2 }),
}
const figure = (src: string, alt = '', caption = '') =>
  `::figure{src="${src}" alt="${alt}" caption="${caption}" credit=""}`

describe('figures of a body', () => {
  it('become stored pictures with their description', async () => {
    const described = new Map([['b.jpg', 'A cat, described']])
    const body = [figure('a.jpg', 'A cat'), figure('b.jpg'), figure('c.jpg', '', 'Asleep')].join(
      '\n\n',
    )
    const placed = await placeFigures(body, pictures, described)
    expect(placed.body.split('\n\n')).toEqual([
      `::figure{image="${id}" width="3" height="2" alt="A cat"}`,
      `::figure{image="${id}" width="3" height="2" alt="A cat, described"}`,
      `::figure{image="${id}" width="3" height="2" alt="Asleep" caption="Asleep"}`,
    ])
    expect(placed.notes).toEqual([])
  })

  it('without a description, or without the picture, leave a link or their caption', async () => {
    const body = `Before.\n${figure('https://old.example/a.jpg')}\n\n> ${figure('gone.jpg', 'A', 'Said')}\n\n${figure('b.jpg')}`
    const placed = await placeFigures(body, pictures, new Map())
    expect(placed.notes).toEqual([
      'the picture https://old.example/a.jpg has no description: a link stands in its place',
      'the picture gone.jpg answers 404: its caption, if any, stands in its place',
      'the picture b.jpg has no description: its caption, if any, stands in its place',
    ])
    expect(placed.figures).toEqual([])
    const { leadIn, problems } = renderBody(placed.body)
    expect(problems).toEqual([])
    expect(leadIn).toContain('<a href="https://old.example/a.jpg">Picture</a>')
    expect(leadIn).toContain('<em>Said</em>')
  })

  it('name no picture of ours: a source knows none', async () => {
    const stolen = `::figure{image="${id}" width="3" height="2" alt="A"}`
    const placed = await placeFigures(stolen, pictures, new Map())
    expect(renderBody(placed.body).pictures.leadIn).toEqual([])
    expect(placed.notes).toHaveLength(1)
  })
})

describe('a body from elsewhere', () => {
  it.each([
    ':::note\nText\n:::',
    '::unknown{a="b"}',
    '::embed{url="javascript:alert(1)"}',
    '> <!-- more -->\n\nText',
    '- :::warning\n  Text\n  :::',
    ':::pullquote\nnever closed',
  ])('has no directive that does not work: %j', (body) => {
    const mended = mendDirectives(body)
    expect(renderBody(mended.body).problems).toEqual([])
    expect(mended.notes.length).toBeGreaterThan(0)
  })

  it('has none whatever stands in it', () => {
    const part = fc.constantFrom(
      ':::',
      '::',
      'note',
      'embed{url="x"}',
      '\n',
      '> ',
      '- ',
      ' ',
      'pullquote',
      '<!-- more -->',
      '```',
      'figure{src="a"}',
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 25 }), (parts) => {
        expect(renderBody(mendDirectives(parts.join('')).body).problems).toEqual([])
      }),
    )
  })
})

describe('a closed text', () => {
  it('keeps the beginning open and something behind it', () => {
    const cut = withSomethingBehind('First words.\n\nSecond words.')!
    const { leadIn, rest } = renderBody(cut)
    expect([leadIn, rest]).toEqual(['<p>First words.</p>\n', '<p>Second words.</p>'])
  })

  it.each(['Only words.', '<!-- more -->\n\nWords.\n\n<!-- more -->'])(
    'cannot be made of %j, and its own cut stays where it works',
    (body) => {
      const cut = withSomethingBehind(body)
      expect(cut === null || renderBody(cut).rest !== '').toBe(true)
    },
  )

  it('is not cut inside of code', () => {
    expect(withSomethingBehind('```\na\n\nb\n```')).toBeNull()
    const cut = withSomethingBehind('```\na\n\nb\n```\n\nWords.\n\nMore.')!
    expect(renderBody(cut).rest).toBe('<p>More.</p>')
  })
})
