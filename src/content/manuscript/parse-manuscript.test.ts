import { describe, expect, it } from 'vitest'
import { parseFile, parseManuscript, slugFromPath } from './parse-manuscript.ts'
import { applyEdits, type FieldProblem } from './problem.ts'

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

  it.each([
    ['2026-11-21T09:30:00Z', new Date('2026-11-21T09:30:00Z')],
    ['2026-11-21 15:00:00+05:30', new Date('2026-11-21T09:30:00Z')],
    ['2026-11-21 09:30 Europe/London', new Date('2026-11-21T09:30:00Z')],
    // Times without a zone are in the publication’s time zone.
    ['2026-11-21 15:00', new Date('2026-11-21T09:30:00Z')],
    ['2026-11-21', '2026-11-21'],
    ['"2026-11-21 15:00"', '2026-11-21 15:00'],
  ])('reads %s', (value, expected) => {
    expect(parse(text(`at: ${value}\nlist: [{ at: ${value} }]`)).fields).toEqual({
      at: expected,
      list: [{ at: expected }],
    })
  })

  it('reads times in an event’s time zone', () => {
    const { fields } = parse(text('startsAt: 2026-12-12 18:30\ntimeZone: Europe/London'))
    expect(fields.startsAt).toEqual(new Date('2026-12-12T18:30:00Z'))
  })

  it('is the same with Windows line endings and a byte order mark', () => {
    const source = text('title: A\ntags: [india]', 'One.\n\nTwo.')
    const windows = `\uFEFF${source.replaceAll('\n', '\r\n')}`
    const { problem: _, locate: __, ...expected } = parse(source)
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
    expect(problemsOf(text('at: 2026-03-29 01:30\ntimeZone: Europe/London'))).toEqual([[2, 5]])
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

describe('a value that needs quotation marks', () => {
  it.each([
    ['title: Rain: a story', 'title: "Rain: a story"'],
    ['title: Rain: a story  # why', 'title: "Rain: a story"  # why'],
    ['title: "Rain" and sun', 'title: "\\"Rain\\" and sun"'],
    ['title: "Rain', 'title: "Rain"'],
    ["title: 'It's raining'", 'title: "It\'s raining"'],
    ['title: *Rain', 'title: "*Rain"'],
    ['title: @rain', 'title: "@rain"'],
    ['title: [Draft] Rain', 'title: "[Draft] Rain"'],
    ['image:\n  alt: A: B\n  credit: `C', 'image:\n  alt: "A: B"\n  credit: "`C"'],
  ])('gets them: %j', (front, expected) => {
    const source = text(`dek: B\n${front}\ntags: [food]`)
    const { manuscript, problems } = parseFile('a.md', source)
    const fixed = applyEdits(
      source,
      problems.flatMap(({ edit }) => edit ?? []),
    )
    expect(fixed).toBe(text(`dek: B\n${expected}\ntags: [food]`))
    // Everything else is checked too.
    expect(manuscript?.fields).toEqual(parse(fixed).fields)
    expect(problems[0]?.message).toMatch(/^put the \w+ in quotation marks: /)
  })

  it('is reported with its line', () => {
    expect(parseFile('a.md', text('dek: B\ntitle: Rain: a story')).problems).toMatchObject([
      { line: 3, column: 8, message: 'put the title in quotation marks: title: "Rain: a story"' },
    ])
  })
})

it.each([
  ['title: A\ntitle: B', 'is written twice: remove one of them'],
  ['title: A\n\tdek: B', 'begins with a tab: use two spaces'],
  [
    'title A\ndek: B',
    'can’t be read: each line must be “name: value”, and a value with other characters needs quotation marks',
  ],
])('the problem of %j is described in plain words', (front, message) => {
  expect(parseFile('a.md', text(front)).problems).toMatchObject([{ message }])
})

describe('an edit in the file', () => {
  const source =
    '\uFEFF---\r\ntitel: A\r\ncategory: Culture  # why\r\nauthors: [A B]\r\n---\r\n\r\nOne.\r\n\r\nTwo.\r\n'

  it.each<[FieldProblem, string, string]>([
    [{ field: ['titel'], message: '', fix: { name: 'title' } }, 'titel', 'title'],
    [{ field: ['category'], message: '', fix: { value: 'culture' } }, 'Culture', 'culture'],
    [{ field: ['authors', 0], message: '', fix: { value: 'a-b' } }, 'A B', 'a-b'],
    [{ field: ['category'], message: '', fix: { value: 'a: b' } }, 'Culture', '"a: b"'],
    [
      { field: ['body'], message: '', line: 3, fix: { edit: { from: 6, to: 10, insert: 'A\nB' } } },
      'Two.',
      'A\r\nB',
    ],
  ])('solves %j', (problem, from, to) => {
    const { edit } = parse(source).locate(problem)
    expect(edit && applyEdits(source, [edit])).toBe(source.replace(from, to))
  })

  it('isn’t made from a guess', () => {
    const fix = { name: 'title', isGuess: true } as const
    expect(parse(source).locate({ field: ['titel'], message: '', fix })).not.toHaveProperty('edit')
  })
})
