import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { day, second } from '../../src/domain/duration.ts'
import type { Browser } from '../testing/reader-harness.ts'
import { DocumentsHarness, openDesk } from './testing/documents-harness.ts'

const slug = 'fathers-in-pencil'

let harness: DocumentsHarness
let editor: Browser
let story: ReturnType<typeof openDesk>
beforeEach(async () => {
  harness = await new DocumentsHarness().prepare()
  editor = await harness.addStaff('eva', 'editor')
  story = openDesk(editor)
})

afterEach(() => vi.unstubAllGlobals())

async function publishOne() {
  await story.save()
  expect((await story.post('publish', { revision: 1 })).status).toBe(200)
  harness.advance(second)
  return (await story.read()).stored!.version
}

describe('a link to a draft', () => {
  const open = (path: string) => harness.request(path, { method: 'GET' })
  const openBody = (path: string) =>
    open(path.replace(/^\/preview\/([^?]+)/, '/api/preview/$1/body'))
  const create = async () => ((await (await story.post('preview')).json()) as { path: string }).path

  it('shows the draft’s current text for a week', async () => {
    await story.save()
    const path = await create()
    expect(await (await openBody(path)).text()).toContain('And then they stopped.')
    await story.save({ revision: 1, body: 'One.\n\n<!-- more -->\n\nTwo.' })
    expect(await (await openBody(path)).text()).toContain('Two.')
    harness.advance(7 * day + second)
    expect((await openBody(path)).status).toBe(404)
  })

  it.each<[string, () => Promise<unknown>]>([
    ['it is revoked', () => editor.send('DELETE', `${story.path}/preview`)],
    ['the draft is in the bin', () => story.remove()],
    ['the draft is published', () => story.post('publish', { revision: 1 })],
    [
      'it is revoked and another is created',
      async () => {
        await editor.send('DELETE', `${story.path}/preview`)
        await create()
      },
    ],
  ])('stops working when %s', async (_, end) => {
    await story.save()
    const path = await create()
    expect((await openBody(path)).status).toBe(200)
    await end()
    expect((await openBody(path)).status).toBe(404)
  })

  it('stops working when the published version of the story is withdrawn', async () => {
    const base = await publishOne()
    await story.save({ base, body: 'One.\n\n<!-- more -->\n\nTwo.' })
    const path = await create()
    expect((await openBody(path)).status).toBe(200)
    await story.post('withdraw', { version: base, reason: 'Wrong name' })
    expect((await openBody(path)).status).toBe(404)
  })

  it('shows a scheduled story, and nothing of the draft once the schedule has ended', async () => {
    await story.save()
    const at = new Date(harness.now.getTime() + day).toISOString()
    expect((await story.post('publish', { revision: 1, at })).status).toBe(200)
    const path = await create()
    expect((await openBody(path)).status).toBe(200)
    expect((await story.post('publish', { revision: 0, at: null })).status).toBe(200)
    expect((await story.read()).draft).not.toBeNull()
    expect((await openBody(path)).status).toBe(404)
  })

  it('shows closed pictures at addresses that expire after a day', async () => {
    const match = async () => undefined
    vi.stubGlobal('caches', { default: { match, put: async () => {} } })
    const id = 'a-secret-0123456789abcdef'
    harness.storePicture(id, true)
    const figure = `::figure{image="${id}" alt="A" width="3" height="2"}`
    await story.save({ body: `One.\n\n<!-- more -->\n\n${figure}` })
    const path = await create()
    const readAddress = async () => {
      const html = await (await openBody(path)).text()
      return / src="([^"]+)"/.exec(html)![1]!.replaceAll('&amp;', '&')
    }
    const address = await readAddress()
    expect((await open(address)).status).toBe(200)
    harness.advance(day + second)
    expect((await open(address)).status).toBe(404)
    expect((await open(await readAddress())).status).toBe(200)
  })

  it('opens no other draft', async () => {
    await story.save()
    await openDesk(editor, 'other').save()
    const path = await create()
    expect((await openBody(path.replace(slug, 'other'))).status).toBe(404)
    expect((await openBody(`${path}a`)).status).toBe(404)
  })
})
