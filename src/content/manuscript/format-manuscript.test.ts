import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatManuscript, writePublishedState } from './format-manuscript.ts'
import { parseManuscript } from './parse-manuscript.ts'

const version = '2026-11-21T09:30:00.123456Z'

function parsed(text: string) {
  const answer = parseManuscript('a.md', text)
  if (!answer.ok) throw new Error(`${JSON.stringify(answer.failure)}\n${text}`)
  return answer.value
}

describe('a document as a manuscript', () => {
  const leaf = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string(),
    fc.constantFrom(
      'yes',
      'null',
      '~',
      '12',
      '2026-11-21',
      '- a',
      '# b',
      'a: b',
      '|',
      '"',
      '\n',
      '',
    ),
    fc.integer(),
    fc.boolean(),
    fc.date({ min: new Date('0000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
  )
  const name = fc
    .stringMatching(/^[a-z][A-Za-z]{0,8}$/)
    .filter((word) => !['version', 'collection', 'body', 'updatedAt'].includes(word))
  const value = fc.oneof(
    leaf,
    fc.array(leaf, { maxLength: 4 }),
    fc.dictionary(name, leaf, { maxKeys: 4, noNullPrototype: true }),
    fc.array(fc.dictionary(name, leaf, { maxKeys: 3, noNullPrototype: true }), { maxLength: 3 }),
  )
  const fields = fc.dictionary(name, value, { noNullPrototype: true })
  // The desk stores bodies trimmed, with \n.
  const body = fc
    .array(fc.oneof(fc.string(), fc.constantFrom('---', '', '    code', '<!-- more -->')))
    .map((lines) => lines.join('\n').replaceAll('\r', '').trim())

  it('parses back to the same document', () => {
    fc.assert(
      fc.property(fields, body, (front, text) => {
        const file = formatManuscript({
          collection: 'events',
          fields: { ...front, body: text, updatedAt: new Date() },
          version,
        })
        const manuscript = parsed(file)
        expect(manuscript).toMatchObject({ collection: 'events', version, body: text })
        expect(manuscript.fields).toEqual(front)
      }),
    )
  })

  it('is formatted like a handwritten one', () => {
    const fields = {
      image: { file: 'a.jpg', alt: 'A' },
      authors: ['thiri-hlaing'],
      title: 'A title: and what it is about',
      publishedAt: new Date('2026-11-08T02:30:00Z'),
      body: 'One.',
    }
    expect(formatManuscript({ collection: 'articles', fields, version })).toBe(
      [
        '---',
        'title: "A title: and what it is about"',
        'authors: [thiri-hlaing]',
        'publishedAt: 2026-11-08 08:00 +05:30',
        'image:',
        '  file: a.jpg',
        '  alt: A',
        `version: "${version}"`,
        '---',
        'One.',
        '',
      ].join('\n'),
    )
  })
})

describe('the version written back', () => {
  const publishedAt = new Date('2026-11-08T02:30:00Z')

  it('keeps a comment after an empty value', () => {
    const text = '---\npublishedAt: # to be decided\nversion:# none\n---\n'
    const marked = writePublishedState(text, { version, publishedAt })
    expect(marked).toContain('publishedAt: 2026-11-08 08:00 +05:30 # to be decided\n')
  })

  it('changes only its own lines', () => {
    const text =
      '---\n# Why\ntitle:   A  # so\nversion: "old"   # ours\npublishedAt:\n---\n\n Text. \n'
    expect(writePublishedState(text, { version, publishedAt })).toBe(
      `---\n# Why\ntitle:   A  # so\nversion: "${version}"   # ours\npublishedAt: 2026-11-08 08:00 +05:30\n---\n\n Text. \n`,
    )
  })

  it('is added if missing, with the file’s line endings', () => {
    expect(writePublishedState('---\r\ntitle: A\r\n---\r\nB', { version, publishedAt })).toBe(
      `---\r\ntitle: A\r\npublishedAt: 2026-11-08 08:00 +05:30\r\nversion: "${version}"\r\n---\r\nB`,
    )
    expect(writePublishedState('---\n{ title: A }\n---\nB', { version })).toBe(
      `---\n{ title: A , version: "${version}"}\n---\nB`,
    )
  })

  it('updates a status only if the file has one', () => {
    const marked = writePublishedState('---\nstatus: draft\n---\n', {
      version,
      status: 'published',
    })
    expect(marked).toContain('status: published\n')
    expect(writePublishedState('---\na: 1\n---\n', { version, status: 'published' })).not.toContain(
      'status',
    )
  })
})
