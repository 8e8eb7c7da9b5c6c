import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAmpersandScanner } from './scan-ampersands.ts'

function escapeBare(...chunks: string[]) {
  let text = ''
  const lines: number[] = []
  const scanner = createAmpersandScanner({
    onText: (part) => {
      text += part
    },
    onAmpersand: (line) => {
      text += '&amp;'
      lines.push(line)
    },
  })
  for (const chunk of chunks) scanner.read(chunk)
  scanner.end()
  return { text, lines }
}

describe('createAmpersandScanner', () => {
  it.each([
    ['a & b\n& ', 'a &amp; b\n&amp; ', [1, 2]],
    ['cut by the end: &am', 'cut by the end: &am', []],
    [
      '<a b="c&d">\n\n&amp;&#38;&#x26;&nbsp;&eacute;',
      '<a b="c&amp;d">\n\n&amp;&#38;&#x26;&nbsp;&eacute;',
      [1],
    ],
    [
      '<![CDATA[a & b]]>\n<!-- & --><?x & ?>\n&;',
      '<![CDATA[a & b]]>\n<!-- & --><?x & ?>\n&amp;;',
      [3],
    ],
    [`&${'a'.repeat(100)};`, `&amp;${'a'.repeat(100)};`, [1]],
    ['<![CDATA[a ]] > & never closed', '<![CDATA[a ]] > & never closed', []],
  ])('finds the bare ampersands of %j', (source, text, lines) => {
    expect(escapeBare(source)).toEqual({ text, lines })
  })

  it('finds the same ampersands in chunks of any size', () => {
    const part = fc.constantFrom(
      ...'& ; &amp; &#38; <![CDATA[ ]]> <!-- --> <? ?> a ] - <'.split(' '),
      ...['\n', ' '],
    )
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 60 }),
        fc.integer({ min: 1, max: 90 }),
        (parts, size) => {
          const source = parts.join('')
          const chunks = source.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []
          expect(escapeBare(...chunks)).toEqual(escapeBare(source))
        },
      ),
    )
  })
})
