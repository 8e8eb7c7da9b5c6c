/** Tests the picture library's list: which pictures it shows to whom, and in which order. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { PictureItem } from '../../src/contracts/endpoints/picture-endpoints.ts'
import { second } from '../../src/domain/duration.ts'
import { type DocumentsHarness, textFields } from '../documents/testing/documents-harness.ts'
import { type Browser, expectRefusal } from '../testing/reader-harness.ts'
import { createPictureLibrary, picturesPath } from './testing/picture-library.ts'

const { prepare, upload, read, change } = createPictureLibrary()

let harness: DocumentsHarness
let editor: Browser
let writer: Browser
beforeEach(async () => {
  ;({ harness, editor, writer } = await prepare())
})

const coverId = textFields.image.id

async function list(query: object = {}, { send } = editor) {
  const response = await send('GET', `${picturesPath}?${new URLSearchParams({ ...query })}`)
  expect(response.status).toBe(200)
  return (await response.json()) as {
    pictures: PictureItem[]
    next: string | null
    isComplete: boolean
  }
}

async function listNames(query: object = {}, browser = editor) {
  return (await list(query, browser)).pictures.map(({ name, id }) => name || id)
}

describe('a list of pictures', () => {
  it('shows each picture once, newest first, page by page', async () => {
    for (let width = 1; width <= 40; width++) await upload(width, `p${width}.png`)
    const first = await list()
    expect(first.pictures).toHaveLength(36)
    expect(first.pictures[0]!.name).toBe('p40.png')
    const second = await list({ after: first.next! })
    expect(second.pictures.map(({ name }) => name)).toEqual(
      ['p4', 'p3', 'p2', 'p1'].map((name) => `${name}.png`),
    )
    expect(second.next).toBeNull()
  })

  it('includes pictures of documents that the desk didn’t write', async () => {
    expect(await listNames()).toEqual([])
    await harness.storeStory('imported', { image: { ...textFields.image, alt: 'A river' } })
    expect((await list()).pictures).toMatchObject([{ id: coverId, alt: 'A river', credit: 'Us' }])
  })

  it('includes pictures of many documents with the same time, and of later documents', async () => {
    for (let index = 0; index < 210; index++)
      await harness.storeStory(`story-${index}`, {
        image: { ...textFields.image, id: `a-${index}-0123456789abcdef` },
      })
    expect((await list()).isComplete).toBe(false)
    expect((await list()).isComplete).toBe(true)
    harness.advance(second)
    await harness.storeStory('latest', { image: textFields.image })
    expect((await listNames({ search: 'boat' }))[0]).toBe(coverId)
    expect((await read('a-209-0123456789abcdef')).uses).toHaveLength(1)
    expect((await read(coverId)).uses).toHaveLength(1)
  })

  it('can be searched by beginnings of words, and filtered by missing descriptions', async () => {
    const boat = await upload(1, 'boat.png')
    await upload(2, 'Élan.png')
    await change(boat.id, { alt: 'Two fishermen', credit: 'Zoë Khan' })
    expect(await listNames({ search: 'fish zo' })).toEqual(['boat.png'])
    expect(await listNames({ search: 'ELAN' })).toEqual(['Élan.png'])
    expect(await listNames({ search: 'fish river' })).toEqual([])
    expect(await listNames({ search: '…' })).toEqual([])
    expect(await listNames({ needs: 'alt' })).toEqual(['Élan.png'])
    expect(await listNames({ needs: 'alt', search: 'boat' })).toEqual([])
  })

  it('shows writers their own pictures only', async () => {
    const theirs = await upload(1, 'theirs.png')
    const own = await upload(2, 'own.png', writer)
    expect(await listNames({}, writer)).toEqual(['own.png'])
    expect(await listNames({ search: 'theirs' }, writer)).toEqual([])
    await expectRefusal(writer.send('GET', `${picturesPath}/${theirs.id}`), 404, 'not_found')
    await expectRefusal(change(theirs.id, { alt: 'Mine' }, writer), 404, 'not_found')
    expect((await change(own.id, { alt: 'Mine' }, writer)).status).toBe(200)
    await expectRefusal(
      writer.send('POST', `${picturesPath}/${own.id}/replace`, { by: theirs.id }),
      403,
      'forbidden',
    )
  })

  it('is available only to staff who write', async () => {
    const { send } = await harness.addStaff('sam', 'support')
    await expectRefusal(send('GET', picturesPath), 403, 'forbidden')
    const reader = await harness.addReader('ravi')
    await expectRefusal(reader.send('GET', picturesPath), 404, 'not_found')
    await expectRefusal(editor.send('GET', `${picturesPath}?after=x`), 400, 'bad_request')
  })
})
