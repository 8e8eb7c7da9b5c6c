import { describe, expect, it } from 'vitest'
import { preferencesResponseSchema } from '../../src/contracts/endpoints/preferences-endpoints.ts'
import { newsletterEntrySchema } from '../../src/domain/newsletter/newsletter-entry.ts'
import {
  defaultPreferences,
  maxFollowedAuthors,
  type PreferencesChange,
} from '../../src/domain/preferences/preferences.ts'
import { getListPath } from '../newsletter/newsletter-list.ts'
import { createEdgeClient, type EdgeClient, expectError } from '../testing/edge-client.ts'
import {
  commitWrites,
  createAddress,
  createIdToken,
  createReader,
  findListEntry,
  readReader,
  signIn,
  updateAccount,
} from '../testing/test-readers.ts'

const userAgent = 'A browser of the tests'
const sendChange = (client: EdgeClient, body: PreferencesChange | string) =>
  client.send('PATCH /api/preferences', body, { headers: { 'User-Agent': userAgent } })

const readResponse = async (response: Response) => {
  expect(response.status).toBe(200)
  return preferencesResponseSchema.strict().parse(await response.json())
}
const updatePreferences = async (client: EdgeClient, change: PreferencesChange) =>
  readResponse(await sendChange(client, change))
const readPreferences = async (client: EdgeClient) =>
  readResponse(await client.send('GET /api/preferences'))

async function storeConfirmedEntry(email: string) {
  const entry = newsletterEntrySchema.parse({
    email,
    state: 'confirmed',
    source: 'footer',
    consentedAt: new Date('2026-01-01'),
    ip: '',
    userAgent: '',
  })
  await commitWrites([{ set: await getListPath(email), fields: entry }])
  return entry
}

describe('preferences', () => {
  it('are empty at first, stored as sent, and the same on another device', async () => {
    const { email, client } = await createReader()
    expect(await readPreferences(client)).toEqual({
      ...defaultPreferences,
      address: { email, verified: true },
    })
    const saved = await updatePreferences(client, {
      add: { categories: ['food'], tags: ['sriLanka', 'nepal'], authors: ['a-writer'] },
      goal: '3',
      isHistoryEnabled: true,
      step: 'welcome_goals',
    })
    expect(saved).toMatchObject({
      categories: ['food'],
      tags: ['sriLanka', 'nepal'],
      authors: ['a-writer'],
      goal: '3',
      isHistoryEnabled: true,
      welcome: { step: 'welcome_goals', finished: false },
    })
    const elsewhere = await signIn(email)
    expect(await readPreferences(elsewhere)).toEqual(saved)
    await updatePreferences(elsewhere, { remove: { tags: ['nepal'] }, goal: null })
    expect(await readPreferences(client)).toEqual({
      ...saved,
      tags: ['sriLanka'],
      goal: null,
    })
  })

  it('keep every change when several are sent at once, or one is sent twice', async () => {
    const { client } = await createReader({ isVerified: false })
    const tags = ['nepal', 'india', 'burma', 'diaspora'] as const
    await Promise.all(tags.map((tag) => updatePreferences(client, { add: { tags: [tag] } })))
    await updatePreferences(client, { add: { tags: ['nepal'] } })
    expect([...(await readPreferences(client)).tags].sort()).toEqual([...tags].sort())
  })

  it('store when a reader first finished the welcome pages', async () => {
    const { client, uid } = await createReader({ isVerified: false })
    await updatePreferences(client, { step: 'welcome_app' })
    const finishedAt = async () => (await readReader(uid)).welcome.finishedAt
    const first = await finishedAt()
    expect(first).toBeInstanceOf(Date)
    await updatePreferences(client, { step: 'welcome_app' })
    await updatePreferences(client, { step: 'welcome' })
    expect(await finishedAt()).toEqual(first)
  })

  it('refuse to follow more writers than can be stored', async () => {
    const { client } = await createReader({ isVerified: false })
    const authors = Array.from({ length: maxFollowedAuthors }, (_, number) => `writer-${number}`)
    expect((await updatePreferences(client, { add: { authors } })).authors).toEqual(authors)
    const refused = sendChange(client, { add: { authors: ['one-more'] } })
    expect(await expectError(refused, 400, 'bad_request')).toContain(`${maxFollowedAuthors}`)
    expect((await readPreferences(client)).authors).toEqual(authors)
  })

  it('are for signed-in readers only, whatever is sent', async () => {
    const guest = createEdgeClient()
    await expectError(guest.send('GET /api/preferences'), 401, 'signed_out')
    await expectError(sendChange(guest, { goal: '1' }), 401, 'signed_out')
    await expectError(sendChange(guest, '{'), 401, 'signed_out')
  })

  it.each([
    '{',
    '[]',
    '{"goal":"2"}',
    '{"add":{"tags":["../etc"]}}',
    '{"add":{"authors":["../etc"]}}',
    '{"welcome":{"finished":true}}',
    '{"emailVerified":true}',
  ])('refuse %s', async (body) => {
    const { client } = await createReader({ isVerified: false })
    await expectError(sendChange(client, body), 400, 'bad_request')
  })
})

describe('The Weekly of an account', () => {
  it('is on at once for a verified address, until it is turned off', async () => {
    const { client, email, uid } = await createReader()
    const weekly = { isOn: true, leadsWith: 'topics' } as const
    expect((await updatePreferences(client, { weekly })).weekly).toEqual(weekly)
    const entry = (await findListEntry(email))!
    expect(entry).toMatchObject({ email, state: 'confirmed', source: 'account', uid })
    expect(entry.userAgent).toBe(userAgent)
    expect(entry.ip).toMatch(/^127\./)

    await updatePreferences(client, { weekly: { isOn: true } })
    expect(await findListEntry(email)).toEqual(entry)

    await updatePreferences(client, { weekly: { isOn: false } })
    expect((await findListEntry(email))?.state).toBe('unsubscribed')
    expect((await readPreferences(client)).weekly).toEqual({ isOn: false, leadsWith: 'topics' })
  })

  it('shows a verified reader what they did without logging in', async () => {
    const { client, email } = await createReader()
    await updatePreferences(client, { weekly: { isOn: true } })
    const path = await getListPath(email)
    const entry = await findListEntry(email)
    await commitWrites([{ set: path, fields: { ...entry, state: 'unsubscribed' } }])
    expect((await readPreferences(client)).weekly.isOn).toBe(false)
    await commitWrites([{ set: path, fields: { ...entry, uid: null } }])
    expect((await readPreferences(client)).weekly.isOn).toBe(true)
  })

  it('is pending until the address is verified', async () => {
    const { client, email, uid } = await createReader({ isVerified: false })
    const { weekly } = await updatePreferences(client, { weekly: { isOn: true } })
    expect(weekly.isOn).toBe(true)
    expect(await findListEntry(email)).toMatchObject({ state: 'pending', uid })
    await updateAccount(uid, { emailVerified: true })
    const later = await signIn(email)
    expect(await findListEntry(email)).toMatchObject({ state: 'confirmed', uid })
    expect(await readPreferences(later)).toMatchObject({
      weekly: { isOn: true },
      address: { verified: true },
    })
  })

  it('neither reveals nor changes the entry of an address that isn’t verified', async () => {
    const { client, email } = await createReader({ isVerified: false })
    const unknown = await readPreferences(client)
    const entry = await storeConfirmedEntry(email)
    expect(await readPreferences(client)).toEqual(unknown)
    for (const isOn of [true, false]) {
      expect((await updatePreferences(client, { weekly: { isOn } })).weekly.isOn).toBe(isOn)
      expect(await findListEntry(email)).toEqual(entry)
    }
  })

  it('moves with the account’s address', async () => {
    const { client, email, uid } = await createReader()
    await updatePreferences(client, { weekly: { isOn: true } })
    const before = await findListEntry(email)
    const next = createAddress()
    const request = { idToken: await createIdToken(email), email: next }
    expect((await client.send('POST /api/account/email', request)).status).toBe(204)
    await updateAccount(uid, { email: next, emailVerified: true })
    const later = await signIn(next)
    expect(await findListEntry(email)).toBeNull()
    const moved = { ...before, email: next, deliveryChangedAt: expect.any(Date) }
    expect(await findListEntry(next)).toEqual(moved)
    expect(await readPreferences(later)).toMatchObject({
      weekly: { isOn: true },
      address: { email: next, verified: true },
    })
  })

  it('doesn’t move from an address that wasn’t verified', async () => {
    const { email, uid } = await createReader({ isVerified: false })
    const entry = await storeConfirmedEntry(email)
    const next = createAddress()
    await updateAccount(uid, { email: next, emailVerified: true })
    await signIn(next)
    expect(await findListEntry(email)).toEqual(entry)
    expect(await findListEntry(next)).toBeNull()
  })
})
