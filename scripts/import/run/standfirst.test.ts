import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { renderBody } from '../../../src/content/markdown.ts'
import { extractStandfirst, isGeneratedExcerpt } from './standfirst.ts'

const figure =
  '::figure{image="loom-0123456789abcdef" width="3" height="2" alt="A" caption="Sunila at her loom in Dumbara." credit="Roe"}'
const prose = 'The looms of Dumbara stopped in May. Sunila & her sister kept one[^1] thread.'
const note = '[^1]: A note.'
const render = (body: string) => {
  const { freePreview, rest } = renderBody(body)
  return freePreview + rest
}

const notProse: readonly (readonly [string, string])[] = [
  ['a picture', figure],
  ['a caption below a picture', `${figure}\n\n*Sunila at her loom.*`],
  ['a heading', '## What the weavers say'],
  ['a heading in bold', '**What the weavers say**'],
  ['code', '```\nlet thread = one\n```'],
  ['a formula', '`a^2 + b^2`'],
  ['a table', '| a | b |\n|---|---|\n| one thread | two |'],
  ['a list', '- one thread\n- two threads'],
  ['a quotation', '> One thread is enough.'],
  ['a pull quote', ':::pullquote{by="Sunila"}\nOne thread is enough.\n:::'],
  ['an embed', '::embed{url="https://youtu.be/abcdefgh" title="Video on YouTube"}'],
  ['a link to a picture', '[loom.jpg](https://old.example/loom.jpg)'],
  ['a placeholder', '\\[Picture\\]'],
  ['a shortcode', '\\[caption id="a" width="3"\\] Sunila at her loom \\[/caption\\]'],
  ['a template tag', '{% include ad.html %}'],
  ['a credit', 'Photo: Sunila Perera'],
]

describe('extractStandfirst', () => {
  it.each(notProse)('skips %s', (_, block) => {
    const standfirst = extractStandfirst(render(`${block}\n\n${prose}\n\nMore.\n\n${note}`))
    expect(standfirst).toBe(
      'The looms of Dumbara stopped in May. Sunila & her sister kept one thread.',
    )
  })

  it('returns an empty text without prose', () => {
    expect(extractStandfirst(render(notProse.map(([, block]) => block).join('\n\n')))).toBe('')
  })

  it('uses a short first paragraph only if there is no other paragraph', () => {
    expect(extractStandfirst(render('Hello!\n\nThe looms stopped.'))).toBe('The looms stopped.')
    expect(extractStandfirst(render('Hello!'))).toBe('Hello!')
    const introduction = 'This is what they said:\n\n> One thread.\n\nThe looms stopped.'
    expect(extractStandfirst(render(introduction))).toBe('The looms stopped.')
  })

  it.each([
    ['Devanagari', 'नदी बहती है। वह गाँव के पास से गुज़रती है।'],
    ['Urdu', 'دریا بہتا ہے۔ کیا وہ گاؤں کے پاس سے گزرتا ہے؟'],
    ['Bengali', 'নদী বয়ে যায়। তার পাশে একটি গ্রাম।'],
    ['Burmese', 'မြစ်သည်စီးဆင်းသည်။ ဒါကပုံပြင်ပါ။'],
  ])(
    'returns whole sentences of a paragraph in %s, even before a paragraph in Latin letters',
    (_, text) => {
      const [first] = text.split(/(?<=[।۔။])/)
      expect(extractStandfirst(render(`${text}\n\nA river in Bengal flows.`))).toBe(text)
      expect(extractStandfirst(render(`${first} ${'a'.repeat(200)}.`))).toBe(first)
    },
  )

  it('returns the beginning of the first prose paragraph', () => {
    const blocks = fc.array(fc.constantFrom(...notProse.map(([, block]) => block)), {
      maxLength: 6,
    })
    const sentence = fc
      .array(fc.stringMatching(/^[a-zéක&<>"]{1,9}$/), { minLength: 4, maxLength: 60 })
      .map((words) => `A ${words.join(' ')}`)
    fc.assert(
      fc.property(blocks, sentence, (before, text) => {
        const escaped = text.replace(/[&<>]/g, '\\$&')
        const found = extractStandfirst(render([...before, escaped].join('\n\n')))
        expect(found).not.toBe('')
        expect(text.startsWith(found)).toBe(true)
      }),
    )
  })
})

describe('isGeneratedExcerpt', () => {
  const caption = 'Sunila at her loom in Dumbara.'
  const html = render(`${figure}\n\n## What they say\n\n${prose}\n\nMore of it.`)

  it.each([
    'Sunila at her loom in Dumbara. Roe What they say The looms […]',
    'Sunila at her loom in Dumbara …',
    'Sunila at her loom in Dumbara.',
    '[caption id="a"]Sunila at her',
    '[Picture]',
  ])('recognises %j', (excerpt) => {
    expect(isGeneratedExcerpt(excerpt, html, [caption])).toBe(true)
  })

  it('recognises the beginning of a text with a heading', () => {
    const withHeading = render(`## What they say\n\n${prose}`)
    expect(isGeneratedExcerpt('What they say The looms of…', withHeading, [])).toBe(true)
  })

  it.each([
    'The looms of Dumbara stopped in May.',
    'The looms of Dumbara stopped in […]',
    'Two sisters, one thread.',
    'Sunila',
  ])('keeps %j', (excerpt) => {
    expect(isGeneratedExcerpt(excerpt, html, [caption])).toBe(false)
  })

  it('keeps an excerpt that repeats an introduction in italics', () => {
    const withIntroduction = render(`*Two sisters kept one thread.*\n\n${prose}`)
    expect(isGeneratedExcerpt('Two sisters kept one thread.', withIntroduction, [])).toBe(false)
  })

  it('recognises headings up to any word, wherever tags and entities are', () => {
    const word = fc.stringMatching(/^[a-zéක&<>"]{1,9}$/)
    const written = fc.record({ word, mark: fc.constantFrom('', '*', '**') })
    const headings = fc.array(fc.array(written, { minLength: 1, maxLength: 5 }), { minLength: 3 })
    fc.assert(
      fc.property(headings, fc.nat(), (lines, end) => {
        const body = lines
          .map((line) =>
            line.map((each) => `${each.mark}A${each.word.replace(/[&<>]/g, '\\$&')}A${each.mark}`),
          )
          .map((line) => `## ${line.join(' ')}`)
          .join('\n\n')
        const words = lines.flat().map((each) => `A${each.word}A`)
        const excerpt = words.slice(0, 6 + (end % words.length)).join(' ')
        const isLong = (excerpt.match(/[\p{L}\p{M}]/gu)?.length ?? 0) >= 12
        expect(isGeneratedExcerpt(excerpt, render(body), [])).toBe(isLong)
        expect(isGeneratedExcerpt(`${excerpt} otherwise`, render(body), [])).toBe(false)
      }),
    )
  })
})
