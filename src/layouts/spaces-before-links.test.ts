import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/**
 * Matches a text line that ends in a word, before a line that begins with an inline element, or with a value that text
 * follows: the build drops the line break.
 */
const missingSpace =
  /^\s*(?!\/\/|\*|import\b).*[\p{L}\p{N},:;.]\n\s*(?:<(?:a|strong|em|time|code)\b|\{[\w.]+\}[ .,])/gmu

const listMissingSpaces = (source: string) =>
  [...source.matchAll(missingSpace)].map(([lines]) => lines.trim().replace(/\s*\n\s*/, ' ⏎ '))

describe('text before a link or a value', () => {
  it('is distinguished from other lines', () => {
    expect(listMissingSpaces('<p>\n  Write to\n  <a href="/">us</a>\n</p>')).toHaveLength(1)
    expect(listMissingSpaces('<p>\n  Write to{\' \'}\n  <a href="/">us</a>\n</p>')).toEqual([])
    expect(listMissingSpaces('<p>Write</p>\n<a href="/">us</a>')).toEqual([])
    expect(listMissingSpaces('  your sign-up to\n  {site.name}. It ends.')).toHaveLength(1)
    expect(listMissingSpaces("  your sign-up to{' '}\n  {site.name}. It ends.")).toEqual([])
  })

  it('ends in a space', () => {
    const files = globSync('src/**/*.{astro,tsx}')
    expect(files.length).toBeGreaterThan(100)
    const missing = files.flatMap((file) =>
      listMissingSpaces(readFileSync(file, 'utf8')).map((lines) => `${file}: ${lines}`),
    )
    expect(missing).toEqual([])
  })
})
