/** With Cloudflare's own Durable Objects; the rules are tested in one process (*-faults.test.ts). */
import { describe, expect, it } from 'vitest'
import { meterAllowance } from '../../src/publication/offer.ts'
import { getListPath } from '../newsletter/newsletter-list.ts'
import {
  createEdgeClient,
  type EdgeClient,
  expectError,
  getArticleBodyPath,
  publishedArticles,
  readClosedPart,
} from '../testing/edge-client.ts'
import {
  createAddress,
  createIdToken,
  createReader,
  readFields,
  readReader,
} from '../testing/test-readers.ts'
import { fetchWall, sendUnlock, unlock } from '../testing/unlock-requests.ts'

const listSlugs = (access: string) =>
  publishedArticles.filter((article) => article.access === access).map(({ slug }) => slug)
const metered = listSlugs('metered')
const [one, two, three, ...others] = metered as [string, string, string, ...string[]]

/** A guest with one free story left. */
async function openGuest() {
  const guest = createEdgeClient()
  for (const slug of others.slice(0, meterAllowance.guest - 1)) await unlock(guest, slug)
  return guest
}

const readBody = async (client: EdgeClient, slug: string) => {
  const response = await client.request(getArticleBodyPath(slug))
  return response.ok ? response.text() : null
}

async function openReader() {
  const reader = await createReader()
  return { ...reader, slugs: () => readReader(reader.uid).then(({ unlocks }) => unlocks) }
}

describe('a guest', () => {
  it('reads the last story in place, and no other', async () => {
    const guest = await openGuest()
    await expectError(guest.request(getArticleBodyPath(one)), 401, 'signed_out')
    expect(await unlock(guest, one)).toMatchObject({ state: 'open', isReferral: false })
    expect(await readBody(guest, one)).toBe(await readClosedPart(one))
    expect(await readBody(guest, two)).toBeNull()
    expect(await unlock(guest, two)).toMatchObject({ state: 'closed', because: 'usedUp' })
    expect(await readBody(guest, two)).toBeNull()
  })

  it('spends one story in two tabs at once', async () => {
    const guest = await openGuest()
    await fetchWall(guest, one)
    const answers = await Promise.all(
      [one, two, three].map(async (slug) => (await sendUnlock(guest, slug)).state),
    )
    expect(answers.sort()).toEqual(['closed', 'closed', 'open'])
  })

  it('reads another in return for an address, which is stored only on request', async () => {
    for (const weekly of [false, true]) {
      const guest = await openGuest()
      const email = createAddress()
      await unlock(guest, one)
      expect(await unlock(guest, two, { way: 'email', email, weekly })).toMatchObject({
        state: 'open',
      })
      expect(await readBody(guest, two)).toBe(await readClosedPart(two))
      expect((await readFields(await getListPath(email)))?.state).toBe(
        weekly ? 'pending' : undefined,
      )
    }
  })
})

describe('a reader', () => {
  it('reads what is free, keeps the guest’s, and rates what is open', async () => {
    const { email, client, slugs } = await openReader()
    expect(await unlock(client, one)).toMatchObject({ state: 'open' })
    const device = createEdgeClient()
    await unlock(device, two)
    expect(
      (await device.send('POST /api/session', { idToken: await createIdToken(email) })).ok,
    ).toBe(true)
    expect((await slugs()).map(({ slug }) => slug).sort()).toEqual([one, two].sort())
    const more = others.slice(0, meterAllowance.registered - 2)
    for (const slug of more) expect(await unlock(device, slug)).toMatchObject({ state: 'open' })
    expect(await unlock(client, three)).toMatchObject({ state: 'closed', because: 'usedUp' })
    for (const slug of [one, two, ...more]) expect(await readBody(device, slug)).not.toBeNull()
    expect(await readBody(device, three)).toBeNull()
    const rate = (slug: string) =>
      device.send('PUT /api/ratings/:slug', { rating: 4 }, { params: { slug } })
    expect((await rate(one)).status).toBe(200)
    await expectError(rate(three), 403, 'not_entitled')
  })

  it('has unlocks in the data copy, and none after deletion', async () => {
    const { uid, email, client } = await createReader()
    await unlock(client, one)
    const copy = (await client.fetchJson('GET /api/account/data')) as {
      profile: Record<string, { unlocks: { slug: string; way: string }[] }>
    }
    expect(copy.profile[uid]!.unlocks).toMatchObject([{ slug: one, way: 'free' }])
    const idToken = await createIdToken(email)
    expect((await client.send('DELETE /api/account', { idToken })).status).toBe(204)
    expect(await readFields(`users/${uid}`)).toBeNull()
    expect(client.cookies.has('__Host-meter')).toBe(false)
  })
})
