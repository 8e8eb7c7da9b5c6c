/** Tests the picture library: who sees which pictures, where a picture is used, and changing all its uses. */
import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import type { PictureItem, PictureUse } from '../../src/contracts/endpoints/picture-endpoints.ts'
import { second } from '../../src/domain/duration.ts'
import {
  DocumentsHarness,
  openDesk,
  textFields,
  uploadFile,
} from '../documents/testing/documents-harness.ts'
import { type Browser, expectRefusal } from '../testing/reader-harness.ts'

let harness: DocumentsHarness
let editor: Browser
let writer: Browser
beforeEach(async () => {
  harness = await new DocumentsHarness().prepare()
  editor = await harness.addStaff('eva', 'editor')
  writer = await harness.addStaff('wasim', 'writer')
})

const root = '/api/desk/pictures'
const coverId = textFields.image.id

/** Uploads a picture that is different for each width. */
async function upload(width: number, name = 'A Boat.png', browser = editor) {
  const create = { width, height: 20, channels: 3, background: '#888888' } as const
  const bytes = Uint8Array.from(await sharp({ create }).png().toBuffer())
  harness.advance(second)
  const response = await uploadFile(harness, browser, bytes, { name })
  expect(response.status).toBe(200)
  return (await response.json()) as PictureItem
}

async function list(query: object = {}, { send } = editor) {
  const response = await send('GET', `${root}?${new URLSearchParams({ ...query })}`)
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

async function read(id: string, { send } = editor) {
  const response = await send('GET', `${root}/${id}`)
  expect(response.status).toBe(200)
  return (await response.json()) as PictureItem & { uses: PictureUse[]; next: number | null }
}

const change = (id: string, fields: object, { send } = editor) =>
  send('PATCH', `${root}/${id}`, fields)

async function publish(fields: object = {}, text = 'One.\n\n<!-- more -->\n\nTwo.', slug?: string) {
  const story = openDesk(editor, slug)
  await story.save({ fields: { ...textFields, ...fields }, body: text })
  expect((await story.post('publish', { revision: 1 })).status).toBe(200)
  harness.advance(second)
  return story
}

async function readStory(slug?: string) {
  const { stored } = await openDesk(editor, slug).read()
  return stored!
}

const figure = (id: string, alt: string) =>
  `::figure{image="${id}" alt="${alt}" width="37" height="20"}`

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
    await expectRefusal(writer.send('GET', `${root}/${theirs.id}`), 404, 'not_found')
    await expectRefusal(change(theirs.id, { alt: 'Mine' }, writer), 404, 'not_found')
    expect((await change(own.id, { alt: 'Mine' }, writer)).status).toBe(200)
    await expectRefusal(
      writer.send('POST', `${root}/${own.id}/replace`, { by: theirs.id }),
      403,
      'forbidden',
    )
  })

  it('is available only to staff who write', async () => {
    const { send } = await harness.addStaff('sam', 'support')
    await expectRefusal(send('GET', root), 403, 'forbidden')
    const reader = await harness.addReader('ravi')
    await expectRefusal(reader.send('GET', root), 404, 'not_found')
    await expectRefusal(editor.send('GET', `${root}?after=x`), 400, 'bad_request')
  })
})

describe('a picture', () => {
  it('lists the stories and drafts that show it', async () => {
    const { id } = await upload(37)
    await publish({}, `One.\n\n${figure(id, 'A boat')}\n\nTwo.\n\n<!-- more -->\n\nThree.`)
    const image = { ...textFields.image, id }
    const draft = openDesk(writer, 'a-draft')
    await draft.save({ fields: { ...textFields, title: 'Drafted', image } })
    expect((await read(id)).uses).toEqual([
      {
        collection: 'articles',
        slug: 'fathers-in-pencil',
        title: 'Fathers in pencil',
        isDraft: false,
      },
      { collection: 'articles', slug: 'a-draft', title: 'Drafted', isDraft: true },
    ])
    const story = openDesk(editor)
    await story.save({
      body: 'One.\n\n<!-- more -->\n\nTwo.',
      base: (await story.read()).stored!.version,
    })
    await story.post('publish', { revision: 1 })
    expect((await read(id)).uses).toMatchObject([{ slug: 'a-draft' }])
    await draft.remove()
    expect((await read(id)).uses).toEqual([])
  })

  it('names issues, and drafts that show it in their text only', async () => {
    const { id } = await upload(37)
    const issue = { subject: 'Rain', body: figure(id, 'A boat'), updatedAt: harness.now }
    await harness.store({ 'issues/2026-03-01': issue })
    await openDesk(editor, 'a-draft').save({ body: figure(id, 'A boat') })
    expect((await read(id)).uses).toMatchObject([
      { collection: 'issues', slug: '2026-03-01', title: 'Rain', isDraft: false },
      { collection: 'articles', slug: 'a-draft', isDraft: true },
    ])
  })

  it('has any number of uses, in pages, and is replaced in all of them', async () => {
    const { id } = await upload(37)
    const other = await upload(41)
    for (let index = 0; index < 70; index++)
      await harness.storeStory(`story-${index}`, { image: { ...textFields.image, id } })
    const first = await read(id)
    expect([first.uses.length, first.next]).toEqual([50, 50])
    const second = await read(`${id}?after=50`)
    expect([second.uses.length, second.next]).toEqual([20, null])
    const replace = async () =>
      (await editor.send('POST', `${root}/${id}/replace`, { by: other.id })).json()
    expect(await replace()).toEqual({ changed: 50, left: 20 })
    expect(await replace()).toEqual({ changed: 20, left: 0 })
    expect((await read(id)).uses).toEqual([])
    expect((await read(`${other.id}?after=50`)).uses).toHaveLength(20)
  })

  it('has a focal point, which is changed in all documents in one commit', async () => {
    const text = `One.\n\n${figure(coverId, 'A boat')}\n\n<!-- more -->\n\nTwo.`
    await publish({}, text)
    await publish({ title: 'Another' }, undefined, 'another')
    const before = harness.rebuilds
    const changed = await change(coverId, { focus: '20 80' })
    expect(await changed.json()).toMatchObject({ focus: '20 80', changed: 2 })
    for (const slug of [undefined, 'another'])
      expect((await readStory(slug)).fields.image).toMatchObject({ focus: '20 80' })
    expect((await readStory()).body).toContain('height="20" focus="20 80"}')
    expect(harness.rebuilds).toBeGreaterThan(before)
    expect(await (await change(coverId, { focus: '20 80' })).json()).toMatchObject({ changed: 0 })
    await change(coverId, { focus: null })
    expect((await readStory()).fields.image).not.toHaveProperty('focus')
    await expectRefusal(change(coverId, { focus: '20 180' }), 400, 'bad_request')
  })

  it('provides its texts where they’re missing, and nowhere else', async () => {
    const { id } = await upload(37)
    await harness.storeStory('imported', {
      image: { ...textFields.image, id, alt: '', altNeeded: true, credit: '' },
    })
    await harness.storeStory('described', { image: { ...textFields.image, id, alt: 'Its own' } })
    await change(id, { alt: 'A boat', credit: 'Mira' })
    const imported = (await readStory('imported')).fields.image
    expect(imported).toMatchObject({ alt: 'A boat', credit: 'Mira' })
    expect(imported).not.toHaveProperty('altNeeded')
    expect((await readStory('described')).fields.image).toMatchObject({
      alt: 'Its own',
      credit: 'Us',
    })
  })

  it('keeps the changes that two people make at once', async () => {
    const { id } = await upload(37)
    await Promise.all([change(id, { alt: 'A boat' }), change(id, { credit: 'Mira' })])
    expect(await read(id)).toMatchObject({ alt: 'A boat', credit: 'Mira' })
  })

  it('isn’t changed in published stories by a writer', async () => {
    const { id } = await upload(37, 'own.png', writer)
    await publish({ image: { ...textFields.image, id } })
    await change(id, { focus: '1 2' }, writer)
    expect((await readStory()).fields.image).not.toHaveProperty('focus')
  })
})

describe('replacing a picture', () => {
  it('changes all documents in one act, and opens the new picture', async () => {
    const old = await upload(37, 'old.png')
    const other = await upload(41, 'new.png')
    await change(old.id, { alt: 'A boat' })
    const text = `One.\n\n${figure(old.id, 'In the text')}\n\n<!-- more -->\n\nTwo.`
    await publish({ image: { ...textFields.image, id: old.id } }, text)
    await publish({ image: { ...textFields.image, id: old.id }, title: 'Two' }, undefined, 'two')
    const replace = () => editor.send('POST', `${root}/${old.id}/replace`, { by: other.id })
    expect(await (await replace()).json()).toEqual({ changed: 2, left: 0 })
    const { fields, body } = await readStory()
    expect(fields.image).toMatchObject({ id: other.id, width: 41, alt: 'A boat' })
    expect(body).toContain(`image="${other.id}" alt="In the text" width="41"`)
    expect(harness.isOpen(other.id)).toBe(true)
    expect((await read(old.id)).uses).toEqual([])
    expect((await read(other.id)).uses).toHaveLength(2)
    // The call is repeated.
    expect(await (await replace()).json()).toEqual({ changed: 0, left: 0 })
    const acts = (await harness.listActs()).filter(({ kind }) => kind === 'pictureReplaced')
    expect(acts).toHaveLength(1)
  })

  it('changes drafts too, which can still be saved and published', async () => {
    const old = await upload(37, 'old.png')
    const other = await upload(41, 'new.png')
    const image = { ...textFields.image, id: old.id }
    const story = await publish({ image })
    const base = (await story.read()).stored!.version
    const text = `One.\n\n${figure(old.id, 'A boat')}\n\n<!-- more -->\n\nTwo.`
    await story.save({ fields: { ...textFields, image }, body: text, base })
    const before = (await story.read()).draft!
    const replace = () => editor.send('POST', `${root}/${old.id}/replace`, { by: other.id })
    expect(await (await replace()).json()).toEqual({ changed: 2, left: 0 })
    const { draft } = await story.read()
    expect(draft).toMatchObject({
      revision: 2,
      fields: { image: { id: other.id } },
      savedAt: before.savedAt,
      savedBy: before.savedBy,
    })
    expect(draft!.body).toContain(`image="${other.id}"`)
    await expectRefusal(story.save({ body: text, base, revision: 1 }), 409, 'outdated')
    expect((await story.post('publish', { revision: 2 })).status).toBe(200)
    expect((await readStory()).body).toContain(`image="${other.id}"`)
  })

  it('is refused with a missing picture, or with the picture itself', async () => {
    const { id } = await upload(37)
    const replace = (by: string) => editor.send('POST', `${root}/${id}/replace`, { by })
    await expectRefusal(replace('missing-0123456789abcdef'), 404, 'not_found')
    await expectRefusal(replace(id), 409, 'not_possible')
  })
})
