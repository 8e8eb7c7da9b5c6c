/** A removal leaves nothing of an image in storage, also if it's interrupted or other requests run at the same time. */
import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { signatureHeader, signRequest } from '../../src/contracts/signing/desk-signature.ts'
import { keyringSchema } from '../../src/contracts/signing/keyring.ts'
import { importSigningKeys } from '../../src/contracts/signing/signed-token.ts'
import { createApp } from '../app/routes.ts'
import type { Services } from '../app/services.ts'
import type { Bindings } from '../identity/edge-context.ts'
import { createOutageTracker } from '../identity/outage-tracker.ts'
import { createTokens } from '../identity/session-tokens.ts'
import { rateLimitBindings } from '../platform/http/rate-limits.ts'
import { checkLog } from '../testing/check-log.ts'

const site = 'https://verandah.example'
const keyring = keyringSchema.parse(`1:${'a'.repeat(43)}`)
const deskKeys = importSigningKeys(keyring)
/** The first bytes of a JPEG. */
const bytes = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, ...new TextEncoder().encode('a photo')])
const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
const [photo, sameBytes, other] = [`photo-${hash}`, `copy-of-it-${hash}`, 'wave-0123456789abcdef']
const memory = `removed/${hash}`
const now = new Date('2026-03-01T10:00:00Z')

type StoredObject = { readonly body: unknown; readonly customMetadata?: Record<string, string> }
type PutOptions = Partial<StoredObject> & { readonly onlyIf?: { etagDoesNotMatch: '*' } }

let bucket: Map<string, StoredObject>
/** Calls of R2 so far. The call with the number in `fault` fails, before or after it has taken effect. */
let calls: number
let fault: { readonly call: number; readonly isCallMade: boolean } | null
/** Before the call with that number. */
let interruption: { readonly call: number; readonly run: () => Promise<unknown> } | null
let whileMaking: () => Promise<unknown>
let whileStoring: () => Promise<unknown>
let background: Promise<unknown>[]
let isolate: ReturnType<typeof createApp>

async function call<Value>(make: () => Value | Promise<Value>): Promise<Value> {
  if (calls + 1 === interruption?.call) {
    const { run } = interruption
    interruption = null
    await run()
  }
  const isFaulty = ++calls === fault?.call
  if (isFaulty && !fault!.isCallMade) throw new Error('R2 is down')
  const value = await make()
  if (isFaulty) throw new Error('R2 is down')
  return value
}

const find = (key: string) => {
  const stored = bucket.get(key)
  if (!stored) return null
  const response = () => new Response(stored.body as BodyInit)
  return { ...stored, key, body: response().body, json: () => response().json() }
}

const media = {
  get: (key: string) => call(() => find(key)),
  head: (key: string) => call(() => find(key)),
  async put(key: string, value: unknown, { onlyIf, ...options }: PutOptions = {}) {
    const body = await new Response(value as BodyInit).arrayBuffer()
    if (!key.includes('/')) await whileStoring()
    return call(() => {
      if (onlyIf && bucket.has(key)) return null
      bucket.set(key, { ...options, body })
      return find(key)
    })
  },
  list: ({ prefix = '', delimiter, cursor = '' }: R2ListOptions) =>
    call(() => {
      const keys = [...bucket.keys()]
        .filter((key) => key.startsWith(prefix) && key > cursor)
        .filter((key) => !delimiter || !key.slice(prefix.length).includes(delimiter))
        .sort()
      // Small pages, as of a bucket with thousands of images.
      const page = keys.slice(0, delimiter ? 1 : 1000)
      return {
        objects: page.map((key) => ({ key })),
        truncated: page.length < keys.length,
        cursor: page.at(-1),
      }
    }),
  delete: (keys: string | string[]) =>
    call(() => {
      for (const key of [keys].flat()) bucket.delete(key)
    }),
}

const images = {
  input: (original: ReadableStream) => ({
    transform: () => ({
      async output() {
        const made = await new Response(original).arrayBuffer()
        await whileMaking()
        return { image: () => new Response(made).body }
      },
    }),
  }),
}

const env = {
  MEDIA: media,
  IMAGES: images,
  ...Object.fromEntries(
    rateLimitBindings.map((name) => [name, { limit: async () => ({ success: true }) }]),
  ),
} as unknown as Bindings

const execution = {
  waitUntil: (work: Promise<unknown>) => void background.push(work),
  passThroughOnException() {},
} as unknown as ExecutionContext

async function send(
  method: string,
  path: string,
  { body = new Uint8Array(), keys = deskKeys, signed = path }: Partial<Call> = {},
) {
  const signature = await signRequest({ method, path: signed, body }, await keys, now)
  const headers = { [signatureHeader]: signature, 'Content-Length': String(body.length) }
  const init = { method, headers, ...(method === 'GET' ? {} : { body }) }
  const response = await isolate.request(site + path, init, env, execution)
  const text = await response.text()
  const isJson = response.headers.get('Content-Type')?.includes('json')
  return { status: response.status, body: isJson ? JSON.parse(text) : text }
}
type Call = {
  readonly body: Uint8Array<ArrayBuffer>
  readonly keys: typeof deskKeys
  readonly signed: string
}

const encode = (value: object) => Uint8Array.from(new TextEncoder().encode(JSON.stringify(value)))
const reason = { by: 'Ama', message: 'court order 12/26' }
const remove = (id = photo, more: Partial<Call> = {}) =>
  send('DELETE', `/api/media/${id}`, { body: encode(reason), ...more })
async function look(id = photo, size = '640') {
  const { status } = await send('GET', `/images/${id}/${size}`)
  await Promise.all(background.splice(0))
  return status
}
const upload = (id = photo) =>
  send('PUT', `/api/media/${id}?width=6&height=4&kind=image/jpeg&closed=0`, { body: bytes })

/** Both are workerd's. The bucket's fake checks no hash and no length. */
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
  bucket = new Map<string, StoredObject>([
    [photo, original],
    [sameBytes, original],
    [`variants/open/${photo}/640-q75.jpeg`, original],
    [`variants/open/${photo}/1200x630-q75.jpeg`, original],
    [`variants/closed/${photo}/640-q60.avif`, original],
    [`variants/open/${sameBytes}/96-q75.webp`, original],
    [other, { body: 'wave' }],
    [`variants/open/${other}/640-q75.jpeg`, { body: 'wave' }],
    ['sealed/0', { body: 'a closed part' }],
  ])
  calls = 0
  fault = null
  interruption = null
  whileMaking = async () => {}
  whileStoring = async () => {}
  background = []
  vi.stubGlobal('caches', { default: { match: async () => undefined, put: async () => {} } })
  vi.stubGlobal('FixedLengthStream', FixedLengthStream)
  Object.assign(crypto, { DigestStream })
  isolate = createApp({
    tokens: createTokens(keyring),
    deskKeys,
    outageTracker: createOutageTracker(),
    now: () => now,
    log: checkLog,
  } as Partial<Services> as Services)
})
afterEach(() => vi.unstubAllGlobals())

const listKeys = () => [...bucket.keys()].sort()
const othersKeys = [other, `variants/open/${other}/640-q75.jpeg`, 'sealed/0']
const keysAfterwards = [memory, ...othersKeys].sort()
const removal = { ...reason, at: now.toISOString() }

describe('a removed image', () => {
  it('is gone under every name and in every size, and nothing else is', async () => {
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

  it('can be removed again, by any of its names, and keeps who removed it first', async () => {
    await remove()
    for (const id of [photo, sameBytes, `never-used-${hash}`]) {
      expect(await remove(id, { body: encode({ by: 'Ravi' }) })).toEqual({
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
      expect(body.error.message).toBe('Ama removed this picture on 2026-03-01: court order 12/26')
    }
    expect(listKeys()).toEqual(keysAfterwards)
  })
})

describe('a removal', () => {
  it('that was interrupted anywhere is finished by the next one', async () => {
    const start = new Map(bucket)
    await remove()
    const total = calls
    expect(total).toBeGreaterThan(8)
    for (const isCallMade of [false, true]) {
      for (let number = 1; number <= total; number++) {
        bucket = new Map(start)
        calls = 0
        fault = { call: number, isCallMade }
        expect((await remove()).status, `call ${number}`).toBe(503)
        fault = null
        expect(await remove()).toMatchObject({ status: 200, body: removal })
        expect(listKeys()).toEqual(keysAfterwards)
      }
    }
  })

  it('can run at the same time as another one, which is remembered', async () => {
    const start = new Map(bucket)
    await remove()
    const total = calls
    for (let number = 1; number <= total; number++) {
      bucket = new Map(start)
      calls = 0
      let other: Awaited<ReturnType<typeof remove>> | undefined
      const by = { ...reason, by: 'Ravi' }
      interruption = {
        call: number,
        run: async () => {
          other = await remove(sameBytes, { body: encode(by) })
        },
      }
      const own = await remove()
      expect([own.status, other?.status], `call ${number}`).toEqual([200, 200])
      expect(own.body.by).toBe(other!.body.by)
      expect(listKeys(), `call ${number}`).toEqual(keysAfterwards)
      expect(await find(memory)!.json()).toMatchObject({ by: own.body.by })
    }
  })

  it('leaves no variant that was being made meanwhile', async () => {
    whileMaking = async () => {
      whileMaking = async () => {}
      await remove()
    }
    await look(photo, '828')
    expect(listKeys()).toEqual(keysAfterwards)
    expect(await look(photo, '828')).toBe(404)
  })

  it('leaves no original that was being uploaded meanwhile', async () => {
    expect((await upload(`another-name-${hash}`)).status).toBe(201)
    whileStoring = async () => {
      whileStoring = async () => {}
      await remove()
    }
    expect((await upload(`third-name-${hash}`)).status).toBe(409)
    expect(listKeys()).toEqual(keysAfterwards)
  })

  it('leaves nothing of what was stored meanwhile if it can’t be looked for', async () => {
    /** After the object was put. */
    const removeAndFail = async () => {
      whileMaking = whileStoring = async () => {}
      await remove()
      fault = { call: calls + 2, isCallMade: false }
    }
    whileMaking = removeAndFail
    await look(photo, '828')
    expect(listKeys()).toEqual(keysAfterwards)

    bucket.delete(memory)
    bucket.set(photo, { body: bytes })
    whileStoring = removeAndFail
    expect((await upload(`third-name-${hash}`)).status).toBe(503)
    expect(listKeys()).toEqual(keysAfterwards)
  })

  it('of an unknown image changes nothing', async () => {
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

  it('is refused without the desk’s signature of this call', async () => {
    const before = listKeys()
    const keys = importSigningKeys(keyringSchema.parse(`1:${'b'.repeat(43)}`))
    const refused = [
      await remove(photo, { keys }),
      await remove(photo, { signed: `/api/media/${other}` }),
      await send('DELETE', `/api/media/${photo}`, { keys }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([401, 401, 401])
    const unsigned = { method: 'DELETE', body: encode(reason) }
    const answer = await isolate.request(`${site}/api/media/${photo}`, unsigned, env, execution)
    expect(answer.status).toBe(401)
    expect((await remove(photo, { body: encode({}) })).status).toBe(400)
    expect(listKeys()).toEqual(before)
  })
})
