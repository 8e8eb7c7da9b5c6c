/** Each variant is made once, by whatever way its readers come, and closed ones are apart. */
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { keyringSchema } from '../../src/contracts/signing/keyring.ts'
import { deriveSealingKeys } from '../../src/contracts/signing/sealed-body.ts'
import { importSigningKeys } from '../../src/contracts/signing/signed-token.ts'
import { imageWidths } from '../../src/domain/image/image-path.ts'
import { createApp } from '../app/routes.ts'
import type { Services } from '../app/services.ts'
import type { Bindings } from '../identity/edge-context.ts'
import { createOutageTracker } from '../identity/outage-tracker.ts'
import { createTokens } from '../identity/session-tokens.ts'
import { unlimitedRateLimits } from '../testing/fake-rate-limits.ts'
import { deleteVariants } from './image-variants.ts'

const site = 'https://verandah.example'
const open = 'wave-0123456789abcdef'
const closed = 'letter-fedcba9876543210'
const [avif, webp, jpeg] = ['image/avif,image/webp,*/*', 'image/webp,*/*', '*/*']
const keyring = keyringSchema.parse(`1:${'a'.repeat(43)}`)
const tokens = createTokens(keyring)
const sealingKeys = deriveSealingKeys(keyring)
const deskKeys = importSigningKeys(keyring)

type StoredObject = { readonly bytes: string; readonly customMetadata?: Record<string, string> }

let now: Date
let bucket: Map<string, StoredObject>
/** Variants that Images was asked for. */
let made: string[]
let failing: Set<string>
/** Formats that Images never finishes. */
let hanging: Set<string>
let logged: string[]
let background: Promise<unknown>[]
let isolate: ReturnType<typeof createApp>

const readBytes = async (value: unknown) => new Response(value as BodyInit).text()
const get = async (key: string) => {
  const stored = bucket.get(key)
  if (!stored) return null
  return { ...stored, body: new Response(stored.bytes).body }
}

const media = {
  get,
  head: get,
  async put(key: string, value: unknown) {
    if (failing.has('put')) throw new Error('R2 is down')
    bucket.set(key, { bytes: await readBytes(value) })
  },
  async list({ prefix }: { prefix: string }) {
    return {
      objects: [...bucket.keys()].filter((key) => key.startsWith(prefix)).map((key) => ({ key })),
    }
  },
  async delete(keys: string[]) {
    for (const key of keys) bucket.delete(key)
  },
}

const images = {
  input: (original: ReadableStream) => ({
    transform: ({ width, height }: ImageTransform) => ({
      async output({ format }: { format: string }) {
        const variant = `${width}${height ? `x${height}` : ''} ${format}`
        made.push(variant)
        if (failing.has(format)) throw new Error('cannot be made')
        if (hanging.has(format)) await new Promise(() => {})
        const bytes = `${await readBytes(original)} ${variant}`
        return { image: () => new Response(bytes).body }
      },
    }),
  }),
}

const env = {
  MEDIA: media,
  IMAGES: images,
  ...unlimitedRateLimits,
} as unknown as Bindings

const execution = {
  waitUntil: (work: Promise<unknown>) => void background.push(work),
  passThroughOnException() {},
} as unknown as ExecutionContext

/** Each has a cache of its own, which varies by nothing, like Cloudflare's. */
function moveToNewDataCentre() {
  const cache = new Map<string, Response>()
  vi.stubGlobal('caches', {
    default: {
      match: async ({ url }: Request) => cache.get(url)?.clone(),
      put: async ({ url }: Request, response: Response) => void cache.set(url, response),
    },
  })
  isolate = createApp({
    tokens,
    sealingKeys,
    deskKeys,
    outageTracker: createOutageTracker(),
    now: () => now,
    log: (event) => logged.push(event),
  } as Partial<Services> as Services)
}

async function finishBackground() {
  while (background.length > 0) await Promise.all(background.splice(0))
}

async function ask(path: string, accept: string, cookie = '') {
  const headers = { Accept: accept, Cookie: cookie }
  const response = await isolate.request(site + path, { headers }, env, execution)
  const text = await response.text()
  const { status } = response
  return {
    status,
    text,
    type: response.headers.get('Content-Type'),
    caching: response.headers.get('Cache-Control'),
  }
}

async function createSubscriberCookie() {
  const entitlement = {
    status: 'isSubscribed',
    detail: 'active',
    entitled: true,
    until: null,
    plan: 'annual_99',
    price: null,
    previousPlan: null,
    paidThrough: null,
    resumesAt: null,
    nextPayment: null,
    givenMonths: 0,
    givenUntil: null,
    allowedSteps: [],
  } as const
  const session = await tokens.issueSession('ama', now, now)
  return `__Host-session=${session}; __Host-pass=${await tokens.issuePass('ama', entitlement, now)}`
}

beforeEach(() => {
  now = new Date('2026-03-01T10:00:00Z')
  bucket = new Map<string, StoredObject>([
    [open, { bytes: 'wave' }],
    [closed, { bytes: 'letter', customMetadata: { closed: '1' } }],
  ])
  made = []
  failing = new Set()
  hanging = new Set()
  logged = []
  background = []
  moveToNewDataCentre()
})
afterEach(() => vi.unstubAllGlobals())

const year = 'public, max-age=31536000, s-maxage=3600, immutable'
const minute = 'public, max-age=60'

it('serves WebP until AVIF is made, and caches it as AVIF nowhere', async () => {
  const first = await ask(`/images/${open}/640`, avif)
  expect(first).toEqual({
    status: 200,
    text: 'wave 640 image/webp',
    type: 'image/webp',
    caching: minute,
  })
  await finishBackground()
  const second = await ask(`/images/${open}/640`, avif)
  expect(second).toEqual({
    status: 200,
    text: 'wave 640 image/avif',
    type: 'image/avif',
    caching: year,
  })
  // A browser without AVIF gets what was made for the first.
  expect(await ask(`/images/${open}/640`, webp)).toMatchObject({
    type: 'image/webp',
    caching: year,
  })
  expect(made).toEqual(['640 image/webp', '640 image/avif'])
})

it('serves nothing that was cached for a year before images could be removed', async () => {
  const address = new URL(`/images/${open}/640?image/webp`, site)
  await caches.default.put(new Request(address), new Response('removed'))
  expect(await ask(`/images/${open}/640`, webp)).toMatchObject({ text: 'wave 640 image/webp' })
})

it('makes each variant once, for all data centres', async () => {
  const askForAll = async () => {
    for (const size of [...imageWidths, '1200x630'])
      for (const accept of [avif, webp, jpeg]) {
        expect(await ask(`/images/${open}/${size}`, accept)).toMatchObject({ status: 200 })
        await finishBackground()
      }
  }
  await askForAll()
  // Cards are JPEG only.
  expect(made).toHaveLength(imageWidths.length * 3 + 1)
  expect(new Set(made).size).toBe(made.length)
  for (const _ of ['another', 'a third']) {
    moveToNewDataCentre()
    await askForAll()
  }
  expect(made).toHaveLength(imageWidths.length * 3 + 1)
})

it.each(['16', '96', '3840', '641', '0640', '1200x631', '640x', 'original'])(
  'makes nothing in a size that no page asks for: %s',
  async (size) => {
    for (const accept of [avif, webp, jpeg, 'image/png'])
      expect(await ask(`/images/${open}/${size}`, accept)).toMatchObject({ status: 404 })
    await finishBackground()
    expect(made).toEqual([])
  },
)

it('makes nothing in a format that no browser of ours asks for', async () => {
  for (const accept of ['image/png', 'image/gif', 'image/jxl', 'text/html', ''])
    expect(await ask(`/images/${open}/640`, accept)).toMatchObject({ status: 200 })
  expect(made).toEqual(['640 image/jpeg'])
})

it('makes WebP once for requests that arrive together, and again after a failure', async () => {
  const askTogether = async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => ask(`/images/${open}/640`, webp)),
    )
    await finishBackground()
    return new Set(answers.map(({ status }) => status))
  }
  failing.add('image/webp')
  expect(await askTogether()).toEqual(new Set([503]))
  failing.clear()
  expect(await askTogether()).toEqual(new Set([200]))
  expect(made).toEqual(['640 image/webp', '640 image/webp'])
})

it('makes a variant again when the request that was making it has been ended', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  hanging.add('image/webp')
  const abandoned = ask(`/images/${open}/640`, webp)
  await expect.poll(() => made).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await abandoned).toMatchObject({ status: 503 })
  hanging.clear()
  await vi.advanceTimersByTimeAsync(20_001)
  expect(await ask(`/images/${open}/640`, webp)).toMatchObject({ status: 200 })
})

it('makes AVIF once for requests that arrive together', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => ask(`/images/${open}/640`, avif)),
  )
  expect(new Set(answers.map(({ type }) => type))).toEqual(new Set(['image/webp']))
  await finishBackground()
  expect(made.filter((variant) => variant === '640 image/avif')).toHaveLength(1)
})

it('tries a variant that fails once a minute, and serves WebP meanwhile', async () => {
  failing.add('image/avif')
  const askOnce = async () => {
    const { type, caching } = await ask(`/images/${open}/640`, avif)
    await finishBackground()
    return [type, caching]
  }
  const temporary = ['image/webp', minute]
  expect([await askOnce(), await askOnce()]).toEqual([temporary, temporary])
  expect(made).toEqual(['640 image/webp', '640 image/avif'])
  expect(logged).toEqual(['image_variant_failed'])
  failing.clear()
  expect(await askOnce()).toEqual(temporary)
  now = new Date(now.getTime() + 60_000)
  expect([await askOnce(), await askOnce()]).toEqual([temporary, ['image/avif', year]])
  expect(made).toEqual(['640 image/webp', '640 image/avif', '640 image/avif'])
})

it('serves what can’t be stored', async () => {
  failing.add('put')
  expect(await ask(`/images/${open}/640`, webp)).toMatchObject({ status: 200, caching: year })
  await finishBackground()
  expect(logged).toEqual(['image_variant_not_stored'])
})

it('makes and stores nothing for addresses that no page has', async () => {
  const before = [...bucket.keys()]
  const paths = [
    `/images/${open}/641`,
    `/images/${open}/640x480`,
    `/images/${open}/640-q75.webp`,
    '/images/nothing-0123456789abcdef/640',
    `/images/variants/640`,
    `/images/variants%2Fopen%2F${open}/640`,
    `/images/variants%2Fclosed%2F${closed}%2F640-q75.avif/640`,
    `/images/..%2Fvariants/640`,
  ]
  for (const path of paths) expect(await ask(path, avif)).toMatchObject({ status: 404 })
  await finishBackground()
  expect([made, [...bucket.keys()]]).toEqual([[], before])
})

it('keeps variants of closed images from everybody who isn’t entitled', async () => {
  const path = `/images/${closed}/640`
  const unknown = await ask('/images/nothing-0123456789abcdef/640', avif)
  const expectRefused = async () => {
    for (const accept of [avif, webp, jpeg]) expect(await ask(path, accept)).toEqual(unknown)
    await finishBackground()
  }
  await expectRefused()
  expect(made).toEqual([])
  const subscriber = await createSubscriberCookie()
  expect(await ask(path, avif, subscriber)).toMatchObject({
    type: 'image/webp',
    caching: 'private, max-age=60',
  })
  await finishBackground()
  await expectRefused()
  for (const _ of ['here', 'elsewhere']) {
    expect(await ask(path, avif, subscriber)).toMatchObject({
      type: 'image/avif',
      caching: 'private, max-age=86400',
    })
    await finishBackground()
    await expectRefused()
    moveToNewDataCentre()
  }
  // An entitled reader's variants are stored too, which they weren't before.
  expect(made).toEqual(['640 image/webp', '640 image/avif'])
  const variants = [...bucket.keys()].filter((key) => key.startsWith('variants/'))
  expect(variants.filter((key) => !key.startsWith(`variants/closed/${closed}/`))).toEqual([])
  await deleteVariants(env, closed, true)
  expect([...bucket.keys()]).toEqual([open, closed])
})
