import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { renderBody } from '../../../src/content/markdown.ts'
import { fail, succeed } from '../../../src/domain/result.ts'
import { formatNote } from '../items/note.ts'
import { ensureClosedPart, escapeBrokenDirectives, storeFiles } from './convert-body.ts'

const id = 'cat-0123456789abcdef'
const images = {
  load: async (src: string) =>
    src.includes('gone')
      ? fail({ reason: 'answers with status 404', isTemporary: false })
      : succeed({ id, width: 3, height: 2 }),
  loadRecording: async (src: string) =>
    src.includes('gone')
      ? fail({ reason: 'answers with status 404', isTemporary: true })
      : succeed({ id }),
}
const figure = (src: string, alt = '', caption = '') =>
  `::figure{src="${src}" alt="${alt}" caption="${caption}" credit=""}`

describe('storeFiles', () => {
  it('stores pictures with their description', async () => {
    const described = new Map([['b.jpg', 'A cat, described']])
    const body = [figure('a.jpg', 'A cat'), figure('b.jpg'), figure('c.jpg', '', 'Asleep')].join(
      '\n\n',
    )
    const placed = await storeFiles(body, images, described)
    expect(placed.body.split('\n\n')).toEqual([
      `::figure{image="${id}" width="3" height="2" alt="A cat"}`,
      `::figure{image="${id}" width="3" height="2" alt="A cat, described"}`,
      `::figure{image="${id}" width="3" height="2" alt="Asleep" altNeeded="true" caption="Asleep"}`,
    ])
    expect(placed.notes.map(formatNote)).toEqual(['picture without a description: c.jpg'])
  })

  it('stores pictures without a description or caption as decorative', async () => {
    const placed = await storeFiles(`> ${figure('a.jpg')}`, images, new Map())
    expect(placed.body).toBe(
      `> ::figure{image="${id}" width="3" height="2" alt="" altNeeded="true"}`,
    )
    const { freePreview, problems } = renderBody(placed.body)
    expect(problems).toEqual([])
    expect(freePreview).toContain('alt=""')
    expect(freePreview).not.toMatch(/altNeeded|true/)
  })

  it('replaces pictures without a file with a link or their caption', async () => {
    const address = 'https://old.example/gone/a_b.jpg?w=2'
    const body = `Before.\n${figure(address)}\n\n> ${figure('gone.jpg', 'A', 'Said')}`
    const placed = await storeFiles(body, images, new Map())
    expect(placed.notes.map(formatNote)).toEqual([
      `picture ${address} answers with status 404: replaced with a link`,
      'picture gone.jpg answers with status 404: replaced with its caption or description, if any',
    ])
    expect(placed.figures).toEqual([])
    const { freePreview, problems } = renderBody(placed.body)
    expect(problems).toEqual([])
    expect(freePreview).toContain(`<a href="${address}">a_b.jpg</a>`)
    expect(freePreview).toContain('<em>Said</em>')
  })

  it('refuses references to pictures in our own storage', async () => {
    const stolen = `::figure{image="${id}" width="3" height="2" alt="A"}`
    const placed = await storeFiles(stolen, images, new Map())
    expect(renderBody(placed.body).files.freePreview).toEqual([])
    expect(placed.notes).toHaveLength(1)
  })

  it('stores recordings, and links to recordings that can’t be fetched', async () => {
    const body = [
      '> ::audio{src="https://old.example/a.mp3" title="A walk"}',
      '::audio{src="/content/media/gone.mp3" title="A [talk]"}',
      '::audio{src="https://old.example/gone/b.mp3"}',
      `::audio{file="${id}" title="Stolen"}`,
    ]
    const placed = await storeFiles(body.join('\n\n'), images, new Map())
    expect(placed.body.split(/\n\n+/)).toEqual([
      `> ::audio{file="${id}" title="A walk"}`,
      '[A \\[talk\\]](</content/media/gone.mp3>)',
      '[b.mp3](<https://old.example/gone/b.mp3>)',
      `\\::audio{file="${id}" title="Stolen"}`,
    ])
    expect(placed.recordings).toEqual([{ id, src: 'https://old.example/a.mp3' }])
    expect(placed.missingImageCount).toBe(2)
    expect(placed.notes.map(formatNote)).toContain(
      'recording /content/media/gone.mp3 answers with status 404: replaced with a link',
    )
  })
})

describe('escapeBrokenDirectives', () => {
  it.each([
    ':::note\nText\n:::',
    '::unknown{a="b"}',
    '::embed{url="javascript:alert(1)"}',
    '> <!-- more -->\n\nText',
    '- :::warning\n  Text\n  :::',
    ':::pullquote\nnever closed',
  ])('escapes %j', (body) => {
    const mended = escapeBrokenDirectives(body)
    expect(renderBody(mended.body).problems).toEqual([])
    expect(mended.notes.length).toBeGreaterThan(0)
  })

  it('leaves no broken directive in any text', () => {
    const part = fc.constantFrom(
      ...'::: :: note embed{url="x"} pullquote ``` figure{src="a"}'.split(' '),
      ...['\n', '> ', '- ', ' ', '<!-- more -->'],
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 25 }), (parts) => {
        expect(renderBody(escapeBrokenDirectives(parts.join('')).body).problems).toEqual([])
      }),
    )
  })
})

describe('ensureClosedPart', () => {
  it('ends the free preview after the first paragraph', () => {
    const cut = ensureClosedPart('First words.\n\nSecond words.')!
    const { freePreview, rest } = renderBody(cut)
    expect([freePreview, rest]).toEqual(['<p>First words.</p>\n', '<p>Second words.</p>'])
  })

  it.each(['Only words.', '<!-- more -->\n\nWords.\n\n<!-- more -->'])(
    'returns null or a body with a closed part for %j',
    (body) => {
      const cut = ensureClosedPart(body)
      expect(cut === null || renderBody(cut).rest !== '').toBe(true)
    },
  )

  it('never ends the free preview inside code', () => {
    expect(ensureClosedPart('```\na\n\nb\n```')).toBeNull()
    const cut = ensureClosedPart('```\na\n\nb\n```\n\nWords.\n\nMore.')!
    expect(renderBody(cut).rest).toBe('<p>More.</p>')
  })
})
