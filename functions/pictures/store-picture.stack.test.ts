/** Pictures that the desk brings: which are taken, and who sees them then. */
import { createHash } from 'node:crypto'
import { request } from 'node:http'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  largestPicture,
  type PictureKind,
  storedPicturePath,
} from '../../src/contracts/publishing.ts'
import { askAsDesk, deskHeaders, edgeClient, errorOf, signedIn, stack } from '../edge-client.ts'

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
    const page = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>') as Bytes
    for (const nothing of [page, new Uint8Array(0)]) {
      expect(await refused(await put(nothing, pathOf(nothing)))).toEqual([400, 'bad_request'])
    }
  })

  it('more bytes than a picture has, before they are sent', async () => {
    const call = { method: 'PUT', path: pathOf(bytes), body: bytes } as const
    const length = { 'Content-Length': String(largestPicture + 1) }
    const headers = { ...(await deskHeaders(call)), ...length }
    const status = await new Promise((resolve, reject) => {
      const asked = request(stack.siteUrl + call.path, { method: 'PUT', headers }, (response) => {
        resolve(response.statusCode)
        asked.destroy()
      })
      asked.on('error', reject)
      asked.flushHeaders()
    })
    expect(status).toBe(413)
  })
})
