import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { ratingResponseSchema } from '../../src/contracts/endpoints/rating-endpoints.ts'
import { storedRatingSchema } from '../../src/domain/rating.ts'
import {
  copyClient,
  createEdgeClient,
  createSignedInClient,
  type EdgeClient,
  expectError,
  findArticle,
} from '../testing/edge-client.ts'
import { createIdToken, createReader, firestore } from '../testing/test-readers.ts'
import { unwrap } from '../testing/unwrap.ts'

const { slug } = findArticle('public')
const closed = findArticle('members').slug

const rate = (client: EdgeClient, rating: unknown, story = slug) =>
  client.send('PUT /api/ratings/:slug', { rating }, { params: { slug: story } })

const ownRating = async (client: EdgeClient) =>
  ratingResponseSchema.parse(
    await client.fetchJson('GET /api/ratings/:slug', undefined, { params: { slug } }),
  ).rating

async function findStoredRating(rater: { readonly uid: string } | { readonly device: EdgeClient }) {
  const { documents } = unwrap(await firestore.query({ collection: 'ratings' }))
  const key =
    'uid' in rater
      ? rater.uid
      : `device-${decodeJwt(rater.device.cookies.get('__Host-device')!).sub}`
  return documents
    .filter(({ id }) => id.endsWith(`.${key}`))
    .map(({ fields }) => storedRatingSchema.strict().parse(fields))
}

async function knownDevice(): Promise<EdgeClient> {
  const client = createEdgeClient()
  await expectError(rate(client, 3), 428, 'unknown_device')
  return client
}

describe('a reader', () => {
  it('has one rating per story, the last one, on every device', async () => {
    const reader = await createReader()
    expect(await ownRating(reader.client)).toBeNull()
    expect(await (await rate(reader.client, 4)).json()).toEqual({ rating: 4 })
    await Promise.all(Array.from({ length: 8 }, () => rate(reader.client, 4)))
    expect(await findStoredRating(reader)).toMatchObject([{ slug, uid: reader.uid, rating: 4 }])
    expect((await rate(reader.client, 2)).status).toBe(200)
    expect(await findStoredRating(reader)).toMatchObject([{ uid: reader.uid, rating: 2 }])
    expect(await ownRating(copyClient(reader.client))).toBe(2)
    expect(reader.client.cookies.has('__Host-device')).toBe(false)
  })

  it('finds their ratings in the copy of their data', async () => {
    const { client, uid } = await createReader()
    await rate(client, 5)
    const copy = await client.fetchJson('GET /api/account/data')
    const { ratings } = copy as { ratings: object }
    expect(Object.values(ratings)).toMatchObject([{ slug, uid, rating: 5 }])
  })

  it('loses them with the account, and other readers keep theirs', async () => {
    const [deletedReader, otherReader] = [await createReader(), await createReader()]
    for (const { client } of [deletedReader, otherReader]) await rate(client, 5)
    const idToken = await createIdToken(deletedReader.email)
    const deleted = await deletedReader.client.send('DELETE /api/account', { idToken })
    expect(deleted.status).toBe(204)
    expect(await findStoredRating(deletedReader)).toEqual([])
    expect(await findStoredRating(otherReader)).toHaveLength(1)
  })

  it('whose sessions were ended on another device is a guest', async () => {
    const reader = await createReader()
    const attacker = copyClient(reader.client)
    await rate(reader.client, 4)
    await reader.client.send('DELETE /api/sessions')
    expect(await ownRating(copyClient(attacker))).toBeNull()
    await expectError(rate(attacker, 1), 428, 'unknown_device')
    expect(await findStoredRating(reader)).toMatchObject([{ rating: 4 }])
  })
})

describe('a guest', () => {
  it('gets a cookie first, and has one rating per story and device', async () => {
    const [one, other] = [createEdgeClient(), createEdgeClient()]
    const first = await rate(one, 4)
    expect(first.headers.getSetCookie()).toContainEqual(
      expect.stringMatching(
        /^__Host-device=[^;]+; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
    )
    await expectError(first, 428, 'unknown_device')
    expect(await findStoredRating({ device: one })).toEqual([])
    expect(await ownRating(one)).toBeNull()
    for (const rating of [4, 4, 3]) expect((await rate(one, rating)).status).toBe(200)
    expect(await findStoredRating({ device: one })).toMatchObject([{ slug, uid: null, rating: 3 }])

    await rate(other, 5)
    expect((await rate(other, 5)).status).toBe(200)
    expect(await findStoredRating({ device: other })).toMatchObject([{ rating: 5 }])
    expect([await ownRating(one), await ownRating(other)]).toEqual([3, 5])
  })

  it.each(['x', '..', 'e30.e30.e30'])(
    'with the forged cookie %s is treated as new',
    async (forged) => {
      const client = createEdgeClient()
      client.cookies.set('__Host-device', forged)
      expect(await ownRating(client)).toBeNull()
      await expectError(rate(client, 5), 428, 'unknown_device')
      expect(await findStoredRating({ device: client })).toEqual([])
    },
  )

  it('who logs in rates as a reader, and the device keeps its own rating', async () => {
    const device = await knownDevice()
    await rate(device, 2)
    const { client, uid } = await createReader()
    for (const [name, value] of client.cookies) device.cookies.set(name, value)
    expect(await ownRating(device)).toBeNull()
    await rate(device, 5)
    expect(await findStoredRating({ uid })).toMatchObject([{ rating: 5 }])
    expect(await findStoredRating({ device })).toMatchObject([{ rating: 2 }])
  })
})

describe('a story', () => {
  it.each([
    ['that isn’t there', 'no-such-story'],
    ['that is a draft', 'the-man-the-light-put-out-of-business'],
    ['that is withdrawn', 'the-field-that-fell-into-the-fold'],
    ['with a malformed slug', 'Not%20a%2Fslug'],
  ])('%s can’t be rated', async (_, story) => {
    const [device, reader] = [await knownDevice(), await createReader()]
    for (const client of [device, reader.client]) {
      await expectError(rate(client, 5, story), 404, 'not_found')
    }
    expect([...(await findStoredRating({ device })), ...(await findStoredRating(reader))]).toEqual(
      [],
    )
  })

  it('that is closed can be rated by subscribers', async () => {
    const device = await knownDevice()
    await expectError(rate(device, 1, closed), 401, 'signed_out')
    const reader = await createReader()
    await expectError(rate(reader.client, 1, closed), 403, 'not_entitled', 'notSubscribed')
    expect([...(await findStoredRating({ device })), ...(await findStoredRating(reader))]).toEqual(
      [],
    )
    expect((await rate(await createSignedInClient('subscriber'), 5, closed)).status).toBe(200)
  })

  it.each([0, 6, 4.5, -1, '4', null, undefined, [4]])('can’t be rated %j', async (rating) => {
    const device = await knownDevice()
    await expectError(rate(device, rating), 400, 'bad_request')
    expect(await findStoredRating({ device })).toEqual([])
  })
})
