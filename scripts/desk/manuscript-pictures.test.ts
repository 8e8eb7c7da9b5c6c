import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseManuscript } from './manuscript.ts'
import { closedPictures, namedPictures, preparePictures } from './manuscript-pictures.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'desk-')))
const manuscripts = join(folder, 'work', 'manuscripts')

beforeAll(async () => {
  mkdirSync(manuscripts, { recursive: true })
  const create = { width: 6, height: 4, channels: 3, background: '#a33' } as const
  const picture = await sharp({ create }).jpeg().toBuffer()
  for (const path of ['secret.jpg', 'work/shared.jpg', 'work/manuscripts/own.jpg']) {
    writeFileSync(join(folder, path), picture)
  }
  writeFileSync(join(manuscripts, 'text.jpg'), 'no picture')
  symlinkSync(join(folder, 'secret.jpg'), join(manuscripts, 'link.jpg'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function prepare(front: string, body: string) {
  const text = `---\n${front}\n---\n${body}\n`
  const parsed = parseManuscript(join(manuscripts, 'a.md'), text)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.failure))
  return preparePictures(parsed.value, join(folder, 'work'))
}

const figure = (src: string) => `::figure{src="${src}" alt="A" caption="B"}`

describe('the pictures of a manuscript', () => {
  it('get their ids and sizes where their files were named, and nothing else is touched', async () => {
    const body = [
      'One.',
      '',
      '```',
      figure('own.jpg'),
      '```',
      '',
      `> ${figure('own.jpg')}`,
      '',
    ].join('\n')
    const prepared = await prepare('image:\n  file: ../shared.jpg\n  alt: A', `${body}\nEnd.`)
    expect(prepared.problems).toEqual([])
    expect(prepared.pictures.map(({ file }) => file)).toEqual([
      join(folder, 'work', 'shared.jpg'),
      join(manuscripts, 'own.jpg'),
    ])
    const [shared, own] = prepared.pictures
    expect(prepared.fields.image).toEqual({ alt: 'A', id: shared!.id, width: 6, height: 4 })
    expect(prepared.fields.body).toBe(
      `One.\n\n\`\`\`\n${figure('own.jpg')}\n\`\`\`\n\n` +
        `> ::figure{image="${own!.id}" width="6" height="4" alt="A" caption="B"}\n\nEnd.`,
    )
  })

  it.each([
    '../../secret.jpg',
    'link.jpg',
    '/etc/hostname',
    'https://example.com/a.jpg',
    'file:///etc/hostname',
    'missing.jpg',
    'text.jpg',
    '.',
    '',
  ])('are not taken from %j, and the line is said', async (src) => {
    const { pictures, problems } = await prepare('title: A', `One.\n\n${figure(src)}`)
    expect(pictures).toEqual([])
    expect(problems).toMatchObject([{ line: 6 }])
    const inFront = await prepare(`image:\n  alt: A\n  file: "${src}"`, 'One.')
    expect(inFront.problems).toMatchObject([{ line: 4, column: 9 }])
  })

  it('that are stored already stay as they are', async () => {
    const image = '{ id: a-0123456789abcdef, alt: A, credit: B, width: 3, height: 2 }'
    const stored = '::figure{image="b-0123456789abcdef" alt="A" width="3" height="2"}'
    const prepared = await prepare(`image: ${image}`, stored)
    expect(prepared).toMatchObject({ pictures: [], problems: [], fields: { body: stored } })
  })

  it('are closed where they stand only behind the lead-in of what is not public', () => {
    const id = (name: string) => `${name}-0123456789abcdef`
    const line = (name: string) => `::figure{image="${id(name)}" alt="A" width="3" height="2"}`
    const parts = [line('open'), '<!-- more -->', line('open'), line('shut'), line('lead')]
    const fields = { body: parts.join('\n\n'), image: { id: id('lead') }, access: 'metered' }
    expect([...closedPictures('articles', fields)]).toEqual([id('shut')])
    expect(closedPictures('articles', { ...fields, access: 'public' }).size).toBe(0)
    expect(closedPictures('events', fields).size).toBe(0)
    expect(namedPictures(fields)).toEqual(new Set(['open', 'shut', 'lead'].map(id)))
  })
})
