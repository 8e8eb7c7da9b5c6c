import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseManuscript, readManuscripts } from './manuscript.ts'
import { formatManuscript, markFile, markManuscript } from './manuscript-file.ts'

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
  // As the desk stores a body: trimmed, with the line ends of the web.
  const body = fc
    .array(fc.oneof(fc.string(), fc.constantFrom('---', '', '    code', '<!-- more -->')))
    .map((lines) => lines.join('\n').replaceAll('\r', '').trim())

  it('is read again as it was, whatever is in it', () => {
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

  it('looks as editors write it', () => {
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
        'publishedAt: 2026-11-08T02:30:00Z',
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

describe('the mark that publishing leaves', () => {
  const publishedAt = new Date('2026-11-08T02:30:00Z')

  it('leaves a comment behind an empty value one', () => {
    const text = '---\npublishedAt: # to be decided\nversion:# none\n---\n'
    const marked = markManuscript(text, { version, publishedAt })
    expect(marked).toContain('publishedAt: 2026-11-08T02:30:00Z # to be decided\n')
  })

  it('changes its own lines, and nothing else to the character', () => {
    const text =
      '---\n# Why\ntitle:   A  # so\nversion: "old"   # ours\npublishedAt:\n---\n\n Text. \n'
    expect(markManuscript(text, { version, publishedAt })).toBe(
      `---\n# Why\ntitle:   A  # so\nversion: "${version}"   # ours\npublishedAt: 2026-11-08T02:30:00Z\n---\n\n Text. \n`,
    )
  })

  it('is added where there was none, with the line ends of the file', () => {
    expect(markManuscript('---\r\ntitle: A\r\n---\r\nB', { version, publishedAt })).toBe(
      `---\r\ntitle: A\r\npublishedAt: 2026-11-08T02:30:00Z\r\nversion: "${version}"\r\n---\r\nB`,
    )
    expect(markManuscript('---\n{ title: A }\n---\nB', { version })).toBe(
      `---\n{ title: A , version: "${version}"}\n---\nB`,
    )
  })

  it('corrects a status only where the file names one', () => {
    const marked = markManuscript('---\nstatus: draft\n---\n', { version, status: 'published' })
    expect(marked).toContain('status: published\n')
    expect(markManuscript('---\na: 1\n---\n', { version, status: 'published' })).not.toContain(
      'status',
    )
  })

  it('leaves every manuscript of the sample the same but for its version', () => {
    for (const folder of ['articles', 'authors', 'pages', 'events']) {
      for (const { path, fields, body } of readManuscripts(join('scripts/sample', folder))) {
        const marked = parsed(markManuscript(readFileSync(path, 'utf8'), { version }))
        expect(marked).toMatchObject({ version, fields, body })
      }
    }
  })

  it('keeps the rights of the file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'desk-'))
    const file = join(folder, 'a.md')
    writeFileSync(file, '---\ntitle: A\n---\nB\n')
    chmodSync(file, 0o640)
    markFile(file, { version })
    expect(readFileSync(file, 'utf8')).toContain(`version: "${version}"`)
    expect(statSync(file).mode & 0o777).toBe(0o640)
    rmSync(folder, { recursive: true })
  })
})
