/** Tests where a picture is used, and changing or replacing it in all its uses. */
import { beforeEach, describe, expect, it } from 'vitest'
import { hour, second } from '../../src/domain/duration.ts'
import {
  type DocumentsHarness,
  openDesk,
  textFields,
} from '../documents/testing/documents-harness.ts'
import { type Browser, expectRefusal } from '../testing/reader-harness.ts'
import { createPictureLibrary, picturesPath } from './testing/picture-library.ts'

const { prepare, upload, read, change, replace, publish, readStory } = createPictureLibrary()

let harness: DocumentsHarness
let editor: Browser
let writer: Browser
beforeEach(async () => {
  ;({ harness, editor, writer } = await prepare())
})

const coverId = textFields.image.id

const figure = (id: string, alt: string) =>
  `::figure{image="${id}" alt="${alt}" width="37" height="20"}`

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

  it('is still found in a draft after each rename', async () => {
    const { id } = await upload(37)
    const image = { ...textFields.image, id }
    const draft = openDesk(editor, 'a-draft')
    await draft.save({ fields: { ...textFields, image } })
    harness.advance(hour)
    expect((await read(id)).uses).toMatchObject([{ slug: 'a-draft' }])
    await draft.post('rename', { to: 'renamed' })
    expect((await read(id)).uses).toMatchObject([{ slug: 'renamed', isDraft: true }])
    harness.advance(hour)
    await openDesk(editor, 'renamed').post('rename', { to: 'renamed-again' })
    expect((await read(id)).uses).toMatchObject([{ slug: 'renamed-again' }])
  })

  it('is replaced in documents that its full record doesn’t name', async () => {
    const { id } = await upload(37)
    const other = await upload(41)
    for (const slug of ['one', 'two'])
      await harness.storeStory(slug, { image: { ...textFields.image, id } })
    expect((await read(id)).uses).toHaveLength(2)
    await harness.merge(`pictures/${id}`, { uses: ['articles/one'], hasMoreUses: true })
    expect(await read(id)).toMatchObject({ uses: [{ slug: 'one' }], hasMoreUses: true })
    expect(await replace(id, other.id)).toEqual({ changed: 1, left: 1 })
    expect(await replace(id, other.id)).toEqual({ changed: 0, left: 1 })
    expect(await replace(id, other.id)).toEqual({ changed: 1, left: 0 })
    expect(await read(id)).toMatchObject({ uses: [], hasMoreUses: false })
    expect((await read(other.id)).uses).toHaveLength(2)
  })

  it('isn’t reported as replaced everywhere until all documents have been read', async () => {
    const { id } = await upload(37)
    const other = await upload(41)
    for (let index = 0; index < 201; index++) await harness.storeStory(`story-${index}`)
    harness.advance(second)
    await harness.storeStory('last-story', { image: { ...textFields.image, id } })
    expect(await replace(id, other.id)).toEqual({ changed: 0, left: 1 })
    expect(await replace(id, other.id)).toEqual({ changed: 1, left: 0 })
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
    expect(await replace(id, other.id)).toEqual({ changed: 50, left: 20 })
    expect(await replace(id, other.id)).toEqual({ changed: 20, left: 0 })
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

  it('keeps the changes that two people make at the same time', async () => {
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
    expect(await replace(old.id, other.id)).toEqual({ changed: 2, left: 0 })
    const { fields, body } = await readStory()
    expect(fields.image).toMatchObject({ id: other.id, width: 41, alt: 'A boat' })
    expect(body).toContain(`image="${other.id}" alt="In the text" width="41"`)
    expect(harness.isOpen(other.id)).toBe(true)
    expect((await read(old.id)).uses).toEqual([])
    expect((await read(other.id)).uses).toHaveLength(2)
    // The call is repeated.
    expect(await replace(old.id, other.id)).toEqual({ changed: 0, left: 0 })
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
    expect(await replace(old.id, other.id)).toEqual({ changed: 2, left: 0 })
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

  it('keeps a draft publishable if its story was last changed outside the desk', async () => {
    const old = await upload(37, 'old.png')
    const other = await upload(41, 'new.png')
    const image = { ...textFields.image, id: old.id }
    const story = await publish({ image })
    await harness.storeStory('fathers-in-pencil', { image, title: 'Imported again' })
    harness.advance(second)
    const base = (await story.read()).stored!.version
    await story.save({ fields: { ...textFields, image, title: 'Fathers in ink' }, base })
    expect(await replace(old.id, other.id)).toEqual({ changed: 2, left: 0 })
    expect((await story.post('publish', { revision: 2 })).status).toBe(200)
    expect((await readStory()).fields).toMatchObject({ title: 'Fathers in ink' })
  })

  it('is refused with a missing picture, or with the picture itself', async () => {
    const { id } = await upload(37)
    const replaceBy = (by: string) => editor.send('POST', `${picturesPath}/${id}/replace`, { by })
    await expectRefusal(replaceBy('missing-0123456789abcdef'), 404, 'not_found')
    await expectRefusal(replaceBy(id), 409, 'not_possible')
  })
})
