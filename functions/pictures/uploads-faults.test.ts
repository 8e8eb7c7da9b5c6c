/** Tests uploads in parts, which continue after an interruption. */
import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { day } from '../../src/domain/duration.ts'
import { uploadPartBytes } from '../../src/domain/upload-limits.ts'
import { DocumentsHarness, uploadFile } from '../documents/testing/documents-harness.ts'
import { type Browser, expectRefusal } from '../testing/reader-harness.ts'
import { siteUrl } from '../testing/worker-harness.ts'

let harness: DocumentsHarness
let editor: Browser
beforeEach(async () => {
  // Node has no FixedLengthStream; the fake bucket needs no length.
  vi.stubGlobal('FixedLengthStream', function createStream() {
    return new TransformStream()
  })
  harness = await new DocumentsHarness().prepare()
  editor = await harness.addStaff('eva', 'editor')
})
afterEach(() => vi.unstubAllGlobals())

const createSong = (size: number) => {
  const bytes = new Uint8Array(size)
  bytes.set(Buffer.from('ID3'))
  return bytes
}

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const putPart = (upload: string, part: number | string, body: BodyInit, browser = editor) =>
  harness.request(`/api/desk/uploads/${upload}/${part}`, {
    method: 'PUT',
    body,
    headers: { Origin: siteUrl, Cookie: browser.cookies.format() },
  })

async function listParts(upload: string, { send } = editor) {
  const response = await send('GET', `/api/desk/uploads/${upload}`)
  return ((await response.json()) as { parts: number[] }).parts
}

const complete = (upload: string, size: number, { send } = editor) =>
  send('POST', '/api/desk/recordings', { upload, name: 'A song.mp3', size })

const countParts = () =>
  [...harness.pictures.keys()].filter((key) => key.startsWith('uploads/')).length

it('an upload continues with the missing parts, in any order, and leaves none behind', async () => {
  const bytes = createSong(uploadPartBytes * 2 + 5)
  const upload = hash(bytes)
  const part = (index: number) =>
    bytes.slice(index * uploadPartBytes, (index + 1) * uploadPartBytes)
  await putPart(upload, 2, part(2))
  await putPart(upload, 0, part(0))
  await putPart(upload, 0, part(0))
  expect(await listParts(upload)).toEqual([0, 2])
  await expectRefusal(complete(upload, bytes.length), 409, 'not_possible')
  await putPart(upload, 1, part(1))
  const stored = await complete(upload, bytes.length)
  const { id } = (await stored.json()) as { id: string }
  expect(id).toBe(`a-song-${upload.slice(0, 16)}`)
  expect(harness.pictures.get(id)).toMatchObject({
    httpMetadata: { contentType: 'audio/mpeg' },
    customMetadata: { closed: '1' },
  })
  expect(Buffer.from(harness.pictures.get(id)!.bytes).equals(Buffer.from(bytes))).toBe(true)
  expect(countParts()).toBe(0)
  // The call is repeated because its first response was lost.
  expect(await (await complete(upload, bytes.length)).json()).toEqual({ id })
})

it('an upload belongs to the person who started it', async () => {
  const bytes = createSong(9)
  const upload = hash(bytes)
  await putPart(upload, 0, bytes)
  const writer = await harness.addStaff('wasim', 'writer')
  expect(await listParts(upload, writer)).toEqual([])
  await expectRefusal(complete(upload, bytes.length, writer), 409, 'not_possible')
})

it('an unfinished upload is removed after a day', async () => {
  await putPart(hash(createSong(9)), 0, createSong(9))
  harness.advance(day + 1)
  expect(await listParts('0'.repeat(64))).toEqual([])
  expect(countParts()).toBe(0)
})

it('an upload is refused while 200 other parts are stored, which are removed after a day', async () => {
  for (let part = 0; part < 200; part++) await putPart(hash(createSong(part + 3)), 0, 'ID3')
  const upload = '0'.repeat(64)
  await expectRefusal(putPart(upload, 0, 'ID3'), 409, 'not_possible')
  expect((await putPart(hash(createSong(3)), 0, 'ID3')).status).toBe(204)
  harness.advance(day + 1)
  expect((await putPart(upload, 0, 'ID3')).status).toBe(204)
  expect(countParts()).toBe(1)
})

it('an upload is refused to somebody who has stored 500 files in a day', async () => {
  const eva = { by: 'eva', key: null, kind: 'pictureStored', subject: 'a', before: null }
  const act = { ...eva, after: null, at: harness.now, expiresAt: harness.now }
  await harness.store(
    Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`acts/${index}`, act])),
  )
  const bytes = createSong(9)
  await putPart(hash(bytes), 0, bytes)
  await expectRefusal(complete(hash(bytes), bytes.length), 409, 'not_possible')
  harness.advance(day)
  await putPart(hash(bytes), 0, bytes)
  expect((await complete(hash(bytes), bytes.length)).status).toBe(200)
})

it('an upload is refused from readers and other roles, and in parts that are too large, empty or out of range', async () => {
  const upload = '0'.repeat(64)
  const support = await harness.addStaff('sam', 'support')
  await expectRefusal(putPart(upload, 0, 'x', support), 403, 'forbidden')
  await expectRefusal(putPart(upload, 0, 'x', await harness.addReader('ravi')), 404, 'not_found')
  await expectRefusal(putPart(upload, 0, new Uint8Array(uploadPartBytes + 1)), 413, 'too_large')
  await expectRefusal(putPart(upload, 0, ''), 400, 'bad_request')
  for (const part of ['99', '-1', '1.5', 'x'])
    await expectRefusal(putPart(upload, part, 'x'), 404, 'not_found')
  await expectRefusal(putPart('../secret', 0, 'x'), 404, 'not_found')
})

it('a refused upload says why its file isn’t stored, and leaves nothing behind', async () => {
  const upload = (bytes: Uint8Array<ArrayBuffer>, kind: 'pictures' | 'recordings') =>
    uploadFile(harness, editor, bytes, { name: 'a.png', kind })
  const page = Uint8Array.from(Buffer.from('<script>alert(1)</script>'))
  expect(await expectRefusal(upload(page, 'recordings'), 409, 'not_possible')).toContain('MP3')
  expect(await expectRefusal(upload(page, 'pictures'), 409, 'not_possible')).toContain('JPEG')
  // The file doesn't match the hash.
  await putPart('0'.repeat(64), 0, page)
  const content = { upload: '0'.repeat(64), name: 'a.png', size: page.length }
  const damaged = editor.send('POST', '/api/desk/pictures', content)
  expect(await expectRefusal(damaged, 409, 'not_possible')).toContain('damaged')
  expect(countParts()).toBe(0)
})
