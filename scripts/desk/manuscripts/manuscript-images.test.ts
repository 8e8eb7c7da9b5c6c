import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { parseManuscript } from '../../../src/content/manuscript/parse-manuscript.ts'
import { createTestFolder, writeTestFiles } from '../../shared/testing/test-folder.ts'
import { prepareImages } from './manuscript-images.ts'

const folder = createTestFolder()
const manuscripts = join(folder, 'work', 'manuscripts')

beforeAll(async () => {
  const create = { width: 6, height: 4, channels: 3, background: '#a33' } as const
  const jpeg = await sharp({ create }).jpeg().toBuffer()
  writeTestFiles(folder, { 'secret.jpg': jpeg, 'work/shared.jpg': jpeg })
  writeTestFiles(manuscripts, {
    'own.jpg': jpeg,
    'text.jpg': 'no picture',
    'walk.mp3': 'ID3 and sound',
  })
  symlinkSync(join(folder, 'secret.jpg'), join(manuscripts, 'link.jpg'))
})

function prepareImagesOf(front: string, body: string) {
  const text = `---\n${front}\n---\n${body}\n`
  const parsed = parseManuscript(join(manuscripts, 'a.md'), text)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.failure))
  return prepareImages(parsed.value, join(folder, 'work'))
}

const figure = (src: string) => `::figure{src="${src}" alt="A" caption="B"}`

describe('the pictures of a manuscript', () => {
  it('get ids and sizes in place of their files', async () => {
    const own = figure('own.jpg')
    const body = `One.\n\n\`\`\`\n${own}\n\`\`\`\n\n> ${own}\n\nEnd.`
    const prepared = await prepareImagesOf('image:\n  file: ../shared.jpg\n  alt: A', body)
    expect(prepared.problems).toEqual([])
    expect(prepared.images.map(({ file }) => file)).toEqual([
      join(folder, 'work', 'shared.jpg'),
      join(manuscripts, 'own.jpg'),
    ])
    const [shared, inserted] = prepared.images
    expect(prepared.fields.image).toEqual({ alt: 'A', id: shared!.id, width: 6, height: 4 })
    expect(prepared.fields.body).toBe(
      `One.\n\n\`\`\`\n${own}\n\`\`\`\n\n` +
        `> ::figure{image="${inserted!.id}" width="6" height="4" alt="A" caption="B"}\n\nEnd.`,
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
  ])('are refused in %j, and the line is named', async (src) => {
    const { images, problems } = await prepareImagesOf('title: A', `One.\n\n${figure(src)}`)
    expect(images).toEqual([])
    expect(problems).toMatchObject([{ line: 6 }])
    const inFront = await prepareImagesOf(`image:\n  alt: A\n  file: "${src}"`, 'One.')
    expect(inFront.problems).toMatchObject([{ line: 4, column: 9 }])
  })

  it.each([
    ['Own.JPG', '::figure: Own.JPG was not found. Did you mean own.jpg?'],
    ['../sharde.jpg', '::figure: ../sharde.jpg was not found. Did you mean ../shared.jpg?'],
    ['other.jpg', '::figure: other.jpg was not found'],
    ['nowhere/own.jpg', '::figure: nowhere/own.jpg was not found'],
  ])('are suggested for %s', async (src, message) => {
    const { problems } = await prepareImagesOf('title: A', figure(src))
    expect(problems).toMatchObject([{ message }])
  })

  it('can include recordings, which get an id in place of their file', async () => {
    const recording = '::audio{src="walk.mp3" title="A walk" credit="B"}'
    const prepared = await prepareImagesOf('title: A', `One.\n\n> ${recording}`)
    const { id } = prepared.images[0]!
    expect(prepared.problems).toEqual([])
    expect(prepared.images).toMatchObject([
      {
        id: expect.stringMatching(/^walk-/),
        kind: 'audio/mpeg',
        file: join(manuscripts, 'walk.mp3'),
      },
    ])
    expect(prepared.fields.body).toBe(`One.\n\n> ::audio{file="${id}" title="A walk" credit="B"}`)
    for (const src of ['own.jpg', 'missing.mp3', '../../secret.jpg', 'https://example.com/a.mp3']) {
      const { images, problems } = await prepareImagesOf(
        'title: A',
        `One.\n\n::audio{src="${src}"}`,
      )
      expect(images).toEqual([])
      expect(problems).toMatchObject([{ line: 6, message: expect.stringMatching(/^::audio: /) }])
    }
  })

  it('stay unchanged if they are already stored', async () => {
    const image = '{ id: a-0123456789abcdef, alt: A, credit: B, width: 3, height: 2 }'
    const stored = '::figure{image="b-0123456789abcdef" alt="A" width="3" height="2"}'
    const prepared = await prepareImagesOf(`image: ${image}`, stored)
    expect(prepared).toMatchObject({ images: [], problems: [], fields: { body: stored } })
  })
})
