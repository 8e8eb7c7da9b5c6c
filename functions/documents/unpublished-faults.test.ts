/** Tests turning stories back into drafts, and duplicating documents. */
import { beforeEach, describe, expect, it } from 'vitest'
import { day, second } from '../../src/domain/duration.ts'
import { type Browser, expectRefusal } from '../testing/reader-harness.ts'
import { DocumentsHarness, openDesk, textFields } from './testing/documents-harness.ts'

const slug = 'fathers-in-pencil'

let harness: DocumentsHarness
let editor: Browser
let story: ReturnType<typeof openDesk>
beforeEach(async () => {
  harness = await new DocumentsHarness().prepare()
  editor = await harness.addStaff('eva', 'editor')
  story = openDesk(editor)
})

const getVersion = async () => (await story.read()).stored!.version
const readStory = () => harness.readFields(`articles/${slug}`)
const readDraft = (one: string) => harness.readFields(`drafts/articles~${one}`)
const inTime = (time: number) => new Date(harness.now.getTime() + time).toISOString()

async function publishOne() {
  await story.save()
  expect((await story.post('publish', { revision: 1 })).status).toBe(200)
  harness.advance(second)
}

async function changeOne() {
  const fields = { ...textFields, title: 'Fathers in ink' }
  await story.save({ fields, base: await getVersion() })
  harness.advance(second)
}

describe('an unpublished story', () => {
  const unpublish = async () => story.post('unpublish', { version: await getVersion() })

  it('is a draft with its text, and keeps its first publication time when it’s published again', async () => {
    await publishOne()
    await story.post('corrections', { text: 'The river was the Padma.' })
    const { publishedAt } = (await readStory())!
    harness.advance(second)
    await expectRefusal(story.post('unpublish', { version: 'x' }), 409, 'outdated')
    expect((await unpublish()).status).toBe(200)
    expect(await readStory()).toMatchObject({ status: 'withdrawn' })
    const { draft } = await story.read()
    expect(draft).toMatchObject({ fields: textFields, owner: { uid: 'eva' } })
    const listed = await (await editor.send('GET', '/api/desk/documents?state=draft')).json()
    expect(listed).toMatchObject({ documents: [{ slug, state: 'draft' }] })
    const { revision, base } = draft!
    const again = { fields: { ...textFields, title: 'Fathers in ink' }, revision, base }
    expect((await story.save(again)).status).toBe(200)
    expect((await story.post('publish', { revision: revision + 1 })).status).toBe(200)
    expect(await readStory()).toMatchObject({
      status: 'published',
      title: 'Fathers in ink',
      publishedAt,
      corrections: [{ text: 'The river was the Padma.' }],
    })
  })

  it('keeps the existing draft, without its schedule', async () => {
    await publishOne()
    await changeOne()
    await story.post('publish', { revision: 1, at: inTime(day) })
    expect((await unpublish()).status).toBe(200)
    expect((await story.read()).draft).toMatchObject({
      fields: { title: 'Fathers in ink' },
      publishAt: null,
    })
  })

  it('is published again at the scheduled time, unless the schedule has ended', async () => {
    await publishOne()
    const { publishedAt } = (await readStory())!
    await unpublish()
    const { revision, base } = (await story.read()).draft!
    const schedule = { revision, base, at: inTime(day) }
    const listStates = async (state: string) => {
      const listed = await editor.send('GET', `/api/desk/documents?state=${state}`)
      return ((await listed.json()) as { documents: { state: string }[] }).documents
    }
    for (let call = 0; call < 2; call++)
      expect((await story.post('publish', schedule)).status).toBe(200)
    expect(await readStory()).toMatchObject({ status: 'withdrawn' })
    expect(await listStates('scheduled')).toMatchObject([{ slug, state: 'scheduled' }])
    expect(await listStates('draft')).toEqual([])
    await story.post('publish', { revision, base, at: null })
    expect(await listStates('draft')).toMatchObject([{ slug, state: 'draft' }])
    harness.advance(day)
    expect(await harness.runSchedule()).toMatchObject({ value: { done: 0, failed: 0 } })
    const { base: newBase } = (await story.read()).draft!
    await story.post('publish', { revision, base: newBase, at: inTime(day) })
    harness.advance(day)
    expect(await harness.runSchedule()).toMatchObject({ value: { done: 1, failed: 0 } })
    expect(await readStory()).toMatchObject({ status: 'published', publishedAt })
    expect((await story.read()).draft).toBeNull()
  })

  it('stays withdrawn if it is withdrawn after it was scheduled', async () => {
    await publishOne()
    await unpublish()
    const { revision, base } = (await story.read()).draft!
    await story.post('publish', { revision, base, at: inTime(day) })
    const { version } = (await story.read()).stored!
    const withdrawn = await story.post('withdraw', { version, reason: 'A claim was wrong' })
    expect(withdrawn.status).toBe(200)
    harness.advance(day)
    expect(await harness.runSchedule()).toMatchObject({ value: { done: 0, failed: 0 } })
    expect(await readStory()).toMatchObject({ status: 'withdrawn' })
  })

  it('is published on schedule although a picture has since got another focal point', async () => {
    await publishOne()
    await unpublish()
    const { revision, base } = (await story.read()).draft!
    await story.post('publish', { revision, base, at: inTime(day) })
    await editor.send('GET', '/api/desk/pictures')
    const path = `/api/desk/pictures/${textFields.image.id}`
    expect((await editor.send('PATCH', path, { focus: '20 80' })).status).toBe(200)
    harness.advance(day)
    expect(await harness.runSchedule()).toMatchObject({ value: { done: 1, failed: 0 } })
    expect(await readStory()).toMatchObject({ status: 'published' })
  })

  it('must have been published before', async () => {
    await expectRefusal(story.post('unpublish', { version: 'x' }), 404, 'not_found')
    await story.save()
    await story.post('publish', { revision: 1, at: inTime(day) })
    await expectRefusal(unpublish(), 409, 'not_possible')
    const author = openDesk(editor, 'mira-bai', 'authors')
    await expectRefusal(author.post('unpublish', { version: 'x' }), 409, 'not_possible')
  })
})

describe('a copy', () => {
  const duplicate = async (desk = story) => (await desk.post('duplicate')).json()

  it('has the original’s latest text, but a new address and no corrections', async () => {
    await publishOne()
    await story.post('corrections', { text: 'The river was the Padma.' })
    await changeOne()
    expect(await duplicate()).toEqual({ slug: `${slug}-copy` })
    expect(await readDraft(`${slug}-copy`)).toMatchObject({
      fields: { ...textFields, title: 'Fathers in ink' },
      base: null,
      owner: 'eva',
      kept: {},
    })
    // Repeats the call before and after the copy changes.
    expect(await duplicate()).toEqual({ slug: `${slug}-copy` })
    await openDesk(editor, `${slug}-copy`).save({ revision: 1, body: 'Other.' })
    expect(await duplicate()).toEqual({ slug: `${slug}-copy-2` })
  })

  it('belongs to the writer who made it', async () => {
    await publishOne()
    const writer = openDesk(await harness.addStaff('wasim', 'writer'))
    expect(await duplicate(writer)).toEqual({ slug: `${slug}-copy` })
    expect(await readDraft(`${slug}-copy`)).toMatchObject({ owner: 'wasim', fields: textFields })
  })
})
