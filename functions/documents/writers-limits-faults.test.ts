/** A writer, or whoever has a writer's access key, can't fill the desk or occupy the Worker. */
import { beforeEach, expect, it, vi } from 'vitest'
import { getDraftPath } from '../../src/domain/draft.ts'
import type { StoredDocument } from '../platform/adapters/firestore.ts'
import { type Browser, expectRefusal } from '../testing/reader-harness.ts'
import { siteUrl } from '../testing/worker-harness.ts'
import { DocumentsHarness, openDesk } from './testing/documents-harness.ts'

let harness: DocumentsHarness
let writer: Browser
beforeEach(async () => {
  harness = await new DocumentsHarness().prepare()
  writer = await harness.addStaff('wasim', 'writer')
})

/** Parsing such a text would take up to half a minute, and more memory than an isolate has. */
it.each(['[', '[^', '\n', 'क a '])('a text that is full of %j isn’t parsed', async (mark) => {
  const body = mark.repeat(900_000 / new TextEncoder().encode(mark).length)
  const message = await expectRefusal(openDesk(writer).save({ body }), 413, 'too_large')
  expect(message).toContain('30,000')
})

it.each([
  'PUT /api/desk/documents/articles/rain/draft',
  `PUT /api/desk/uploads/${'0'.repeat(64)}/0`,
])('a stranger’s large body isn’t read: %s', async (route) => {
  const [method, path] = route.split(' ') as [string, string]
  const reader = await harness.addReader('ravi')
  for (const browser of [harness.openBrowser(), reader]) {
    const pull = vi.fn((controller: ReadableStreamDefaultController) => controller.close())
    const body = new ReadableStream({ pull }, { highWaterMark: 0 })
    const headers = { Origin: siteUrl, Cookie: browser.cookies.format() }
    const init = { method, body, headers, duplex: 'half' }
    await expectRefusal(harness.request(path, init), 404, 'not_found')
    expect(pull).not.toHaveBeenCalled()
  }
})

async function storeDrafts(count: number, owner: string, body = '') {
  const savedAt = harness.now
  const draft = { collection: 'articles', fields: {}, body, base: null, revision: 1, owner }
  const rest = { savedAt, savedBy: owner, submitted: null, publishAt: null }
  const slugs = Array.from({ length: count }, (_, index) => `draft-${index}`)
  await harness.store(
    Object.fromEntries(
      slugs.map((slug) => [
        getDraftPath('articles', slug),
        { ...draft, ...rest, slug, deletedAt: null, expiresAt: null, preview: null, kept: {} },
      ]),
    ),
  )
}

it.each(['', '&search=draft'])(
  'a list of long texts holds only a few in memory at a time: needs=alt%s',
  async (search) => {
    const figure = '::figure{image="a-boat-0123456789abcdef" altNeeded="true"}'
    await storeDrafts(60, 'wasim', figure + '\n\nA long text.'.repeat(200))
    let most = 0
    const { firestore } = harness.database
    const count = (documents: readonly (StoredDocument | null)[]) => {
      const texts = documents.filter((document) => document?.fields.body !== undefined)
      most = Math.max(most, texts.length)
    }
    const { getAll, query } = firestore
    firestore.getAll = async (...input) => {
      const read = await getAll(...input)
      if (read.ok) count(read.value)
      return read
    }
    firestore.query = async (input) => {
      const read = await query.call(firestore, input)
      if (read.ok) count(read.value.documents)
      return read
    }
    const listed = await writer.send('GET', `/api/desk/documents?needs=alt${search}`)
    const { documents } = (await listed.json()) as { documents: object[] }
    expect(documents).toHaveLength(search ? 10 : 50)
    expect(most).toBe(10)
  },
)

it('a writer can have at most 300 drafts, and an editor any number', async () => {
  await storeDrafts(299, 'wasim')
  const last = openDesk(writer, 'the-last')
  expect((await last.save()).status).toBe(200)
  await expectRefusal(openDesk(writer, 'one-more').save(), 409, 'not_possible')
  await expectRefusal(last.post('duplicate'), 409, 'not_possible')
  expect((await last.save({ revision: 1, body: 'More.' })).status).toBe(200)
  await storeDrafts(300, 'eva')
  const editor = await harness.addStaff('eva', 'editor')
  expect((await openDesk(editor, 'one-more').save()).status).toBe(200)
})

it('the copy of an account’s data has all drafts, and as much text as an isolate can hold', async () => {
  const text = 'The rain came late. '.repeat(45_000)
  await storeDrafts(40, 'wasim', text)
  const copy = await (await writer.send('GET', '/api/account/data')).text()
  const { drafts } = JSON.parse(copy) as { drafts: Record<string, { body?: string }> }
  expect(Object.keys(drafts)).toHaveLength(40)
  expect(Object.values(drafts).filter(({ body }) => body === text)).toHaveLength(30)
})

it('a subscriber story can’t be published before its closed pictures are stored', async () => {
  const editor = await harness.addStaff('eva', 'editor')
  const story = openDesk(editor)
  const id = 'not-stored-yet-0123456789abcdef'
  const figure = `::figure{image="${id}" alt="A boat" width="37" height="21"}`
  await story.save({ body: `One.\n\n<!-- more -->\n\nTwo.\n\n${figure}` })
  const message = await expectRefusal(story.post('publish', { revision: 1 }), 409, 'not_possible')
  expect(message).toContain(id)
  harness.storePicture(id, true)
  expect((await story.post('publish', { revision: 1 })).status).toBe(200)
  expect(harness.isOpen(id)).toBe(false)
})
