import { decodeJwt } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { ratingResponseSchema } from '../../src/contracts/endpoints/rating-endpoints.ts'
import { storedRatingSchema } from '../../src/domain/rating.ts'
import { tokenSeconds } from '../identity/session-tokens.ts'
import { type Browser, expectRefusal, ReaderHarness } from '../testing/reader-harness.ts'

const slug = 'open-to-all'

let harness: ReaderHarness
/** Browsers of a reader and of a guest. */
let reader: Browser
let guest: Browser
beforeEach(async () => {
  harness = new ReaderHarness()
  reader = await harness.addReader('ama')
  guest = harness.openBrowser()
  await harness.storeStory(slug, { access: 'public' })
  await harness.storeStory('for-members', { access: 'members' })
  await harness.storeStory('draft', { access: 'public', status: 'draft' })
  await harness.storeStory('withdrawn', { access: 'public', status: 'withdrawn' })
})

const rate = (browser: Browser, rating: unknown, story = slug) =>
  browser.send('PUT', `/api/ratings/${story}`, { rating })

const readOwn = async (browser: Browser) =>
  ratingResponseSchema.parse(await (await browser.send('GET', `/api/ratings/${slug}`)).json())
    .rating

async function listStored() {
  const documents = await harness.queryAll({ collection: 'ratings' })
  return documents.map(({ id, fields }) => ({ id, ...storedRatingSchema.strict().parse(fields) }))
}

const meetDevice = (browser: Browser) => expectRefusal(rate(browser, 3), 428, 'unknown_device')
const deviceOf = ({ cookies }: Browser) => `device-${decodeJwt(cookies.get('__Host-device')!).sub}`

describe('a reader', () => {
  it('has only the last rating of each story, on every device', async () => {
    expect(await readOwn(reader)).toBeNull()
    expect(await (await rate(reader, 4)).json()).toEqual({ rating: 4 })
    await Promise.all(Array.from({ length: 8 }, () => rate(reader, 4)))
    expect(await listStored()).toMatchObject([{ slug, uid: 'ama', rating: 4 }])
    expect((await rate(reader, 2)).status).toBe(200)
    expect(await listStored()).toMatchObject([{ uid: 'ama', rating: 2 }])
    expect(await readOwn(harness.copyBrowser(reader))).toBe(2)
    expect(reader.cookies.has('__Host-device')).toBe(false)
  })

  it('is treated as a guest once the reader’s sessions are ended on another device', async () => {
    const attacker = harness.copyBrowser(reader)
    await rate(reader, 4)
    harness.advance(1000)
    await reader.send('DELETE', '/api/sessions')
    expect(await readOwn(harness.copyBrowser(attacker))).toBeNull()
    await expectRefusal(rate(attacker, 1), 428, 'unknown_device')
    expect(await listStored()).toMatchObject([{ rating: 4 }])
  })
})

describe('a guest', () => {
  it('gets a cookie first, and has one rating per story and device', async () => {
    const first = await rate(guest, 4)
    expect(first.headers.getSetCookie()).toContainEqual(
      expect.stringMatching(
        new RegExp(
          `^__Host-device=[^;]+; Max-Age=${tokenSeconds.device}; Path=/; HttpOnly; Secure; SameSite=Lax$`,
        ),
      ),
    )
    await expectRefusal(Promise.resolve(first), 428, 'unknown_device')
    expect(await listStored()).toEqual([])
    expect(await readOwn(guest)).toBeNull()
    for (const rating of [4, 4, 3]) expect((await rate(guest, rating)).status).toBe(200)
    const id = `${slug}.${deviceOf(guest)}`
    expect(await listStored()).toMatchObject([{ id, slug, uid: null, rating: 3 }])

    const other = harness.openBrowser()
    await rate(other, 5)
    expect((await rate(other, 5)).status).toBe(200)
    expect(await listStored()).toHaveLength(2)
    expect([await readOwn(guest), await readOwn(other)]).toEqual([3, 5])
  })

  it.each(['x', '..', 'e30.e30.e30'])(
    'is treated as new with the forged cookie %s',
    async (forged) => {
      guest.cookies.set('__Host-device', forged)
      expect(await readOwn(guest)).toBeNull()
      await meetDevice(guest)
      expect(await listStored()).toEqual([])
    },
  )

  it('rates as a reader after logging in, and the device keeps its own rating', async () => {
    await meetDevice(guest)
    await rate(guest, 2)
    const id = `${slug}.${deviceOf(guest)}`
    for (const [name, value] of reader.cookies) guest.cookies.set(name, value)
    expect(await readOwn(guest)).toBeNull()
    await rate(guest, 5)
    expect(await listStored()).toMatchObject([
      { uid: 'ama', rating: 5 },
      { id, uid: null, rating: 2 },
    ])
  })
})

describe('a story', () => {
  it.each([
    ['it doesn’t exist', 'no-such-story'],
    ['it’s a draft', 'draft'],
    ['it’s withdrawn', 'withdrawn'],
    ['its slug is malformed', 'Not%20a%2Fslug'],
  ])('can’t be rated if %s', async (_, story) => {
    await meetDevice(guest)
    for (const browser of [guest, reader])
      await expectRefusal(rate(browser, 5, story), 404, 'not_found')
    expect(await listStored()).toEqual([])
  })

  it('can be rated by subscribers if it’s closed', async () => {
    await meetDevice(guest)
    await expectRefusal(rate(guest, 1, 'for-members'), 401, 'signed_out')
    await expectRefusal(rate(reader, 1, 'for-members'), 403, 'not_entitled')
    expect(await listStored()).toEqual([])
    const subscriber = await harness.addSubscriber('subscriber')
    expect((await rate(subscriber, 5, 'for-members')).status).toBe(200)
  })

  it.each([0, 6, 4.5, -1, '4', null, undefined, [4]])('can’t be rated %j', async (rating) => {
    await meetDevice(guest)
    await expectRefusal(rate(guest, rating), 400, 'bad_request')
    expect(await listStored()).toEqual([])
  })
})
