import { createHash, randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { getEndpointPath } from '../../src/contracts/endpoints/endpoint-path.ts'
import type { ImageType } from '../../src/contracts/endpoints/publishing-endpoints.ts'
import { signatureHeader } from '../../src/contracts/signing/desk-signature.ts'
import { keyringSchema } from '../../src/contracts/signing/keyring.ts'
import { importSigningKeys } from '../../src/contracts/signing/signed-token.ts'
import { maxImageBytes } from '../../src/domain/upload-limits.ts'
import { beginUpload } from '../testing/begin-upload.ts'
import {
  createEdgeClient,
  createSignedInClient,
  expectError,
  fetchStatus,
  findArticle,
  getArticleBodyPath,
  secondsAgo,
  sendAsDesk,
  signDeskRequest,
  stack,
} from '../testing/edge-client.ts'

type Bytes = Uint8Array<ArrayBuffer>
const [width, height] = [60, 40]

async function createImage(
  format: 'jpeg' | 'png' | 'webp' | 'avif' | 'gif' = 'jpeg',
): Promise<Bytes> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const image = sharp({ create: { width, height, channels: 3, noise, background: '#000' } })
  return new Uint8Array(await image.toFormat(format).toBuffer())
}

const hashBytes = (bytes: Bytes) => createHash('sha256').update(bytes).digest('hex').slice(0, 16)
const createId = (bytes: Bytes) => `a-test-${hashBytes(bytes)}`
const createPath = (
  bytes: Bytes,
  kind: ImageType = 'image/jpeg',
  closed: 0 | 1 = 0,
  id = createId(bytes),
) => getEndpointPath('PUT /api/media/:id', { id, width, height, kind, closed: `${closed}` })
const put = (body: Bytes, path: string) => sendAsDesk({ method: 'PUT', path, body })
const store = async (bytes: Bytes, closed: 0 | 1) =>
  (await put(bytes, createPath(bytes, 'image/jpeg', closed))).status
const fetchImageStatus = (bytes: Bytes, client = createEdgeClient()) =>
  fetchStatus(client, `/images/${createId(bytes)}/384`)

describe('PUT /api/media/{id}', () => {
  it.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)(
    'accepts %s, repeatedly',
    async (format) => {
      const bytes = await createImage(format)
      const path = createPath(bytes, `image/${format}`)
      const answers = [await put(bytes, path), await put(bytes, path)]
      expect(answers.map(({ status }) => status)).toEqual([201, 204])
      const card = await createEdgeClient().request(`/images/${createId(bytes)}/1200x630`)
      expect(card.status).toBe(200)
      const { width: cutWidth } = await sharp(Buffer.from(await card.arrayBuffer())).metadata()
      expect(cutWidth).toBe(1200)
    },
  )

  it('accepts a large image in parts, and checks every byte', async () => {
    const bytes: Bytes = new Uint8Array(8 * 1024 * 1024)
    bytes.set(await createImage())
    const path = createPath(bytes)
    const headers = await signDeskRequest({ method: 'PUT', path, body: bytes })
    bytes[bytes.length - 1] = 1
    const altered = await sendAsDesk({ method: 'PUT', path, body: bytes }, headers)
    await expectError(altered, 401, 'bad_signature')
    bytes[bytes.length - 1] = 0
    const answers = [await put(bytes, path), await put(bytes, path)]
    expect(answers.map(({ status }) => status)).toEqual([201, 204])
  })

  it('accepts a recording, which is served in parts', async () => {
    const bytes = Uint8Array.from(new TextEncoder().encode(`ID3 ${randomUUID()}`))
    const path = getEndpointPath('PUT /api/media/:id', {
      id: createId(bytes),
      kind: 'audio/mpeg',
      closed: '0',
    })
    await expectError(put(bytes, path.replace('mpeg', 'ogg')), 400, 'bad_request')
    expect((await put(bytes, path)).status).toBe(201)
    const request = (range: string) =>
      createEdgeClient().request(`/audio/${createId(bytes)}`, { headers: { Range: range } })
    const part = await request('bytes=-3')
    expect([part.status, await part.text()]).toEqual([
      206,
      new TextDecoder().decode(bytes.slice(-3)),
    ])
    expect(part.headers.get('Content-Range')).toBe('bytes 37-39/40')
    expect(await fetchStatus(createEdgeClient(), `/images/${createId(bytes)}/384`)).toBe(404)
  })

  it('opens a closed image, and never closes it again', async () => {
    const bytes = await createImage()
    expect(await store(bytes, 1)).toBe(201)
    const subscriber = await createSignedInClient('subscriber')
    expect(await fetchImageStatus(bytes)).toBe(404)
    expect(await fetchImageStatus(bytes, subscriber)).toBe(200)
    expect(await store(bytes, 0)).toBe(204)
    expect(await fetchImageStatus(bytes)).toBe(200)
    expect(await fetchImageStatus(bytes, subscriber)).toBe(200)
    expect(await store(bytes, 1)).toBe(204)
    expect(await fetchImageStatus(bytes)).toBe(200)
    // A size that isn't cached yet can be read too.
    expect(await fetchStatus(createEdgeClient(), `/images/${createId(bytes)}/128`)).toBe(200)
  })

  it('leaves an image open if it’s uploaded open and closed at the same time', async () => {
    const bytes = await createImage()
    const closed = ([0, 1, 1, 0, 1] as const).map((way) => store(bytes, way))
    expect((await Promise.all(closed)).every((status) => [201, 204].includes(status))).toBe(true)
    expect(await fetchImageStatus(bytes)).toBe(200)
  })
})

describe('PUT /api/media/{id}', () => {
  let bytes: Bytes
  beforeAll(async () => {
    bytes = await createImage()
  })
  it('refuses a missing signature, or one for other bytes, another id or another query', async () => {
    const call = { method: 'PUT', path: createPath(bytes), body: bytes } as const
    const headers = await signDeskRequest(call)
    const others = [
      [call, {}],
      [{ ...call, body: await createImage() }, headers],
      [{ ...call, path: createPath(bytes, 'image/jpeg', 1) }, headers],
      [{ ...call, path: createPath(bytes, 'image/jpeg', 0, `b-${hashBytes(bytes)}`) }, headers],
    ] as const
    for (const [other, signed] of others) {
      await expectError(sendAsDesk(other, signed), 401, 'bad_signature')
    }
    const init = { method: 'POST', headers, body: bytes }
    const post = await createEdgeClient().request(call.path, init)
    expect(post.status).toBe(404)
    expect(await fetchImageStatus(bytes)).toBe(404)
  })

  it.each([
    [
      'an id that does not end in the hash',
      () => createPath(bytes, 'image/jpeg', 0, `a-${'0'.repeat(16)}`),
    ],
    ['an id that is the hash alone', () => createPath(bytes, 'image/jpeg', 0, hashBytes(bytes))],
    ['a malformed id', () => createPath(bytes, 'image/jpeg', 0, `A_b-${hashBytes(bytes)}`)],
    ['an id with a path', () => createPath(bytes, 'image/jpeg', 0, `..%2fx-${hashBytes(bytes)}`)],
    ['the wrong type', () => createPath(bytes, 'image/png')],
    ['an unsupported type', () => createPath(bytes, 'image/svg+xml' as ImageType)],
    ['no size', () => `/api/media/${createId(bytes)}?kind=image/jpeg&closed=0`],
    ['too large a size', () => createPath(bytes).replace('width=60', 'width=60000')],
    ['neither open nor closed', () => createPath(bytes).replace('closed=0', 'closed=2')],
    ['an unknown parameter', () => `${createPath(bytes)}&open=1`],
  ])('refuses %s', async (_, path) => {
    await expectError(put(bytes, path()), 400, 'bad_request')
  })

  it('refuses files that aren’t images, whatever their type', async () => {
    const pages = ['', '<svg xmlns="http://www.w3.org/2000/svg"/>'].map(
      (text) => new TextEncoder().encode(randomUUID().slice(0, 8) + text) as Bytes,
    )
    for (const nothing of [...pages, new Uint8Array(0)]) {
      const path = createPath(nothing)
      // The request is repeated, to check that nothing was stored.
      for (const _ of [1, 2]) await expectError(put(nothing, path), 400, 'bad_request')
    }
  })

  it('refuses a body that is too large before it’s sent', async () => {
    const call = { method: 'PUT', path: createPath(bytes), body: bytes } as const
    const headers = await signDeskRequest(call)
    const upload = beginUpload(stack.siteUrl + call.path, headers, maxImageBytes + 1)
    expect([413, 'reset']).toContain(await upload.status)
    upload.end()
  })

  it('refuses unsigned uploads before they are read, and readers aren’t affected', async () => {
    const path = createPath(bytes)
    const foreign = await importSigningKeys(keyringSchema.parse(`1:${'A'.repeat(43)}`))
    const call = { method: 'PUT', path, body: bytes } as const
    const uploads = [
      {},
      { [signatureHeader]: 'e30.e30.e30' },
      await signDeskRequest(call, { keys: foreign }),
      await signDeskRequest(call, { at: secondsAgo(3600) }),
    ].map((headers) => beginUpload(stack.siteUrl + path, headers, maxImageBytes))
    const subscriber = await createSignedInClient('subscriber')
    const story = getArticleBodyPath(findArticle('members').slug)
    for (let turn = 0; turn < 10; turn++) {
      const answers = await Promise.all([
        subscriber.request(story),
        createEdgeClient().request('/api/client'),
        createEdgeClient().request('/no-such-page'),
      ])
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 404])
      for (const answer of answers) await answer.arrayBuffer()
    }
    // Only the first part of each upload was sent.
    for (const { status } of uploads) expect([401, 'reset']).toContain(await status)
    for (const upload of uploads) upload.end()
  })

  it('refuses a body without its length', async () => {
    const call = { method: 'PUT', path: createPath(bytes), body: bytes } as const
    const upload = beginUpload(stack.siteUrl + call.path, await signDeskRequest(call), null)
    expect([400, 'reset']).toContain(await upload.status)
    upload.end()
    expect(await fetchImageStatus(bytes)).toBe(404)
  })
})
