import { describe, expect, it } from 'vitest'
import {
  accountResponseSchema,
  userResponseSchema,
} from '../../src/contracts/endpoints/account-endpoints.ts'
import { site } from '../../src/publication/identity.ts'
import type { EdgeClient } from '../testing/edge-client.ts'
import {
  createReader,
  findDocuments,
  readFields,
  storeEverythingHeld,
} from '../testing/test-readers.ts'

const updateName = (client: EdgeClient, body: unknown) => client.send('PATCH /api/user', body)

async function fetchName(client: EdgeClient) {
  const { response } = userResponseSchema.parse(await client.fetchJson('GET /api/user'))
  return `${response!.first_name}|${response!.last_name}`
}

describe('PATCH /api/user', () => {
  it('stores the name without extra spaces, and changes nothing else', async () => {
    const { client, email, uid } = await createReader()
    const response = await updateName(client, { first_name: '  Mīrā  ', last_name: 'of   Merta' })
    expect(response.status).toBe(200)
    const name = { first_name: 'Mīrā', last_name: 'of Merta' }
    expect(await response.json()).toEqual({ response: { firebase_id: uid, ...name, email } })
    expect(await fetchName(client)).toBe('Mīrā|of Merta')
    const others = { email: 'x@example.com', deletionRequestedAt: 1 }
    await updateName(client, { first_name: '', last_name: '', ...others })
    expect(await fetchName(client)).toBe('|')
    expect((await client.send('GET /api/account')).status).toBe(200)
  })
})

describe('GET /api/account', () => {
  it.each([true, false])(
    'returns the login methods, and whether the address is verified: %s',
    async (isVerified) => {
      const { client, email } = await createReader({ isVerified })
      expect(accountResponseSchema.parse(await client.fetchJson('GET /api/account'))).toEqual({
        email,
        emailVerified: isVerified,
        signInMethods: { password: true, google: false },
      })
    },
  )
})

describe('GET /api/account/data', () => {
  it('contains every field of every document about the reader, and how the reader logs in', async () => {
    const reader = await createReader()
    await storeEverythingHeld(reader)
    const response = await reader.client.send('GET /api/account/data')
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
    const documents = await findDocuments([reader])
    expect(documents.length).toBeGreaterThanOrEqual(6)
    expect(copied).toHaveLength(documents.length)
    for (const { path } of documents) {
      const fields = JSON.parse(JSON.stringify(await readFields(path)))
      expect(copied).toContainEqual([path.slice(path.lastIndexOf('/') + 1), fields])
    }
  })
})
