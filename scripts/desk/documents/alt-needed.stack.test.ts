/** Editors work on imported articles whose pictures have no description. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stack } from '../../../functions/testing/edge-client.ts'
import { createDeskHarness } from '../testing/desk-process.ts'

const desk = createDeskHarness(stack)
const slug = 'imported-without-descriptions'
const file = `${slug}.md`
const imageId = (name: string) => `${name}-0123456789abcdef`
const cover = { id: imageId('loom'), credit: 'Roe', width: 3, height: 2 }
const figure = (name: string) =>
  `::figure{image="${imageId(name)}" width="3" height="2" alt="" altNeeded="true"}`
const imported = {
  title: 'One thread',
  dek: 'Two sisters kept it.',
  body: `The looms stopped.\n\n${figure('vat')}\n\n<!-- more -->\n\nThe rest.`,
  category: 'culture',
  editorsPick: false,
  tags: [],
  authors: ['thiri-hlaing'],
  image: { ...cover, alt: '', altNeeded: true },
  access: 'metered',
  corrections: [],
  status: 'published',
  publishedAt: new Date('2020-01-01T00:00:00Z'),
  importedFrom: 'wordpress:1',
}

beforeAll(() =>
  desk.commit({ set: `articles/${slug}`, fields: imported, serverTimes: ['updatedAt'] }),
)
afterAll(() => desk.removeDocuments([`articles/${slug}`]))

const readFields = async () => (await desk.readDocument(`articles/${slug}`))!.fields

async function listNeedingAlt() {
  const { code, out } = await desk.run('list', '--needs', 'alt', '--json')
  expect(code).toBe(0)
  const entries = JSON.parse(out) as { collection: string; slug: string }[]
  return entries.find((entry) => entry.slug === slug)
}

describe('an imported article whose pictures have no description', () => {
  it('is listed', async () => {
    expect(await listNeedingAlt()).toMatchObject({ collection: 'articles', needsAlt: true })
  })

  it('can be edited and published', async () => {
    expect(await desk.run('fetch', slug)).toMatchObject({ code: 0 })
    desk.write(file, desk.read(file).replace('One thread', 'Two threads'))
    expect(await desk.run('check', file, '--online')).toMatchObject({ code: 0, errors: '' })
    expect(await desk.run('publish', file)).toMatchObject({ code: 0, errors: '' })
    expect(await readFields()).toMatchObject({ ...imported, title: 'Two threads' })
  })

  it('refuses another picture without a description', async () => {
    const text = desk.read(file)
    desk.write(file, `${text}\n${figure('new')}\n`)
    const { code, errors } = await desk.run('publish', file)
    expect(code).not.toBe(0)
    expect(errors).toMatch(/^imported-.*\.md:\d+:1: ::figure needs a description/m)
    desk.write(file, text)
  })

  it('loses the flag of a picture that gets a description', async () => {
    desk.write(file, desk.read(file).replace('alt: ""', 'alt: A loom'))
    expect(await desk.run('publish', file)).toMatchObject({ code: 0, errors: '' })
    const { image } = await readFields()
    expect(image).toEqual({ ...cover, alt: 'A loom' })
    // The picture in the text has no description yet.
    expect(await listNeedingAlt()).toBeDefined()
    // The manuscript still has the flag.
    expect((await desk.run('publish', file)).out).toContain('no change')
  })
})
