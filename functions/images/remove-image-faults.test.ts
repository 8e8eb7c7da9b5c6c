/** A removal deletes all copies of an image, even if it's interrupted or other requests run at the same time. */
import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { signatureHeader, signRequest } from '../../src/contracts/signing/desk-signature.ts'
import { deskKeys, ImagesHarness } from './testing/images-harness.ts'

/** The start of a JPEG file. */
const bytes = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, ...new TextEncoder().encode('a photo')])
const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
const [photo, sameBytes, other] = [`photo-${hash}`, `copy-of-it-${hash}`, 'wave-0123456789abcdef']
const memory = `removed/${hash}`

let harness: ImagesHarness

type Bytes = Uint8Array<ArrayBuffer>

async function send(method: string, path: string, body: Bytes = new Uint8Array()) {
  const signature = await signRequest({ method, path, body }, await deskKeys, harness.now)
  const headers = { [signatureHeader]: signature, 'Content-Length': String(body.length) }
  const init = { method, headers, ...(method === 'GET' ? {} : { body }) }
  const response = await harness.request(path, init)
  const text = await response.text()
  const isJson = response.headers.get('Content-Type')?.includes('json')
  return { status: response.status, body: isJson ? JSON.parse(text) : text }
}

const encode = (value: object) => Uint8Array.from(new TextEncoder().encode(JSON.stringify(value)))
const reason = { by: 'Ama', message: 'court order 12/26' }
const remove = (id = photo, body = encode(reason)) => send('DELETE', `/api/media/${id}`, body)
async function look(id = photo, size = '640') {
  const { status } = await send('GET', `/images/${id}/${size}`)
  await harness.finishBackground()
  return status
}
const upload = (id = photo) =>
  send('PUT', `/api/media/${id}?width=6&height=4&kind=image/jpeg&closed=0`, bytes)

/** This class and FixedLengthStream replace workerd's. The fake bucket doesn't check hashes or lengths. */
class DigestStream extends WritableStream<Uint8Array> {
  readonly digest: Promise<ArrayBuffer>
  constructor() {
    const digest = createHash('sha256')
    const finished = Promise.withResolvers<ArrayBuffer>()
    super({
      write: (chunk) => void digest.update(chunk),
      close: () => finished.resolve(Uint8Array.from(digest.digest()).buffer),
    })
    this.digest = finished.promise
  }
}

class FixedLengthStream extends TransformStream<Uint8Array, Uint8Array> {
  constructor(_length: number) {
    super()
  }
}

beforeEach(() => {
  const original = { body: bytes }
  harness = new ImagesHarness({
    [photo]: original,
    [sameBytes]: original,
    [`variants/open/${photo}/640-q75.jpeg`]: original,
    [`variants/open/${photo}/1200x630-q75.jpeg`]: original,
    [`variants/closed/${photo}/640-q60.avif`]: original,
    [`variants/open/${sameBytes}/96-q75.webp`]: original,
    [other]: { body: 'wave' },
    [`variants/open/${other}/640-q75.jpeg`]: { body: 'wave' },
    'sealed/0': { body: 'a closed part' },
  })
  // Disables caching, because caches keep removed images for an hour.
  vi.stubGlobal('caches', { default: { match: async () => undefined, put: async () => {} } })
  vi.stubGlobal('FixedLengthStream', FixedLengthStream)
  Object.assign(crypto, { DigestStream })
})
afterEach(() => vi.unstubAllGlobals())

const listKeys = () => harness.listKeys()
const othersKeys = [other, `variants/open/${other}/640-q75.jpeg`, 'sealed/0']
const keysAfterwards = [memory, ...othersKeys].sort()
const removal = { ...reason, at: '2026-03-01T10:00:00.000Z' }

describe('a removed image', () => {
  it('can’t be found under any name or in any size, while other images still can', async () => {
    for (const id of [photo, sameBytes]) expect(await look(id)).toBe(200)
    const stored = listKeys().filter(
      (key) => key.startsWith('variants/') && key.endsWith(`-q75.jpeg`),
    )
    expect(await remove()).toEqual({
      status: 200,
      body: { ...removal, ids: [sameBytes, photo], variants: 5 },
    })
    expect(stored).toHaveLength(4)
    expect(listKeys()).toEqual(keysAfterwards)
    for (const id of [photo, sameBytes]) {
      for (const size of ['16', '640', '3840', '1200x630']) expect(await look(id, size)).toBe(404)
      expect((await send('GET', `/api/media/${id}`)).status).toBe(404)
    }
    expect(await look(other)).toBe(200)
  })

  it('can also be a recording', async () => {
    const talk = `talk-${hash}`
    harness.bucket.set(talk, { body: bytes, httpMetadata: { contentType: 'audio/mpeg' } })
    const listen = async () => (await send('GET', `/audio/${talk}`)).status
    expect(await listen()).toBe(200)
    await remove(talk)
    expect(await listen()).toBe(404)
    expect(listKeys()).toEqual(keysAfterwards)
  })

  it('can be removed again by any of its names, and its record keeps who removed it first', async () => {
    await remove()
    for (const id of [photo, sameBytes, `never-used-${hash}`]) {
      expect(await remove(id, encode({ by: 'Ravi' }))).toEqual({
        status: 200,
        body: { ...removal, ids: [], variants: 0 },
      })
    }
    expect(listKeys()).toEqual(keysAfterwards)
  })

  it('can’t be uploaded again under any name, and the editor is told why', async () => {
    await remove()
    for (const id of [photo, sameBytes, `another-name-${hash}`]) {
      const { status, body } = await upload(id)
      expect([status, body.error.code]).toEqual([409, 'not_possible'])
      expect(body.error.message).toBe('Ama removed this file on 2026-03-01: court order 12/26')
    }
    expect(listKeys()).toEqual(keysAfterwards)
  })
})

describe('a removal', () => {
  it('is finished by the next removal, wherever it was interrupted', async () => {
    const start = new Map(harness.bucket)
    await remove()
    const total = harness.calls
    expect(total).toBeGreaterThan(8)
    for (const isCallMade of [false, true]) {
      for (let number = 1; number <= total; number++) {
        harness.bucket = new Map(start)
        harness.calls = 0
        harness.fault = { call: number, isCallMade }
        expect((await remove()).status, `call ${number}`).toBe(503)
        harness.fault = null
        expect(await remove()).toMatchObject({ status: 200, body: removal })
        expect(listKeys()).toEqual(keysAfterwards)
      }
    }
  })

  it('can run at the same time as another removal, and both responses name the same editor', async () => {
    const start = new Map(harness.bucket)
    await remove()
    const total = harness.calls
    for (let number = 1; number <= total; number++) {
      harness.bucket = new Map(start)
      harness.calls = 0
      let other: Awaited<ReturnType<typeof remove>> | undefined
      const by = { ...reason, by: 'Ravi' }
      harness.interruption = {
        call: number,
        run: async () => {
          other = await remove(sameBytes, encode(by))
        },
      }
      const own = await remove()
      expect([own.status, other?.status], `call ${number}`).toEqual([200, 200])
      expect(own.body.by).toBe(other!.body.by)
      expect(listKeys(), `call ${number}`).toEqual(keysAfterwards)
      expect(await harness.find(memory)!.json()).toMatchObject({ by: own.body.by })
    }
  })

  it('leaves no variant that was being made at the same time', async () => {
    harness.whileMaking = async () => {
      harness.whileMaking = async () => {}
      await remove()
    }
    await look(photo, '828')
    expect(listKeys()).toEqual(keysAfterwards)
    expect(await look(photo, '828')).toBe(404)
  })

  it('leaves no original that was being uploaded at the same time', async () => {
    expect((await upload(`another-name-${hash}`)).status).toBe(201)
    harness.whileStoring = async () => {
      harness.whileStoring = async () => {}
      await remove()
    }
    expect((await upload(`third-name-${hash}`)).status).toBe(409)
    expect(listKeys()).toEqual(keysAfterwards)
  })

  it('leaves no file that was stored at the same time, even if the upload’s check fails', async () => {
    /** Interrupts the removal after the record has been stored. */
    const removeAndFail = async () => {
      harness.whileMaking = harness.whileStoring = async () => {}
      await remove()
      harness.fault = { call: harness.calls + 2, isCallMade: false }
    }
    harness.whileMaking = removeAndFail
    await look(photo, '828')
    expect(listKeys()).toEqual(keysAfterwards)

    harness.bucket.delete(memory)
    harness.bucket.set(photo, { body: bytes })
    harness.whileStoring = removeAndFail
    expect((await upload(`third-name-${hash}`)).status).toBe(503)
    expect(listKeys()).toEqual(keysAfterwards)
  })

  it('changes nothing for an unknown image', async () => {
    const before = listKeys()
    for (const id of [
      'wave-0000000000000000',
      'wave',
      '..%2Fsealed%2F0',
      encodeURIComponent(memory),
    ]) {
      expect((await remove(id)).status).toBe(404)
    }
    expect(listKeys()).toEqual(before)
  })
})
