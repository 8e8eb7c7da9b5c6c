import { describe, expect, it } from 'vitest'
import { findMissingPlaces, listLinkedSlugs } from './find-missing-places.ts'
import { type Manuscript, parseManuscript } from './parse-manuscript.ts'

function write(body: string, slug = 'rain'): Manuscript {
  const parsed = parseManuscript(`${slug}.md`, `---\ntitle: Rain\n---\n${body}`)
  if (!parsed.ok) throw new Error('not a manuscript')
  return parsed.value
}

const messages = (...parameters: Parameters<typeof findMissingPlaces>) =>
  findMissingPlaces(...parameters).map(({ line, message }) => `${line}: ${message}`)

const sections = '## One\n\n## دو\n\n## Three\n\n## Four\n\n## Five'

describe('a link to a place', () => {
  it.each([
    '[a](#on-one) and [b](#on-دو) and [c](#on-%D8%AF%D9%88)',
    '[a](/rain#on-one) and [b](/rain?x=1#on-one)',
    'A note.[^1]\n\n[^1]: Its text, and [more](#fnref1).',
    '[a](#) and [b](#top) and [c](#:~:text=rain) and [d](#on-one:~:text=rain)',
    '[a](#corrections)',
    '[a](https://example.org/#nowhere) and [b](/unknown#nowhere)',
    '`[a](#nowhere)`',
  ])('is accepted if the place exists: %s', (text) => {
    expect(messages([write(`${text}\n\n${sections}`)])).toEqual([])
  })

  it('is reported with its line if the place doesn’t exist', () => {
    const body = 'One\n[two](#nowhere)\n\n| a |\n|---|\n| [b](/rain#one) |\n\n<!-- more -->\n\n'
    expect(messages([write(body + sections), write('[a](#fn1)', 'snow')])).toEqual([
      '5: #nowhere isn’t a place in this text, which has #on-one, #on-دو, #on-three, #on-four and others',
      '9: #one isn’t a place in /rain: did you mean #on-one?',
      '4: #fn1 isn’t a place in this text, which has no headings',
    ])
  })

  it('may be broken already, but a new version may not break it', () => {
    const body = '[a](#the-river) and [b](#on-one) and [c](/snow#gone)'
    const before = new Map([['/rain', `${body}\n\n## One`]])
    const problems = messages([write(`${body}\n\n## Two`)], new Map([['/snow', '']]), before)
    expect(problems).toEqual(['4: #on-one isn’t a place in this text, which has #on-two'])
  })

  it('in another story is looked up there', () => {
    const linking = write('[a](/snow#on-one), [b](/hail#on-one), [c](/ice#on-one)')
    const others = [linking, write('## One', 'snow')]
    expect(messages(others, new Map([['/hail', '## Two']]))).toEqual([
      '4: #on-one isn’t a place in /hail, which has #on-two',
    ])
    expect(listLinkedSlugs(`${linking.body} [d](/events/one#x) [e](/about)`)).toEqual([
      'snow',
      'hail',
      'ice',
    ])
  })
})
