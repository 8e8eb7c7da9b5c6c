import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FaultyEdge, startFaultyEdge } from '../../scripts/local/faulty-edge.ts'
import { endpoints } from '../../src/contracts/endpoints.ts'
import { ratingResponseSchema } from '../../src/contracts/rating.ts'
import { storedRatingSchema } from '../../src/domain/rating.ts'
import { articleWith, type EdgeClient, edgeClient, errorOf, signedIn } from '../edge-client.ts'
import { firestore, freshToken, newReader } from '../edge-client-readers.ts'

const { slug } = articleWith('public')
const closed = articleWith('members').slug

function rate(client: EdgeClient, rating: unknown, story = slug) {
  return client.request(`${endpoints.ratings}/${story}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ rating }),
  })
}

async function ownRating(client: EdgeClient) {
  const response = await client.request(`${endpoints.ratings}/${slug}`)
  return ratingResponseSchema.parse(await response.json()).rating
}

/** Every rating by a reader or a guest's device, whichever the story. */
async function storedBy(rater: { readonly uid: string } | { readonly device: EdgeClient }) {
  const found = await firestore.query({ collection: 'ratings' })
  if (!found.ok) throw new Error('Firestore does not answer')
  const key =
    'uid' in rater
      ? rater.uid
      : `device-${decodeJwt(rater.device.cookies.get('__Host-device')!).sub}`
  return found.value.documents
    .filter(({ id }) => id.endsWith(`.${key}`))
    .map(({ fields }) => storedRatingSchema.strict().parse(fields))
}

/** A browser with a copy of these cookies. */
function copyOf({ cookies }: EdgeClient): EdgeClient {
  const client = edgeClient()
  for (const [name, value] of cookies) client.cookies.set(name, value)
  return client
}

/** A guest whose browser has the cookie. */
async function knownDevice(siteUrl?: string): Promise<EdgeClient> {
  const client = edgeClient(siteUrl)
  expect(await errorOf(await rate(client, 3))).toMatchObject({ code: 'unknown_device' })
  return client
}

describe('a reader', () => {
  it('has one rating of a story, which the last call decides, on every device', async () => {
    const reader = await newReader()
    expect(await ownRating(reader.client)).toBeNull()
    expect(await (await rate(reader.client, 4)).json()).toEqual({ rating: 4 })
    await Promise.all(Array.from({ length: 8 }, () => rate(reader.client, 4)))
    expect(await storedBy(reader)).toMatchObject([{ slug, uid: reader.uid, rating: 4 }])
    expect((await rate(reader.client, 2)).status).toBe(200)
    expect(await storedBy(reader)).toMatchObject([{ uid: reader.uid, rating: 2 }])
    expect(await ownRating(copyOf(reader.client))).toBe(2)
    expect(reader.client.cookies.has('__Host-device')).toBe(false)
  })

  it('finds it in the copy of their data', async () => {
    const { client, uid } = await newReader()
    await rate(client, 5)
    const copy = (await (await client.request(endpoints.accountData)).json()) as {
      ratings: Record<string, unknown>
    }
    expect(Object.values(copy.ratings)).toMatchObject([{ slug, uid, rating: 5 }])
  })

  it('has none left when the account is deleted, and other readers keep theirs', async () => {
    const [leaving, staying] = [await newReader(), await newReader()]
    for (const { client } of [leaving, staying]) await rate(client, 5)
    const left = await leaving.client.request(endpoints.account, {
      method: 'DELETE',
      body: JSON.stringify({ idToken: await freshToken(leaving.email) }),
    })
    expect(left.status).toBe(204)
    expect(await storedBy(leaving)).toEqual([])
    expect(await storedBy(staying)).toHaveLength(1)
  })

  it('whose sessions were ended elsewhere is a guest', async () => {
    const reader = await newReader()
    const thief = copyOf(reader.client)
    await rate(reader.client, 4)
    await reader.client.request(endpoints.sessions, { method: 'DELETE' })
    expect(await ownRating(copyOf(thief))).toBeNull()
    expect(await errorOf(await rate(thief, 1))).toMatchObject({ code: 'unknown_device' })
    expect(await storedBy(reader)).toMatchObject([{ rating: 4 }])
  })
})

describe('a guest', () => {
  it('gets a cookie first, and then has one rating of a story for each device', async () => {
    const [one, other] = [edgeClient(), edgeClient()]
    const first = await rate(one, 4)
    expect(first.headers.getSetCookie()).toContainEqual(
      expect.stringMatching(
        /^__Host-device=[^;]+; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
    )
    expect(await errorOf(first)).toMatchObject({ status: 428, code: 'unknown_device' })
    expect(await storedBy({ device: one })).toEqual([])
    expect(await ownRating(one)).toBeNull()
    for (const rating of [4, 4, 3]) expect((await rate(one, rating)).status).toBe(200)
    expect(await storedBy({ device: one })).toMatchObject([{ slug, uid: null, rating: 3 }])

    await rate(other, 5)
    expect((await rate(other, 5)).status).toBe(200)
    expect(await storedBy({ device: other })).toMatchObject([{ rating: 5 }])
    expect([await ownRating(one), await ownRating(other)]).toEqual([3, 5])
  })

  it.each(['x', '..', 'e30.e30.e30'])('with the forged cookie %s is a new one', async (forged) => {
    const client = edgeClient()
    client.cookies.set('__Host-device', forged)
    expect(await ownRating(client)).toBeNull()
    expect(await errorOf(await rate(client, 5))).toMatchObject({ code: 'unknown_device' })
    expect(await storedBy({ device: client })).toEqual([])
  })

  it('who logs in later rates as a reader, and the device keeps its own rating', async () => {
    const device = await knownDevice()
    await rate(device, 2)
    const { client, uid } = await newReader()
    for (const [name, value] of client.cookies) device.cookies.set(name, value)
    expect(await ownRating(device)).toBeNull()
    await rate(device, 5)
    expect(await storedBy({ uid })).toMatchObject([{ rating: 5 }])
    expect(await storedBy({ device })).toMatchObject([{ rating: 2 }])
  })
})

describe('a story', () => {
  it.each([
    ['that isn’t there', 'no-such-story'],
    ['that is a draft', 'the-man-the-light-put-out-of-business'],
    ['that is withdrawn', 'the-field-that-fell-into-the-fold'],
    ['with a malformed slug', 'Not%20a%2Fslug'],
  ])('%s can’t be rated', async (_, story) => {
    const [device, reader] = [await knownDevice(), await newReader()]
    for (const client of [device, reader.client]) {
      expect(await errorOf(await rate(client, 5, story))).toMatchObject({ code: 'not_found' })
    }
    expect([...(await storedBy({ device })), ...(await storedBy(reader))]).toEqual([])
  })

  it('that is closed is rated by those who can read it', async () => {
    const device = await knownDevice()
    expect(await errorOf(await rate(device, 1, closed))).toMatchObject({ code: 'signed_out' })
    const reader = await newReader()
    expect(await errorOf(await rate(reader.client, 1, closed))).toMatchObject({
      status: 403,
      code: 'not_entitled',
      reason: 'notSubscribed',
    })
    expect([...(await storedBy({ device })), ...(await storedBy(reader))]).toEqual([])
    expect((await rate(await signedIn('subscriber'), 5, closed)).status).toBe(200)
  })

  it.each([0, 6, 4.5, -1, '4', null, undefined, [4]])('can’t be rated %j', async (rating) => {
    const device = await knownDevice()
    expect(await errorOf(await rate(device, rating))).toMatchObject({ code: 'bad_request' })
    expect(await storedBy({ device })).toEqual([])
  })
})

describe('while Firestore is away', () => {
  let edge: FaultyEdge
  beforeAll(async () => {
    edge = await startFaultyEdge()
  })
  afterAll(() => edge.stop())

  it('nobody is thanked, and the same call works afterwards', async () => {
    const device = await knownDevice(edge.url)
    await edge.firestore.become('failing')
    const failed = await rate(device, 4)
    expect(failed.status).toBe(503)
    expect(await failed.text()).toContain('couldn’t save your rating')
    await edge.firestore.become('well')
    expect((await rate(device, 4)).status).toBe(200)
    expect(await storedBy({ device })).toMatchObject([{ rating: 4 }])
  })
})
