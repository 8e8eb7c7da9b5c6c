/** What readers see and change of their account: their name, how they log in, a copy of everything. */
import { describe, expect, it } from 'vitest'
import { newName } from '../../scripts/local/own-accounts.ts'
import { accountResponseSchema } from '../../src/contracts/account.ts'
import { userResponseSchema } from '../../src/contracts/user.ts'
import { site } from '../../src/site.ts'
import { type EdgeClient, edgeClient, errorOf } from '../edge-client.ts'
import { fillHoldings, firestore, newReader, rowsOf, write } from '../edge-client-readers.ts'
import { pathOf } from '../newsletter/list.ts'

const rename = (client: EdgeClient, body: unknown, origin?: string | null) =>
  client.request('/api/user', {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...(origin === undefined ? {} : { origin }),
  })

const nameOf = async (client: EdgeClient) => {
  const { response } = userResponseSchema.parse(await (await client.request('/api/user')).json())
  return `${response!.first_name}|${response!.last_name}`
}

describe('PATCH /api/user', () => {
  it('changes the name as it was meant, and answers the record', async () => {
    const { client, email, uid } = await newReader()
    const response = await rename(client, { first_name: '  Mīrā  ', last_name: 'of   Merta' })
    expect(response.status).toBe(200)
    expect(userResponseSchema.parse(await response.json()).response).toEqual({
      firebase_id: uid,
      first_name: 'Mīrā',
      last_name: 'of Merta',
      email,
    })
    expect(await nameOf(client)).toBe('Mīrā|of Merta')
    // And nothing beside it.
    await rename(client, { first_name: '', last_name: '', email: 'x@example.com', leavingAt: 1 })
    expect(await nameOf(client)).toBe('|')
    expect((await client.request('/api/account')).status).toBe(200)
  })

  it.each(['', '{', 'null', '[]', '{}', '{"first_name":1,"last_name":""}', '{"first_name":"a"}'])(
    'takes no %j',
    async (body) => {
      const { client } = await newReader()
      expect(await errorOf(await rename(client, body))).toMatchObject({ code: 'bad_request' })
      expect(await nameOf(client)).toBe('Mira|Bai')
    },
  )

  it('is for the reader alone, on our own pages', async () => {
    const { client } = await newReader()
    const name = { first_name: 'Eve', last_name: '' }
    expect(await errorOf(await rename(edgeClient(), name))).toMatchObject({ code: 'signed_out' })
    for (const origin of ['https://evil.example', null]) {
      expect(await errorOf(await rename(client, name, origin))).toMatchObject({ code: 'forbidden' })
    }
    expect(await nameOf(client)).toBe('Mira|Bai')
  })
})

describe('GET /api/account', () => {
  it.each([true, false])('says how the reader logs in, verified: %s', async (isVerified) => {
    const { client, email } = await newReader({ isVerified })
    const response = await client.request('/api/account')
    expect(accountResponseSchema.parse(await response.json())).toEqual({
      email,
      emailVerified: isVerified,
      ways: { password: true, google: false },
    })
  })

  it('says nothing to a guest', async () => {
    expect(await errorOf(await edgeClient().request('/api/account'))).toMatchObject({
      code: 'signed_out',
    })
  })
})

/** As JSON prints it. */
const plain = (value: unknown) => JSON.parse(JSON.stringify(value))

describe('GET /api/account/data', () => {
  it('holds every field of every row that the database has of the reader, and the account', async () => {
    const reader = await newReader()
    await fillHoldings(reader)
    const response = await reader.client.request('/api/account/data')
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Disposition')).toMatch(
      /^attachment; filename="[a-z-]+-\d{4}-\d\d-\d\d\.json"$/,
    )
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    const text = await response.text()
    expect(text).not.toContain('passwordHash')
    const { publication, madeAt, signIn, ...groups } = JSON.parse(text)
    expect(publication).toBe(site.name)
    expect(Date.parse(madeAt)).toBeLessThanOrEqual(Date.now())
    expect(signIn).toMatchObject({ email: reader.email, hasPassword: true, emailVerified: true })

    const copied = Object.values(groups).flatMap((rows) => Object.entries(rows as object))
    const held = await rowsOf([reader])
    expect(held.length).toBeGreaterThanOrEqual(6)
    expect(copied).toHaveLength(held.length)
    for (const { path } of held) {
      const stored = await firestore.get(path)
      const fields = stored.ok && stored.value?.fields
      expect(copied).toContainEqual([path.slice(path.lastIndexOf('/') + 1), plain(fields)])
    }
  })

  it('shows nobody what an address has asked for that they have not proven to be theirs', async () => {
    const email = `${newName()}@example.com`
    const fields = {
      email,
      state: 'pending',
      source: 'footer',
      consentedAt: new Date(),
      ip: '198.51.100.9',
      userAgent: 'Theirs',
    }
    await write([{ set: await pathOf(email), fields }])
    const { client } = await newReader({ email, isVerified: false })
    const text = await (await client.request('/api/account/data')).text()
    expect(text).toContain(email)
    expect(text).not.toContain('198.51.100.9')
  })

  it('is nobody else’s', async () => {
    expect(await errorOf(await edgeClient().request('/api/account/data'))).toMatchObject({
      code: 'signed_out',
    })
  })
})
