/** Tests schedules, corrections, withdrawals and the bin. */
import { beforeEach, describe, expect, it } from 'vitest'
import { day, minute, second } from '../../src/domain/duration.ts'
import { hashRedirectPath } from '../../src/domain/redirect.ts'
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
const readDraft = () => harness.readFields(`drafts/articles~${slug}`)
const inTime = (time: number) => new Date(harness.now.getTime() + time).toISOString()

async function publishOne() {
  await story.save()
  expect((await story.post('publish', { revision: 1 })).status).toBe(200)
  harness.advance(second)
}

async function changeOne(title = 'Fathers in ink') {
  await story.save({ fields: { ...textFields, title }, base: await getVersion() })
  harness.advance(second)
}

describe('a schedule', () => {
  it('stores a new story as scheduled, and publishes the story earlier on request', async () => {
    await story.save()
    const at = inTime(day)
    expect((await story.post('publish', { revision: 1, at })).status).toBe(200)
    expect(await readStory()).toMatchObject({ status: 'scheduled', publishedAt: new Date(at) })
    expect((await story.read()).stored).toMatchObject({ state: 'scheduled', publishedAt: at })
    expect(harness.rebuilds).toBe(0)
    await changeOne()
    expect((await story.post('publish', { revision: 1 })).status).toBe(200)
    expect(await readStory()).toMatchObject({ status: 'published', publishedAt: harness.now })
  })

  it('for an already scheduled story changes its time', async () => {
    await story.save()
    await story.post('publish', { revision: 1, at: inTime(day) })
    await changeOne()
    const at = inTime(2 * day)
    expect((await story.post('publish', { revision: 1, at })).status).toBe(200)
    expect(await readStory()).toMatchObject({ title: 'Fathers in ink', publishedAt: new Date(at) })
  })

  it('can be ended, which makes the story a draft again, with its text', async () => {
    await story.save()
    await story.post('publish', { revision: 1, at: inTime(day) })
    expect((await story.post('publish', { revision: 1, at: null })).status).toBe(200)
    expect(await story.read()).toMatchObject({
      stored: null,
      draft: { fields: textFields, base: null, publishAt: null },
    })
    const { draft } = await story.read()
    expect((await story.post('publish', { revision: draft!.revision })).status).toBe(200)
  })

  it('for a change publishes the change once, at the scheduled time', async () => {
    await publishOne()
    await changeOne()
    const at = inTime(day)
    await story.post('publish', { revision: 1, at })
    expect((await story.read()).draft).toMatchObject({ publishAt: at })
    expect(await harness.runSchedule()).toMatchObject({ value: { done: 0 } })
    harness.advance(day)
    expect(await harness.runSchedule()).toMatchObject({ value: { done: 1, failed: 0 } })
    expect(await harness.runSchedule()).toMatchObject({ value: { done: 0, failed: 0 } })
    expect(await readStory()).toMatchObject({
      title: 'Fathers in ink',
      publishedAt: new Date(harness.now.getTime() - day - 2 * second),
    })
    expect(await readDraft()).toBeUndefined()
  })

  it.each<[string, () => Promise<unknown>]>([
    [
      'the story is withdrawn',
      async () => story.post('withdraw', { version: await getVersion(), reason: 'A' }),
    ],
    ['the schedule ends', () => story.post('publish', { revision: 1, at: null })],
    ['the draft is deleted', () => story.remove()],
    [
      'the story is withdrawn outside the desk',
      () => harness.merge(`articles/${slug}`, { status: 'withdrawn' }),
    ],
    [
      'the text has changed meanwhile',
      () => harness.merge(`articles/${slug}`, { body: 'Theirs.\n\n<!-- more -->\n\nAll.' }),
    ],
  ])('for a change does nothing if %s', async (_, end) => {
    await publishOne()
    await changeOne()
    await story.post('publish', { revision: 1, at: inTime(day) })
    await end()
    harness.advance(day)
    await harness.runSchedule()
    expect(await readStory()).toMatchObject({ title: 'Fathers in pencil' })
  })

  it('can’t be in the past, or for a draft with problems', async () => {
    await story.save()
    const past = inTime(-10 * minute)
    await expectRefusal(story.post('publish', { revision: 1, at: past }), 409, 'not_possible')
    await publishOne().catch(() => {})
    await story.save({ fields: { ...textFields, title: '' }, base: await getVersion() })
    const message = await expectRefusal(
      story.post('publish', { revision: 1, at: inTime(day) }),
      409,
      'not_possible',
    )
    expect(message).toContain('title: is empty')
  })
})

describe('a correction', () => {
  it('is added once, and an earlier draft can still be published', async () => {
    await publishOne()
    await changeOne()
    const text = 'The river was the Padma.'
    for (let call = 0; call < 2; call++)
      expect((await story.post('corrections', { text })).status).toBe(200)
    expect((await story.post('publish', { revision: 1 })).status).toBe(200)
    expect(await readStory()).toMatchObject({
      title: 'Fathers in ink',
      corrections: [{ text }],
    })
  })

  it('keeps the draft publishable even if the desk didn’t store the story', async () => {
    await harness.storeStory(slug, { access: 'public' })
    await changeOne()
    expect((await story.post('corrections', { text: 'A' })).status).toBe(200)
    expect((await story.post('publish', { revision: 1 })).status).toBe(200)
    expect(await readStory()).toMatchObject({
      title: 'Fathers in ink',
      corrections: [{ text: 'A' }],
    })
  })

  it('is accepted for published stories only', async () => {
    await story.save()
    await expectRefusal(story.post('corrections', { text: 'A' }), 404, 'not_found')
    await harness.storeStory('withdrawn', { status: 'withdrawn' })
    const withdrawn = openDesk(editor, 'withdrawn')
    await expectRefusal(withdrawn.post('corrections', { text: 'A' }), 409, 'not_possible')
    const author = openDesk(editor, 'mira-bai', 'authors')
    await expectRefusal(author.post('corrections', { text: 'A' }), 409, 'not_possible')
    await publishOne()
    const at = inTime(day)
    await expectRefusal(story.post('corrections', { text: 'A', at }), 409, 'not_possible')
  })
})

describe('a withdrawal', () => {
  it('keeps its reason, and ends with the next publication, which keeps the first publication time', async () => {
    await publishOne()
    const { publishedAt } = (await readStory())!
    await expectRefusal(story.post('withdraw', { version: 'x', reason: 'A' }), 409, 'outdated')
    const version = await getVersion()
    expect((await story.post('withdraw', { version, reason: 'Wrong name' })).status).toBe(200)
    expect(await readStory()).toMatchObject({ status: 'withdrawn' })
    const { revisions } = (await (await story.send('GET', `${story.path}/revisions`)).json()) as {
      revisions: object[]
    }
    expect(revisions[0]).toMatchObject({ by: 'eva', action: 'withdrawn', message: 'Wrong name' })
    expect(JSON.stringify(await harness.listActs())).not.toContain('Wrong name')
    await changeOne()
    expect((await story.post('publish', { revision: 1 })).status).toBe(200)
    expect(await readStory()).toMatchObject({ status: 'published', publishedAt })
  })
})

it('a publication ends the redirect from its address', async () => {
  const path = `redirects/${await hashRedirectPath(`/${slug}`)}`
  await harness.store({ [path]: { from: `/${slug}`, to: '/other', updatedAt: harness.now } })
  await publishOne()
  expect(await harness.readFields(path)).toMatchObject({ to: null })
})

it.each<[string, string, object, string]>([
  [
    'pages',
    'about-us',
    { title: 'About', dek: 'Us.', revisedAt: '2026-02-01T00:00:00Z' },
    '/about-us',
  ],
  ['tags', 'rivers', { name: 'Rivers', description: 'Of rivers.', order: 3 }, '/tag/rivers'],
  ['authors', 'nila-roy', { name: 'Nila Roy', role: 'Editor' }, '/author/nila-roy'],
])(
  'a document of the collection %s is published unchanged, and can be read again',
  async (collection, key, fields, path) => {
    const document = openDesk(editor, key, collection)
    const content = { fields, body: collection === 'tags' ? '' : 'A text.' }
    expect(await (await document.save(content)).json()).toMatchObject({ problems: [] })
    expect(await (await document.post('publish', { revision: 1 })).json()).toMatchObject({ path })
    expect((await document.read()).stored).toMatchObject({ ...content, state: 'published' })
  },
)

describe('the bin', () => {
  it('returns a draft when it’s restored, or saved with its latest revision', async () => {
    await story.save()
    await story.remove()
    await expectRefusal(story.post('publish', { revision: 1 }), 409, 'outdated')
    await expectRefusal(story.save({ body: 'New.' }), 409, 'outdated')
    expect((await story.save({ revision: 1, body: 'New.' })).status).toBe(200)
    expect((await story.read()).draft).toMatchObject({ body: 'New.', deletedAt: null })
    await story.remove()
    await story.post('draft/restore')
    expect((await story.read()).draft).toMatchObject({ body: 'New.', deletedAt: null })
  })
})
