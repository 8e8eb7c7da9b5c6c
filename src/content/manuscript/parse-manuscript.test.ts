import { describe, expect, it } from 'vitest'
import { parseManuscript, slugFromPath } from './parse-manuscript.ts'

const text = (front: string, body = 'A text.') => `---\n${front}\n---\n${body}\n`

function problemsOf(source: string) {
  const parsed = parseManuscript('a.md', source)
  return parsed.ok ? [] : parsed.failure.map(({ line, column }) => [line, column])
}

function parse(source: string) {
  const parsed = parseManuscript('folder/a-story.md', source)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.failure))
  return parsed.value
}

describe('a manuscript', () => {
  it('has front matter, the desk’s own fields and a body', () => {
    const manuscript = parse(
      text(
        'collection: pages\nversion: "2026-11-21T09:30:00.123456Z"\ntitle: About',
        '\n\nHello.\n',
      ),
    )
    expect(manuscript).toMatchObject({
      slug: 'a-story',
      collection: 'pages',
      version: '2026-11-21T09:30:00.123456Z',
      fields: { title: 'About' },
      body: 'Hello.',
    })
  })

  it('keeps the microseconds of an unquoted version', () => {
    const { version } = parse(text('version: 2026-11-21T09:30:00.123456Z'))
    expect(version).toBe('2026-11-21T09:30:00.123456Z')
  })

  it('parses instants only if they have a zone', () => {
    const { fields } = parse(
      text('one: 2026-11-21T09:30:00Z\ntwo: 2026-11-21 15:00:00+05:30\nthree: 2026-11-21'),
    )
    const instant = new Date('2026-11-21T09:30:00Z')
    expect(fields).toEqual({ one: instant, two: instant, three: '2026-11-21' })
  })

  it('is the same with Windows line endings and a byte order mark', () => {
    const source = text('title: A\ntags: [india]', 'One.\n\nTwo.')
    const windows = `\uFEFF${source.replaceAll('\n', '\r\n')}`
    const { problem: _, ...expected } = parse(source)
    expect(parse(windows)).toMatchObject(expected)
    expect(parse(windows).problem(['tags', 0], 'no')).toMatchObject({ line: 3, column: 8 })
    expect(parse(windows).problem(['body'], 'no', 3)).toMatchObject({ line: 7 })
  })

  it('locates a field, or its parent if missing', () => {
    const { problem } = parse(text('title: A\nimage:\n  alt: B\n  width: 3', '\n\nOne.\n\nTwo.'))
    expect(problem(['image', 'width'], 'no')).toMatchObject({ line: 5, column: 10 })
    expect(problem(['image', 'credit'], 'is missing')).toEqual({
      path: 'folder/a-story.md',
      line: 4,
      column: 3,
      message: 'image.credit: is missing',
    })
    expect(problem(['dek'], 'is missing')).toMatchObject({ line: 1, column: 1 })
    expect(problem(['body'], 'no', 3)).toMatchObject({ line: 11, column: 1 })
  })

  it('is refused with the position of the error', () => {
    expect(problemsOf('No front matter.')).toEqual([[1, 1]])
    expect(problemsOf(text('title: "A'))).toHaveLength(1)
    expect(problemsOf(text('title: A\ntitle: B'))).toEqual([[3, 1]])
    expect(problemsOf(text('title: A\nat: 2026-02-30T00:00:00Z'))).toEqual([[3, 5]])
    expect(problemsOf(text('- a list'))).toEqual([[2, 1]])
    expect(problemsOf(text('collection: users'))).toEqual([[2, 13]])
    expect(problemsOf(text('version: 3'))).toEqual([[2, 10]])
  })

  it('is refused if its aliases expand endlessly', () => {
    const levels = Array.from({ length: 12 }, (_, level) =>
      level === 0
        ? 'a0: &a0 [x, x, x, x, x, x, x, x]'
        : `a${level}: &a${level} [${Array(8)
            .fill(`*a${level - 1}`)
            .join(', ')}]`,
    )
    expect(problemsOf(text(levels.join('\n')))).toEqual([[2, 1]])
  })

  it('takes its slug from the file name', () => {
    expect(slugFromPath('/somewhere/a-story.md')).toBe('a-story')
  })
})
