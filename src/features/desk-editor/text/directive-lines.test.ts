import { Text } from '@codemirror/state'
import { describe, expect, it } from 'vitest'
import { findDirectiveLines, formatDirective, readAttributes } from './directive-lines.ts'

const find = (...lines: readonly string[]) =>
  findDirectiveLines(Text.of([...lines])).map(({ kind, from }) => `${kind} ${from}`)

describe('lines drawn as cards', () => {
  it('are directives and the end of the free preview', () => {
    expect(find('A.', '::figure{image="a"}', '<!-- more -->', '::embed{url="x"}')).toEqual([
      'figure 3',
      'more 23',
      'embed 37',
    ])
    expect(find(':::pullquote{by="A"}', 'B', ':::', ':::')).toEqual(['pullquote 0', 'close 23'])
  })

  it('aren’t code, text, or directives with other names', () => {
    expect(find('```', '::figure{image="a"}', '```', 'See ::figure{}', '::nothing')).toEqual([])
  })
})

it('the attributes of a directive are read as they were written', () => {
  const written = formatDirective('::figure', {
    image: 'a',
    alt: '',
    caption: 'He said “so”',
    credit: '',
  })
  expect(written).toBe('::figure{image="a" alt="" caption="He said “so”"}')
  expect(readAttributes(written)).toEqual({ image: 'a', alt: '', caption: 'He said “so”' })
  const marked = formatDirective('::figure', { alt: '"A" {b} "c"\nd' })
  expect(marked).toBe('::figure{alt="“A” (b) “c” d"}')
})
