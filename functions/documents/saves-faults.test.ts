import { beforeEach, describe, expect, it } from 'vitest'
import { callerHeader } from '../../src/contracts/endpoints/endpoint-path.ts'
import { second } from '../../src/domain/duration.ts'
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

async function publishOne() {
  await story.save()
  expect((await story.post('publish', { revision: 1 })).status).toBe(200)
  harness.advance(second)
  return (await story.read()).stored!.version
}

describe('saves', () => {
  it('of the same text are written once, even if there are a thousand', async () => {
    await story.save()
    const { writes } = harness.meter.total
    for (let index = 0; index < 1000; index++) {
      const answer = await story.save({ revision: index % 2 })
      expect(await answer.json()).toMatchObject({ revision: 1 })
    }
    expect(harness.meter.total.writes).toBe(writes)
  })

  it('by two editors at the same time store one text, and tell the other editor whose text it is', async () => {
    const other = openDesk(await harness.addStaff('ola', 'editor'))
    await story.save()
    const answers = await Promise.all([
      story.save({ revision: 1, body: 'Eva’s.' }),
      other.save({ revision: 1, body: 'Ola’s.' }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const { draft } = await story.read()
    const { savedBy, body: stored } = draft!
    expect(stored).toBe(savedBy.uid === 'eva' ? 'Eva’s.' : 'Ola’s.')
    const refused = answers.find(({ status }) => status === 409)!
    const { error } = (await refused.json()) as { error: { code: string; message: string } }
    expect(error).toMatchObject({
      code: 'outdated',
      message: `${savedBy.uid} saved this draft on 1 March at 15:30. Compare the two versions first.`,
    })
  })

  it('from a page that somebody else has opened are refused', async () => {
    await story.save()
    harness.advance(second)
    const headers = { [callerHeader]: 'ola' }
    const save = { fields: textFields, body: 'Ola’s.', revision: 1, base: null }
    const send = (method: string, what: string, content: object) =>
      editor.send(method, `${story.path}/${what}`, content, headers)
    await expectRefusal(send('PUT', 'draft', save), 401, 'signed_out')
    await expectRefusal(send('POST', 'publish', { revision: 1 }), 401, 'signed_out')
    expect(await story.read()).toMatchObject({ stored: null, draft: { revision: 1 } })
    headers[callerHeader] = 'eva'
    expect((await send('PUT', 'draft', save)).status).toBe(200)
  })

  it('lose no text when the story is published at the same time', async () => {
    await story.save()
    const other = openDesk(await harness.addStaff('ola', 'editor'))
    const [published, saved] = await Promise.all([
      story.post('publish', { revision: 1 }),
      other.save({ revision: 1, body: 'Ola’s.' }),
    ])
    expect([published!.status, saved!.status].sort()).toEqual([200, 409])
  })

  it('are published once if two editors publish at the same time', async () => {
    await story.save()
    const other = openDesk(await harness.addStaff('ola', 'editor'))
    const publish = (desk: typeof story) => desk.post('publish', { revision: 1 })
    const answers = await Promise.all([publish(story), publish(other)])
    const [one, two] = await Promise.all(answers.map((answer) => answer.json()))
    expect(two).toEqual(one)
    expect(
      await harness.queryAll({ collection: 'revisions', parent: `articles/${slug}` }),
    ).toHaveLength(1)
  })

  it.each(['publish', 'submit'])(
    'aren’t affected by a call to %s an earlier draft',
    async (action) => {
      await story.save()
      await story.post('publish', { revision: 1, base: null })
      const base = (await story.read()).stored!.version
      await story.save({ base, body: 'Another text.\n\n<!-- more -->\n\nTwo.' })
      const earlier = { revision: 1, ...(action === 'submit' ? { note: '' } : {}) }
      for (const known of [null, undefined])
        await expectRefusal(story.post(action, { ...earlier, base: known }), 409, 'outdated')
      expect((await story.post(action, { ...earlier, base })).ok).toBe(true)
    },
  )

  it('from before a publication don’t overwrite a draft that was started afterwards', async () => {
    await story.save()
    const other = openDesk(await harness.addStaff('ola', 'editor'))
    await other.post('publish', { revision: 1 })
    const base = (await other.read()).stored!.version
    await other.save({ base, body: 'Ola’s.' })
    await expectRefusal(story.save({ revision: 1, body: 'Eva’s.' }), 409, 'outdated')
    expect((await other.read()).draft).toMatchObject({ revision: 1, body: 'Ola’s.' })
  })

  it('of a live story don’t overwrite another editor’s publication', async () => {
    const base = await publishOne()
    await story.save({ base, body: 'One.\n\n<!-- more -->\n\nTwo.' })
    await harness.merge(`articles/${slug}`, { body: 'Theirs.\n\n<!-- more -->\n\nAll.' })
    await expectRefusal(story.post('publish', { revision: 1 }), 409, 'outdated')
    const { stored } = await story.read()
    await story.save({ base: stored!.version, revision: 1, body: 'Both.\n\n<!-- more -->\n\nAll.' })
    expect((await story.post('publish', { revision: 2 })).status).toBe(200)
    const listed = await (await editor.send('GET', `${story.path}/revisions`)).json()
    expect(listed).toMatchObject({
      revisions: [
        { action: 'published' },
        { action: 'changed', by: null },
        { action: 'published' },
      ],
    })
  })
})

it('the copy of an account’s data contains its drafts, which remain when the account is deleted', async () => {
  const writer = await harness.addStaff('wasim', 'writer')
  await openDesk(writer).save({ body: 'Wasim’s.' })
  const readCopy = async () => (await writer.send('GET', '/api/account/data')).text()
  expect(await readCopy()).toContain('Wasim’s.')
  await story.save({ revision: 1, body: 'Eva’s.' })
  const copy = await readCopy()
  expect(copy).toContain(slug)
  expect(copy).not.toMatch(/Eva’s\.|"eva"/)
  expect((await writer.send('DELETE', '/api/account', { idToken: 'wasim' })).status).toBe(204)
  expect((await story.read()).draft).toMatchObject({ body: 'Eva’s.' })
})

it('twenty simultaneous publications all succeed, and request a rebuild', async () => {
  const stories = Array.from({ length: 20 }, (_, index) => openDesk(editor, `story-${index}`))
  for (const one of stories) await one.save()
  const answers = await Promise.all(stories.map((one) => one.post('publish', { revision: 1 })))
  expect(answers.map(({ status }) => status)).toEqual(stories.map(() => 200))
  expect(await harness.readFields('publishing/rebuild')).toMatchObject({ attempts: 0 })
})

it('somebody whose draft is taken over is told so by the next save, and can take the draft back', async () => {
  await story.save()
  const other = await harness.addStaff('edda', 'editor')
  expect((await openDesk(other).post('take-over')).status).toBe(204)
  harness.advance(second)
  const saved = await story.save({ revision: 1, body: 'The last words.' })
  expect(await saved.json()).toMatchObject({ revision: 2, takenOverBy: 'edda' })
  expect((await story.read()).draft?.takenOver?.by.uid).toBe('edda')
  harness.advance(second)
  await story.post('take-over')
  expect((await story.read()).draft?.takenOver?.by.uid).toBe('eva')
  // Eva has saved since, so this is another takeover.
  await openDesk(other).post('take-over')
  expect((await story.read()).draft?.takenOver?.by.uid).toBe('edda')
  const taken = (await harness.listActs()).filter(({ kind }) => kind === 'draftTakenOver')
  expect(taken.map(({ by }) => by)).toHaveLength(3)
})
