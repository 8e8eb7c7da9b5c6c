import sharp from 'sharp'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { day } from '../../src/domain/duration.ts'
import { deskParameter } from '../../src/domain/image/image-path.ts'
import { FaultError } from '../testing/interruptible-services.ts'
import { type Browser, expectRefusal } from '../testing/reader-harness.ts'
import { DocumentsHarness, openDesk, textFields, uploadFile } from './testing/documents-harness.ts'

let harness: DocumentsHarness
let editor: Browser
let bytes: Uint8Array<ArrayBuffer>
beforeEach(async () => {
  await open()
  const create = { width: 37, height: 21, channels: 3, background: '#888888' } as const
  bytes = Uint8Array.from(await sharp({ create }).png().toBuffer())
})

afterEach(() => vi.unstubAllGlobals())

async function open() {
  harness = await new DocumentsHarness().prepare()
  editor = await harness.addStaff('eva', 'editor')
}

const store = (name = 'A Boat.PNG', content = bytes, browser = editor) =>
  uploadFile(harness, browser, content, { name })

const readId = async (response: Response) => ((await response.json()) as { id: string }).id

it('a picture is measured, named and stored closed, until a public story shows it', async () => {
  const stored = await store()
  const answer = (await stored.json()) as { id: string }
  expect(answer).toMatchObject({
    id: expect.stringMatching(/^a-boat-[0-9a-f]{16}$/),
    width: 37,
    height: 21,
  })
  const { id } = answer
  expect(harness.isOpen(id)).toBe(false)
  const story = openDesk(editor)
  await story.save({ fields: { ...textFields, image: { ...textFields.image, id } } })
  expect((await story.post('publish', { revision: 1 })).status).toBe(200)
  expect(harness.isOpen(id)).toBe(true)
  expect(harness.pictures.get(id)?.bytes.byteLength).toBe(bytes.byteLength)
})

it('a picture is shown to staff while it’s closed, and to nobody else', async () => {
  const match = async () => undefined
  vi.stubGlobal('caches', { default: { match, put: async () => {} } })
  const id = await readId(await store())
  const path = `/images/${id}/640`
  const writer = await harness.addStaff('wasim', 'writer')
  expect((await writer.send('GET', `${path}?${deskParameter}`)).status).toBe(200)
  const others = [
    writer.send('GET', path),
    harness.openBrowser().send('GET', `${path}?${deskParameter}`),
    (await harness.addReader('ravi')).send('GET', `${path}?${deskParameter}`),
    (await harness.addStaff('sam', 'support')).send('GET', `${path}?${deskParameter}`),
  ]
  for (const response of await Promise.all(others)) expect(response.status).toBe(404)
})

it('a picture stays closed while stories show it only below the free preview', async () => {
  const id = await readId(await store())
  const figure = `::figure{image="${id}" alt="A boat" width="37" height="21"}`
  const story = openDesk(editor)
  await story.save({ body: `One.\n\n<!-- more -->\n\nTwo.\n\n${figure}` })
  expect((await story.post('publish', { revision: 1 })).status).toBe(200)
  expect(harness.isOpen(id)).toBe(false)
  await story.save({
    fields: { ...textFields, access: 'public' },
    body: `One.\n\n${figure}`,
    base: (await story.read()).stored!.version,
  })
  expect((await story.post('publish', { revision: 1 })).status).toBe(200)
  expect(harness.isOpen(id)).toBe(true)
})

it('a picture that is removed while it’s being opened stays removed', async () => {
  const id = await readId(await store())
  const story = openDesk(editor)
  await story.save({ fields: { ...textFields, image: { ...textFields.image, id } } })
  harness.whilePutting = async () => {
    harness.pictures.set(`removed/${id.slice(-16)}`, { bytes: new ArrayBuffer(0) })
    harness.pictures.delete(id)
  }
  await expectRefusal(story.post('publish', { revision: 1 }), 409, 'not_possible')
  expect(harness.pictures.has(id)).toBe(false)
})

it('a picture that isn’t stored can’t be published, and no other is opened for its story', async () => {
  const story = openDesk(editor)
  const id = await readId(await store())
  const image = { ...textFields.image, id }
  const figure = '::figure{image="missing-0123456789abcdef" alt="A boat" width="37" height="21"}'
  await story.save({
    fields: { ...textFields, image },
    body: `One.\n\n${figure}\n\n<!-- more -->\n\nTwo.`,
  })
  const message = await expectRefusal(story.post('publish', { revision: 1 }), 409, 'not_possible')
  expect(message).toContain('missing-0123456789abcdef')
  expect(harness.isOpen(id)).toBe(false)
})

it.each([
  ['text', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['a script', '#!/bin/sh'],
])('a picture can’t be %s', async (_, content) => {
  await expectRefusal(store('a.png', Uint8Array.from(Buffer.from(content))), 409, 'not_possible')
  expect([...harness.pictures.keys()].filter((key) => key.startsWith('uploads/'))).toEqual([])
})

it('a picture that is too large is refused', async () => {
  const large = new Uint8Array(31 * 1024 * 1024)
  large.set(bytes)
  await expectRefusal(store('a.png', large), 409, 'not_possible')
})

it('only staff who write can store a picture', async () => {
  await expectRefusal(store('a', bytes, await harness.addStaff('sam', 'support')), 403, 'forbidden')
  await expectRefusal(store('a', bytes, await harness.addReader('ravi')), 404, 'not_found')
  const writer = await harness.addStaff('wasim', 'writer')
  expect((await store('a', bytes, writer)).status).toBe(200)
})

it('a writer can store at most 500 pictures a day', async () => {
  const wasim = { by: 'wasim', key: null, kind: 'pictureStored', subject: 'a', before: null }
  const act = { ...wasim, after: null, at: harness.now, expiresAt: harness.now }
  await harness.store(
    Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`acts/${index}`, act])),
  )
  const writer = await harness.addStaff('wasim', 'writer')
  await expectRefusal(store('a', bytes, writer), 409, 'not_possible')
  expect((await store('a')).status).toBe(200)
  harness.advance(day)
  expect((await store('b', bytes, writer)).status).toBe(200)
})

it('a removed picture can’t be stored again', async () => {
  const id = await readId(await store())
  harness.pictures.delete(id)
  const removal = { by: 'Ama', message: 'A wish', at: '2026-02-01T00:00:00Z' }
  harness.pictures.set(`removed/${id.slice(-16)}`, {
    bytes: Uint8Array.from(Buffer.from(JSON.stringify(removal))).buffer,
  })
  expect(await expectRefusal(store('Another.png'), 409, 'not_possible')).toBe(
    'Ama removed this file on 2026-02-01: A wish',
  )
})

it('a picture is stored by a repeated call, wherever the first call was interrupted', async () => {
  harness.calls = 0
  const id = await readId(await store())
  const { calls } = harness
  for (let call = 1; call <= calls; call++) {
    for (const isCallMade of [false, true]) {
      await open()
      harness.calls = 0
      harness.fault = { call, isCallMade }
      // Storage errors lead to a 503 response.
      const interrupted = await store().catch((error: unknown) => error)
      expect(interrupted, `call ${call}`).toBeInstanceOf(FaultError)
      harness.clearFault()
      expect(await readId(await store())).toBe(id)
      expect(harness.isOpen(id)).toBe(false)
      const acts = (await harness.listActs()).filter(({ kind }) => kind === 'pictureStored')
      expect(acts.length).toBeGreaterThan(0)
    }
  }
})
