/** The stories that editors place on the front page, and those that they hide from “most read”. */
import { beforeEach, describe, expect, it } from 'vitest'
import { day, second } from '../../src/domain/duration.ts'
import { type Browser, expectRefusal } from '../testing/reader-harness.ts'
import { DocumentsHarness, openDesk } from './testing/documents-harness.ts'

const slug = 'fathers-in-pencil'

let harness: DocumentsHarness
let editor: Browser
beforeEach(async () => {
  harness = await new DocumentsHarness().prepare()
  editor = await harness.addStaff('eva', 'editor')
  const story = openDesk(editor)
  await story.save()
  await story.post('publish', { revision: 1 })
  harness.advance(second)
})

const empty = { lead: null, order: [], pins: [] }
const put = (front: object, version: string | null = null, { send } = editor) =>
  send('PUT', '/api/desk/front', { version, front: { ...empty, ...front } })
async function read({ send } = editor) {
  const response = await send('GET', '/api/desk/front')
  return (await response.json()) as { version: string | null; front: object; stories: object[] }
}

describe('the front page', () => {
  it('is read by writers and changed by editors, and the change is recorded', async () => {
    const writer = await harness.addStaff('wim', 'writer')
    expect((await put({ lead: slug }, null, writer)).status).toBe(403)
    expect((await put({ lead: slug })).status).toBe(200)
    expect(harness.rebuilds).toBe(2)
    expect(await read(writer)).toMatchObject({
      front: { lead: slug },
      stories: [{ slug, title: 'Fathers in pencil', state: 'published' }],
    })
    expect((await harness.listActs()).at(-1)).toMatchObject({
      kind: 'frontPageChanged',
      subject: 'front/home',
      after: `lead: ${slug} (before: the newest story)`,
    })
  })

  it('keeps somebody else’s change', async () => {
    await put({ lead: slug })
    await expectRefusal(put({ pins: [slug] }), 409, 'outdated')
    const { version } = await read()
    expect((await put({ pins: [slug] }, version)).status).toBe(200)
  })

  it.each([
    ['that doesn’t exist', { lead: 'nothing' }, 'articles/nothing: not found'],
    [
      'in another category',
      { categoryPins: [{ category: 'books', slug, until: '2099-01-01T00:00:00Z' }] },
      `articles/${slug} isn’t in books`,
    ],
    ['to hide that doesn’t exist', { hiddenFromMostRead: ['nothing'] }, 'not found'],
  ])('refuses a story %s', async (_, front, words) => {
    const refused = await put(front)
    expect(refused.status).toBe(409)
    expect(await refused.text()).toContain(words)
    expect(await read()).toMatchObject({ version: null })
  })

  it('refuses to place stories while one of them is withdrawn, but still hides stories', async () => {
    const other = openDesk(editor, 'other')
    await other.save()
    await other.post('publish', { revision: 1 })
    await put({ lead: slug })
    const story = openDesk(editor)
    const { stored } = await story.read()
    await story.post('withdraw', { version: stored!.version, reason: 'Wrong name' })
    const { version } = await read()
    await expectRefusal(put({ lead: slug, pins: ['other'] }, version), 409, 'not_possible')
    expect((await put({ lead: slug, hiddenFromMostRead: [slug] }, version)).status).toBe(200)
  })

  it('keeps its revisions', async () => {
    await put({ lead: slug })
    const path = '/api/desk/documents/front/home/revisions'
    const { revisions } = (await (await editor.send('GET', path)).json()) as {
      revisions: { id: string; action: string }[]
    }
    expect(revisions).toMatchObject([{ action: 'updated' }])
    const shown = await editor.send('GET', `${path}/${revisions[0]!.id}`)
    expect(await shown.json()).toMatchObject({ fields: { lead: slug } })
    expect((await editor.send('GET', path.replace('home', 'other'))).status).toBe(404)
  })
})

describe('a story', () => {
  const story = () => openDesk(editor)
  const since = async (version: string) => {
    const response = await editor.send(
      'GET',
      `${story().path}?since=${encodeURIComponent(version)}`,
    )
    return ((await response.json()) as { stored: { hasSameText: boolean } }).stored.hasSameText
  }

  it('is reported as unchanged after a correction, but not after a change to its text', async () => {
    const { stored } = await story().read()
    const { version } = stored!
    await story().post('corrections', { text: 'It was a Tuesday.' })
    harness.advance(second)
    const corrected = (await story().read()).stored!.version
    expect(corrected).not.toBe(version)
    expect(await since(version)).toBe(true)
    await story().save({ base: corrected, body: 'One.\n\n<!-- more -->\n\nTwo.' })
    await story().post('publish', { revision: 1, base: corrected })
    expect(await since(version)).toBe(false)
    expect(await since('2020-01-01T00:00:00.000000Z')).toBe(false)
  })

  it('can be given a publication date in the past, but not in the future', async () => {
    const other = openDesk(editor, 'from-another-site')
    await other.save()
    const publish = (time: number) => {
      const publishedAt = new Date(harness.now.getTime() + time).toISOString()
      return other.post('publish', { revision: 1, publishedAt })
    }
    await expectRefusal(publish(day), 409, 'not_possible')
    expect((await publish(-day)).status).toBe(200)
    expect(await harness.readFields('articles/from-another-site')).toMatchObject({
      publishedAt: new Date(harness.now.getTime() - day),
    })
  })

  it('can be previewed by editors without a draft, unless it’s withdrawn', async () => {
    expect((await story().post('preview')).status).toBe(200)
    const writer = openDesk(await harness.addStaff('wim', 'writer'))
    expect((await writer.post('preview')).status).toBe(404)
    const { stored } = await story().read()
    await story().post('withdraw', { version: stored!.version, reason: 'Wrong name' })
    expect((await story().post('preview')).status).toBe(404)
  })
})
