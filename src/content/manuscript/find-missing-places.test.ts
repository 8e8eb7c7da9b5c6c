import { describe, expect, it } from 'vitest'
import { findMissingPlaces, listLinkedSlugs } from './find-missing-places.ts'

const rain = { collection: 'articles', slug: 'rain' } as const

function messages(
  body: string,
  others: ReadonlyMap<string, string> = new Map(),
  previous: ReadonlyMap<string, string> = new Map(),
) {
  const texts = { current: others, previous: new Map([...others, ...previous]) }
  return findMissingPlaces(rain, body, texts).map(({ line, message }) => `${line}: ${message}`)
}

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
    expect(messages(`${text}\n\n${sections}`)).toEqual([])
  })

  it('is reported with its line if the place doesn’t exist', () => {
    const body = 'One\n[two](#nowhere)\n\n| a |\n|---|\n| [b](/rain#one) |\n\n<!-- more -->\n\n'
    expect(messages(body + sections)).toEqual([
      '2: #nowhere isn’t a place in this text, which has #on-one, #on-دو, #on-three, #on-four and others',
      '6: #one isn’t a place in /rain: did you mean #on-one?',
    ])
    expect(messages('[a](#fn1)')).toEqual([
      '1: #fn1 isn’t a place in this text, which has no headings',
    ])
  })

  it('may be broken already, but a new version may not break it', () => {
    const body = '[a](#the-river) and [b](#on-one) and [c](/snow#gone)'
    const before = new Map([['/rain', `${body}\n\n## One`]])
    const problems = messages(`${body}\n\n## Two`, new Map([['/snow', '']]), before)
    expect(problems).toEqual(['1: #on-one isn’t a place in this text, which has #on-two'])
  })

  it('in another story is checked against that story', () => {
    const body = '[a](/snow#on-one), [b](/hail#on-one), [c](/ice#on-one)'
    const others = new Map([
      ['/snow', '## One'],
      ['/hail', '## Two'],
    ])
    expect(messages(body, others)).toEqual(['1: #on-one isn’t a place in /hail, which has #on-two'])
    expect(listLinkedSlugs(`${body} [d](/events/one#x) [e](/about)`)).toEqual([
      'snow',
      'hail',
      'ice',
    ])
  })
})
