import { beforeEach, describe, expect, it } from 'vitest'
import { documentStates } from '../../src/contracts/endpoints/document-endpoints.ts'
import { day, second } from '../../src/domain/duration.ts'
import { type Browser, expectRefusal } from '../testing/reader-harness.ts'
import { body, DocumentsHarness, openDesk, textFields } from './testing/documents-harness.ts'

let harness: DocumentsHarness
let editor: Browser
beforeEach(async () => {
  harness = await new DocumentsHarness().prepare()
  editor = await harness.addStaff('eva', 'editor')
})

describe('a new story', () => {
  it('is saved, listed and published, which deletes its draft', async () => {
    const story = openDesk(editor)
    const saved = await story.save()
    expect(saved.status).toBe(200)
    expect(await saved.json()).toEqual({
      revision: 1,
      savedAt: harness.now.toISOString(),
      takenOverBy: null,
      problems: [],
    })
    expect(await story.read()).toMatchObject({
      path: '/fathers-in-pencil',
      stored: null,
      draft: {
        fields: textFields,
        body,
        base: null,
        revision: 1,
        owner: { uid: 'eva', name: 'eva' },
        savedBy: { uid: 'eva' },
        editing: null,
        deletedAt: null,
      },
    })
    const listed = await (await editor.send('GET', '/api/desk/documents')).json()
    expect(listed).toMatchObject({
      documents: [{ slug: 'fathers-in-pencil', title: 'Fathers in pencil', state: 'draft' }],
      next: null,
    })
    harness.advance(second)
    const published = await story.post('publish', { revision: 1 })
    const answer = (await published.json()) as object
    expect([published.status, answer]).toMatchObject([200, { path: '/fathers-in-pencil' }])
    expect(await harness.readFields('articles/fathers-in-pencil')).toMatchObject({
      ...textFields,
      body,
      status: 'published',
      publishedAt: harness.now,
      access: 'metered',
    })
    expect(await harness.readFields('drafts/articles~fathers-in-pencil')).toBeUndefined()
    expect(await harness.readFields('publishing/rebuild')).toMatchObject({ attempts: 0 })
    expect(harness.rebuilds).toBe(1)
    expect(await story.read()).toMatchObject({
      stored: { state: 'published', fields: textFields },
      draft: null,
    })
    expect(await harness.listActs()).toMatchObject([
      { kind: 'draftSaved', by: 'eva', subject: 'articles/fathers-in-pencil' },
      { kind: 'published', before: null, after: 'draft 1' },
    ])
    // Repeats the call.
    expect(await (await story.post('publish', { revision: 1 })).json()).toMatchObject(answer)
    await expectRefusal(story.post('publish', { revision: 2 }), 409, 'outdated')
  })
})

it('a saved draft’s problems come with fixes', async () => {
  const fields = { ...textFields, authors: ['Mira Bai'] }
  const saved = await openDesk(editor).save({ fields })
  expect(await saved.json()).toMatchObject({
    problems: [{ field: ['authors', 0], fix: { value: 'mira-bai' } }],
  })
})

describe('unexpected stored values', () => {
  it.each<[string, unknown]>([
    ['submitted', 5],
    ['savedAt', 'yesterday'],
    ['kept', null],
    ['owner', 'a/b'],
    ['savedBy', '__x__'],
  ])('in a draft are refused with the field’s name: %s', async (field, value) => {
    const story = openDesk(editor)
    await story.save()
    await harness.merge('drafts/articles~fathers-in-pencil', { [field]: value })
    const refusals = [
      story.get(),
      story.save({ revision: 1, body: 'Another.' }),
      story.post('publish', { revision: 1 }),
      story.remove(),
    ]
    for (const refused of refusals)
      expect(await expectRefusal(refused, 409, 'not_possible')).toContain(`“${field}”`)
    expect((await editor.send('GET', '/api/desk/documents')).status).toBe(200)
  })

  it('in a story are named when a correction is refused', async () => {
    await harness.storeStory('odd', { ...textFields, corrections: [null] })
    const refused = openDesk(editor, 'odd').post('corrections', { text: 'It was a Tuesday.' })
    expect(await expectRefusal(refused, 409, 'not_possible')).toContain('corrections')
  })
})

describe('a schedule is refused', () => {
  const schedule = ({ post }: ReturnType<typeof openDesk>) =>
    post('publish', { revision: 1, at: new Date(harness.now.getTime() + day).toISOString() })

  it('for a new document without a state of its own, which readers would see straight away', async () => {
    const tag = openDesk(editor, 'rivers', 'tags')
    const fields = { name: 'Rivers', description: 'About rivers.', order: 1 }
    await tag.save({ fields, body: '' })
    await expectRefusal(schedule(tag), 409, 'not_possible')
    expect(await harness.readFields('tags/rivers')).toBeUndefined()
  })
})

describe('a list by state', () => {
  it.each(documentStates)('contains only documents with the state %s', async (state) => {
    await openDesk(editor, 'a-draft').save()
    const submitted = openDesk(editor, 'a-submitted-one')
    await submitted.save()
    await submitted.post('submit', { revision: 1, note: 'Please.' })
    await harness.storeStory('a-published-one')
    await harness.storeStory('a-withdrawn-one', { status: 'withdrawn' })
    await harness.storeStory('a-scheduled-one', { status: 'scheduled' })
    const listed = await editor.send('GET', `/api/desk/documents?state=${state}`)
    expect(await listed.json()).toMatchObject({
      documents: [{ slug: expect.stringContaining(state), state }],
      next: null,
    })
  })
})
