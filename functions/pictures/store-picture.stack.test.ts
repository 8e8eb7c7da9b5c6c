/** Pictures that the desk brings: which are taken, and who sees them then. */
import { createHash, randomUUID } from 'node:crypto'
import { request } from 'node:http'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { articleBodyPath } from '../../src/contracts/article-body.ts'
import { deriveDeskKeys, signatureHeader } from '../../src/contracts/desk-signature.ts'
import { keyringSchema } from '../../src/contracts/keyring.ts'
import {
  largestPicture,
  type PictureKind,
  storedPicturePath,
} from '../../src/contracts/publishing.ts'
import {
  ago,
  articleWith,
  askAsDesk,
  deskHeaders,
  edgeClient,
  errorOf,
  signedIn,
  stack,
} from '../edge-client.ts'

type Bytes = Uint8Array<ArrayBuffer>
const [width, height] = [60, 40]

/** One that nobody has stored before. */
async function draw(format: 'jpeg' | 'png' | 'webp' | 'avif' | 'gif' = 'jpeg'): Promise<Bytes> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const image = sharp({ create: { width, height, channels: 3, noise, background: '#000' } })
  return new Uint8Array(await image.toFormat(format).toBuffer())
}

const hashOf = (bytes: Bytes) => createHash('sha256').update(bytes).digest('hex').slice(0, 16)
const idOf = (bytes: Bytes) => `a-test-${hashOf(bytes)}`
const pathOf = (bytes: Bytes, kind: PictureKind = 'image/jpeg', closed = 0, id = idOf(bytes)) =>
  storedPicturePath(id, { width, height, kind, closed })
const put = (body: Bytes, path: string) => askAsDesk({ method: 'PUT', path, body })
const store = async (bytes: Bytes, closed: 0 | 1) =>
  (await put(bytes, pathOf(bytes, 'image/jpeg', closed))).status
const see = async (bytes: Bytes, client = edgeClient()) =>
  (await client.request(`/images/${idOf(bytes)}/384`)).status

describe('PUT /api/media/{id}', () => {
  it.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)(
    'takes %s, and again',
    async (format) => {
      const bytes = await draw(format)
      const path = pathOf(bytes, `image/${format}`)
      const answers = [await put(bytes, path), await put(bytes, path)]
      expect(answers.map(({ status }) => status)).toEqual([201, 204])
      const cut = await edgeClient().request(`/images/${idOf(bytes)}/1200x630`)
      expect(cut.status).toBe(200)
      const { width: cutWidth } = await sharp(Buffer.from(await cut.arrayBuffer())).metadata()
      expect(cutWidth).toBe(1200)
    },
  )

  it('takes a large one in pieces, and checks every byte', async () => {
    const bytes: Bytes = new Uint8Array(8 * 1024 * 1024)
    bytes.set(await draw())
    const path = pathOf(bytes)
    const headers = await deskHeaders({ method: 'PUT', path, body: bytes })
    bytes[bytes.length - 1] = 1
    const altered = await askAsDesk({ method: 'PUT', path, body: bytes }, headers)
    expect(await errorOf(altered)).toMatchObject({ status: 401, code: 'bad_signature' })
    bytes[bytes.length - 1] = 0
    const answers = [await put(bytes, path), await put(bytes, path)]
    expect(answers.map(({ status }) => status)).toEqual([201, 204])
  })

  it('keeps closed what comes as closed, for whoever may read', async () => {
    const bytes = await draw()
    expect([await store(bytes, 1), await store(bytes, 1)]).toEqual([201, 204])
    expect(await see(bytes)).toBe(404)
    expect(await see(bytes, await signedIn('subscriber'))).toBe(200)
    expect(await see(bytes)).toBe(404)
  })

  it('opens what comes as open, and never closes it again', async () => {
    const bytes = await draw()
    expect(await store(bytes, 1)).toBe(201)
    const subscriber = await signedIn('subscriber')
    expect([await see(bytes), await see(bytes, subscriber)]).toEqual([404, 200])
    expect(await store(bytes, 0)).toBe(204)
    expect([await see(bytes), await see(bytes, subscriber)]).toEqual([200, 200])
    expect(await store(bytes, 1)).toBe(204)
    expect(await see(bytes)).toBe(200)
    // Nor where nobody has asked for this cut before.
    expect((await edgeClient().request(`/images/${idOf(bytes)}/64`)).status).toBe(200)
  })

  it('is open in the end when both come at once', async () => {
    const bytes = await draw()
    const closed = ([0, 1, 1, 0, 1] as const).map((way) => store(bytes, way))
    expect((await Promise.all(closed)).every((status) => [201, 204].includes(status))).toBe(true)
    expect(await see(bytes)).toBe(200)
  })
})

describe('PUT /api/media/{id} refuses', () => {
  let bytes: Bytes
  beforeAll(async () => {
    bytes = await draw()
  })
  const refused = async (response: Response) => {
    const { status, code } = await errorOf(response)
    return [status, code]
  }

  it('what is not signed, or signed for other bytes, another id or another query', async () => {
    const call = { method: 'PUT', path: pathOf(bytes), body: bytes } as const
    const headers = await deskHeaders(call)
    const others = [
      [call, {}],
      [{ ...call, body: await draw() }, headers],
      [{ ...call, path: pathOf(bytes, 'image/jpeg', 1) }, headers],
      [{ ...call, path: pathOf(bytes, 'image/jpeg', 0, `b-${hashOf(bytes)}`) }, headers],
    ] as const
    for (const [other, given] of others) {
      expect(await refused(await askAsDesk(other, given))).toEqual([401, 'bad_signature'])
    }
    const post = await edgeClient().request(call.path, { method: 'POST', headers, body: bytes })
    expect(post.status).toBe(404)
    expect(await see(bytes)).toBe(404)
  })

  it.each([
    [
      'an id that does not end in the hash',
      () => pathOf(bytes, 'image/jpeg', 0, `a-${'0'.repeat(16)}`),
    ],
    ['an id that is the hash alone', () => pathOf(bytes, 'image/jpeg', 0, hashOf(bytes))],
    ['an id that is none', () => pathOf(bytes, 'image/jpeg', 0, `A_b-${hashOf(bytes)}`)],
    ['an id that leads elsewhere', () => pathOf(bytes, 'image/jpeg', 0, `..%2fx-${hashOf(bytes)}`)],
    ['another kind than it is', () => pathOf(bytes, 'image/png')],
    ['a kind that is not taken', () => pathOf(bytes, 'image/svg+xml' as PictureKind)],
    ['no size', () => `/api/media/${idOf(bytes)}?kind=image/jpeg&closed=0`],
    ['a size beyond reason', () => pathOf(bytes).replace('width=60', 'width=60000')],
    ['neither open nor closed', () => pathOf(bytes).replace('closed=0', 'closed=2')],
    ['more than is asked', () => `${pathOf(bytes)}&open=1`],
  ])('%s', async (_, path) => {
    expect(await refused(await put(bytes, path()))).toEqual([400, 'bad_request'])
  })

  it('what is no picture, whatever it says', async () => {
    const pages = ['', '<svg xmlns="http://www.w3.org/2000/svg"/>'].map(
      (text) => new TextEncoder().encode(randomUUID().slice(0, 8) + text) as Bytes,
    )
    for (const nothing of [...pages, new Uint8Array(0)]) {
      const path = pathOf(nothing)
      // A second time as well, so nothing of it was stored.
      for (const call of [await put(nothing, path), await put(nothing, path)]) {
        expect(await refused(call)).toEqual([400, 'bad_request'])
      }
    }
  })

  it('more bytes than a picture has, before they are sent', async () => {
    const call = { method: 'PUT', path: pathOf(bytes), body: bytes } as const
    const upload = beginUpload(call.path, await deskHeaders(call), largestPicture + 1)
    expect(await upload.status).toBe(413)
    upload.end()
  })

  it('unsigned uploads before a byte of them is read, while readers go on reading', async () => {
    const path = pathOf(bytes)
    const foreign = await deriveDeskKeys(keyringSchema.parse(`1:${'A'.repeat(43)}`))
    const call = { method: 'PUT', path, body: bytes } as const
    const uploads = [
      {},
      { [signatureHeader]: 'key=1' },
      await deskHeaders(call, { keys: foreign }),
      await deskHeaders(call, { at: ago(3600) }),
    ].map((headers) => beginUpload(path, headers, largestPicture))
    const subscriber = await signedIn('subscriber')
    const story = articleBodyPath(articleWith('members').slug)
    for (let turn = 0; turn < 10; turn++) {
      const answers = await Promise.all([
        subscriber.request(story),
        edgeClient().request('/api/client'),
        edgeClient().request('/no-such-page'),
      ])
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 404])
      for (const answer of answers) await answer.arrayBuffer()
    }
    // None of them has sent more than its first piece, and none ever will.
    expect(await Promise.all(uploads.map(({ status }) => status))).toEqual([401, 401, 401, 401])
    for (const upload of uploads) upload.end()
  })

  it('a body without its length', async () => {
    const call = { method: 'PUT', path: pathOf(bytes), body: bytes } as const
    const upload = beginUpload(call.path, await deskHeaders(call), null)
    expect(await upload.status).toBe(400)
    upload.end()
    expect(await see(bytes)).toBe(404)
  })
})

/** An upload that sends its head and a first piece of its body, and then waits. */
function beginUpload(path: string, headers: Record<string, string>, length: number | null) {
  const sized = length === null ? headers : { ...headers, 'Content-Length': String(length) }
  const asked = request(stack.siteUrl + path, { method: 'PUT', headers: sized })
  const status = new Promise<number | undefined>((resolve, reject) => {
    asked.on('response', (response) => resolve(response.statusCode))
    asked.on('error', reject)
  })
  asked.write(Buffer.alloc(65_536))
  return { status, end: () => asked.destroy() }
}
