/** Each variant is created once, however readers request it, and closed variants are separate. */
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { imageWidths } from '../../src/domain/image/image-path.ts'
import { deleteVariants } from './image-variants.ts'
import { ImagesHarness, site } from './testing/images-harness.ts'

const open = 'wave-0123456789abcdef'
const closed = 'letter-fedcba9876543210'
const [avif, webp, jpeg] = ['image/avif,image/webp,*/*', 'image/webp,*/*', '*/*']

let harness: ImagesHarness
let made: string[]
beforeEach(() => {
  harness = new ImagesHarness({
    [open]: { body: 'wave' },
    [closed]: { body: 'letter', customMetadata: { closed: '1' } },
  })
  made = harness.made
})
afterEach(() => vi.unstubAllGlobals())

const finishBackground = () => harness.finishBackground()

async function ask(path: string, accept: string, cookie = '') {
  const headers = { Accept: accept, Cookie: cookie }
  const response = await harness.request(path, { headers })
  const text = await response.text()
  const { status } = response
  return {
    status,
    text,
    type: response.headers.get('Content-Type'),
    caching: response.headers.get('Cache-Control'),
    vary: response.headers.get('Vary'),
  }
}

const year = 'public, max-age=31536000, s-maxage=3600, immutable'
const minute = 'public, max-age=60'

it('the Worker serves WebP until AVIF is made, and never caches it as AVIF', async () => {
  const first = await ask(`/images/${open}/640`, avif)
  expect(first).toEqual({
    status: 200,
    text: 'wave 640 image/webp',
    type: 'image/webp',
    caching: minute,
    vary: 'Accept',
  })
  await finishBackground()
  const second = await ask(`/images/${open}/640`, avif)
  expect(second).toEqual({
    status: 200,
    text: 'wave 640 image/avif',
    type: 'image/avif',
    caching: year,
    vary: 'Accept',
  })
  // A browser without AVIF support gets the variant created for the first browser.
  expect(await ask(`/images/${open}/640`, webp)).toMatchObject({
    type: 'image/webp',
    caching: year,
  })
  expect(made).toEqual(['640 image/webp', '640 image/avif'])
})

it('copies that an earlier version cached for a year are ignored', async () => {
  const address = new URL(`/images/${open}/640?image/webp`, site)
  await caches.default.put(new Request(address), new Response('removed'))
  expect(await ask(`/images/${open}/640`, webp)).toMatchObject({ text: 'wave 640 image/webp' })
})

it('each variant is made once, for all data centres', async () => {
  const askForAll = async () => {
    for (const size of [...imageWidths, '1200x630'])
      for (const accept of [avif, webp, jpeg]) {
        expect(await ask(`/images/${open}/${size}`, accept)).toMatchObject({ status: 200 })
        await finishBackground()
      }
  }
  await askForAll()
  // Card images are JPEG only.
  expect(made).toHaveLength(imageWidths.length * 3 + 1)
  expect(new Set(made).size).toBe(made.length)
  for (const _ of ['another', 'a third']) {
    harness.moveToNewDataCentre()
    await askForAll()
  }
  expect(made).toHaveLength(imageWidths.length * 3 + 1)
})

it('a card is made for each step of the focal point', async () => {
  for (const size of ['1200x630', '1200x630-0', '1200x630-100', '1200x630-0'])
    expect(await ask(`/images/${open}/${size}`, avif)).toMatchObject({ status: 200 })
  await finishBackground()
  expect(made).toHaveLength(3)
})

it('only formats that supported browsers request are made', async () => {
  for (const accept of ['image/png', 'image/gif', 'image/jxl', 'text/html', ''])
    expect(await ask(`/images/${open}/640`, accept)).toMatchObject({ status: 200 })
  expect(made).toEqual(['640 image/jpeg'])
})

it('WebP is made once for requests that arrive together, and again after a failure', async () => {
  const askTogether = async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => ask(`/images/${open}/640`, webp)),
    )
    await finishBackground()
    return new Set(answers.map(({ status }) => status))
  }
  harness.failing.add('image/webp')
  expect(await askTogether()).toEqual(new Set([503]))
  harness.failing.clear()
  expect(await askTogether()).toEqual(new Set([200]))
  expect(made).toEqual(['640 image/webp', '640 image/webp'])
})

it.each<[string, () => unknown]>([
  ['resized', () => harness.failing.add('image/jpeg')],
  [
    'read',
    () => Object.assign(harness.env.MEDIA, { get: () => Promise.reject(new Error('down')) }),
  ],
])('the response is an uncached 503 while images can’t be %s', async (_, breakIt) => {
  breakIt()
  const path = `/images/${open}/640`
  const response = await harness.request(path, { headers: { Accept: jpeg } })
  const { status, headers } = response
  expect([status, headers.get('Cache-Control')]).toEqual([503, 'no-store'])
  expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0)
  expect(await response.json()).toMatchObject({ error: { code: 'unavailable' } })
})

it('a variant is made again if the request that was making it was ended', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  harness.hanging.add('image/webp')
  const abandoned = ask(`/images/${open}/640`, webp)
  await expect.poll(() => made).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await abandoned).toMatchObject({ status: 503 })
  harness.hanging.clear()
  await vi.advanceTimersByTimeAsync(20_001)
  expect(await ask(`/images/${open}/640`, webp)).toMatchObject({ status: 200 })
})

it('AVIF is made once for requests that arrive together', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => ask(`/images/${open}/640`, avif)),
  )
  expect(new Set(answers.map(({ type }) => type))).toEqual(new Set(['image/webp']))
  await finishBackground()
  expect(made.filter((variant) => variant === '640 image/avif')).toHaveLength(1)
})

it('a variant that fails is retried once a minute, and WebP is served until then', async () => {
  harness.failing.add('image/avif')
  const askOnce = async () => {
    const { type, caching } = await ask(`/images/${open}/640`, avif)
    await finishBackground()
    return [type, caching]
  }
  const temporary = ['image/webp', minute]
  expect([await askOnce(), await askOnce()]).toEqual([temporary, temporary])
  expect(made).toEqual(['640 image/webp', '640 image/avif'])
  expect(harness.logged).toEqual(['image_variant_failed'])
  harness.failing.clear()
  expect(await askOnce()).toEqual(temporary)
  harness.now = new Date(harness.now.getTime() + 60_000)
  expect([await askOnce(), await askOnce()]).toEqual([temporary, ['image/avif', year]])
  expect(made).toEqual(['640 image/webp', '640 image/avif', '640 image/avif'])
})

it('a size is served even if it can’t be stored', async () => {
  Object.assign(harness.env.MEDIA, { put: async () => Promise.reject(new Error('R2 is down')) })
  expect(await ask(`/images/${open}/640`, webp)).toMatchObject({ status: 200, caching: year })
  await finishBackground()
  expect(harness.logged).toEqual(['image_variant_not_stored'])
})

it('nothing is made or stored for addresses that no page uses', async () => {
  const before = [...harness.bucket.keys()]
  const cards = ['1200x631', '1200x630-', '1200x630-5', '1200x630-010', '1200x630-110']
  const sizes = ['16', '3840', '641', '0640', '640x', '640x480', '640-q75.webp', 'original']
  const paths = [
    ...[...sizes, ...cards].map((size) => `/images/${open}/${size}`),
    '/images/nothing-0123456789abcdef/640',
    `/images/variants/640`,
    `/images/variants%2Fopen%2F${open}/640`,
    `/images/variants%2Fclosed%2F${closed}%2F640-q75.avif/640`,
    `/images/..%2Fvariants/640`,
  ]
  for (const path of paths) expect(await ask(path, avif)).toMatchObject({ status: 404 })
  await finishBackground()
  expect([made, [...harness.bucket.keys()]]).toEqual([[], before])
})

it('variants of closed images are served only to entitled readers', async () => {
  const path = `/images/${closed}/640`
  const unknown = await ask('/images/nothing-0123456789abcdef/640', avif)
  const expectRefused = async () => {
    for (const accept of [avif, webp, jpeg]) expect(await ask(path, accept)).toEqual(unknown)
    await finishBackground()
  }
  await expectRefused()
  expect(made).toEqual([])
  const subscriber = await harness.createSubscriberCookie()
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
    harness.moveToNewDataCentre()
  }
  // An entitled reader's variants are stored too.
  expect(made).toEqual(['640 image/webp', '640 image/avif'])
  const variants = [...harness.bucket.keys()].filter((key) => key.startsWith('variants/'))
  expect(variants.filter((key) => !key.startsWith(`variants/closed/${closed}/`))).toEqual([])
  await deleteVariants(harness.env, closed, true)
  expect([...harness.bucket.keys()]).toEqual([open, closed])
})
