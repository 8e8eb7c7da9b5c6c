import { beforeEach, describe, expect, it } from 'vitest'
import { day, second } from '../../src/domain/duration.ts'
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
const readStory = (one = slug) => harness.readFields(`articles/${one}`)

async function publishOne() {
  await story.save()
  expect((await story.post('publish', { revision: 1 })).status).toBe(200)
  harness.advance(second)
}

describe('a rename', () => {
  const findRedirect = async (from = `/${slug}`) =>
    harness.readFields(`redirects/${await hashRedirectPath(from)}`)

  it('of a published story redirects its old address, and moves its draft', async () => {
    await publishOne()
    const changed = { fields: { ...textFields, title: 'Fathers in ink' }, base: await getVersion() }
    await story.save(changed)
    harness.advance(second)
    expect((await story.post('rename', { to: 'fathers-in-ink' })).status).toBe(200)
    expect(await findRedirect()).toMatchObject({ to: '/fathers-in-ink' })
    expect(await readStory()).toBeUndefined()
    expect(await harness.readFields(`drafts/articles~${slug}`)).toBeUndefined()
    expect(await readStory('fathers-in-ink')).toMatchObject({ identifier: slug })
    const renamed = openDesk(editor, 'fathers-in-ink')
    const { base } = (await renamed.read()).draft!
    expect((await renamed.post('publish', { revision: 1, base })).status).toBe(200)
    expect(await readStory('fathers-in-ink')).toMatchObject({ title: 'Fathers in ink' })
    const listed = await (await editor.send('GET', `${renamed.path}/revisions`)).json()
    const { revisions } = listed as { revisions: { id: string; action: string }[] }
    expect(revisions.map(({ action }) => action)).toEqual([
      'published',
      'renamed',
      'renamed',
      'published',
    ])
    const first = await editor.send('GET', `${renamed.path}/revisions/${revisions.at(-1)!.id}`)
    expect(await first.json()).toMatchObject({ fields: { title: 'Fathers in pencil' } })
  })

  it.each<[string, () => Promise<unknown>]>([
    ['a draft', () => story.save()],
    ['a draft of an earlier version', () => harness.storeStory(slug, { status: 'draft' })],
    [
      'a scheduled story',
      async () => {
        await story.save()
        await story.post('publish', {
          revision: 1,
          at: new Date(harness.now.getTime() + day).toISOString(),
        })
      },
    ],
  ])('of %s adds no redirect, because its address was never public', async (_, prepare) => {
    await prepare()
    expect((await story.post('rename', { to: 'fathers-in-ink' })).status).toBe(200)
    expect(await findRedirect()).toBeUndefined()
    expect((await openDesk(editor, 'fathers-in-ink').get()).status).toBe(200)
    await expectRefusal(story.get(), 404, 'not_found')
  })

  it('of a withdrawn story redirects its old address if the story was ever published', async () => {
    await publishOne()
    await story.post('withdraw', { version: await getVersion(), reason: 'A' })
    expect((await story.post('rename', { to: 'fathers-in-ink' })).status).toBe(200)
    expect(await findRedirect()).toMatchObject({ to: '/fathers-in-ink' })
  })

  it('of a published author is refused', async () => {
    const author = openDesk(editor, 'mira-bai', 'authors')
    await expectRefusal(author.post('rename', { to: 'mira' }), 409, 'not_possible')
  })

  it('of a story on the front page keeps its place', async () => {
    await publishOne()
    const front = { lead: null, order: [], pins: [slug] }
    await editor.send('PUT', '/api/desk/front', { version: null, front })
    expect((await story.post('rename', { to: 'fathers-in-ink' })).status).toBe(200)
    expect(await harness.readFields('front/home')).toMatchObject({ pins: ['fathers-in-ink'] })
  })

  it('changes the target of earlier redirects, except one at whose address another story is stored', async () => {
    await publishOne()
    for (const from of ['/one', '/two']) {
      const path = `redirects/${await hashRedirectPath(from)}`
      await harness.store({ [path]: { from, to: `/${slug}`, updatedAt: harness.now } })
    }
    await harness.storeStory('two')
    expect((await story.post('rename', { to: 'fathers-in-ink' })).status).toBe(200)
    expect(await findRedirect('/one')).toMatchObject({ to: '/fathers-in-ink' })
    expect(await findRedirect('/two')).toMatchObject({ to: `/${slug}` })
  })

  it('removes the redirect from the new address', async () => {
    await publishOne()
    await story.post('rename', { to: 'fathers-in-ink' })
    harness.advance(second)
    const renamed = openDesk(editor, 'fathers-in-ink')
    expect((await renamed.post('rename', { to: slug })).status).toBe(200)
    expect(await findRedirect()).toMatchObject({ to: null })
    expect(await findRedirect('/fathers-in-ink')).toMatchObject({ to: `/${slug}` })
  })
})
