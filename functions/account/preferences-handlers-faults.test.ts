import { beforeEach, describe, expect, it } from 'vitest'
import { preferencesResponseSchema } from '../../src/contracts/endpoints/preferences-endpoints.ts'
import { newsletterEntrySchema } from '../../src/domain/newsletter/newsletter-entry.ts'
import {
  defaultPreferences,
  maxFollowedAuthors,
  type PreferencesChange,
} from '../../src/domain/preferences/preferences.ts'
import { readerSchema } from '../../src/domain/reader.ts'
import { getListPath } from '../newsletter/newsletter-list.ts'
import { type Browser, expectRefusal, ReaderHarness } from '../testing/reader-harness.ts'

const uid = 'ama'
const email = 'ama@example.com'
const next = 'next@example.com'
const headers = { 'User-Agent': 'A browser of the tests', 'CF-Connecting-IP': '198.51.100.7' }

let harness: ReaderHarness
beforeEach(() => {
  harness = new ReaderHarness()
})

const createReader = ({ isVerified = true } = {}) => {
  if (isVerified) harness.verifiedUids.add(uid)
  return harness.addReader(uid, { emailVerified: isVerified })
}

/** Logs in with an address that Firebase has confirmed. */
async function signIn(address: string): Promise<Browser> {
  harness.accounts.set(uid, address)
  harness.verifiedUids.add(uid)
  harness.advance(1000)
  const browser = harness.openBrowser()
  expect((await browser.send('POST', '/api/session', { idToken: uid })).status).toBe(200)
  return browser
}

const sendChange = (browser: Browser, change: object | null) =>
  browser.send('PATCH', '/api/preferences', change, headers)

const readResponse = async (response: Response) => {
  expect(response.status).toBe(200)
  return preferencesResponseSchema.strict().parse(await response.json())
}
const updatePreferences = async (browser: Browser, change: PreferencesChange) =>
  readResponse(await sendChange(browser, change))
const readPreferences = async (browser: Browser) =>
  readResponse(await browser.send('GET', '/api/preferences'))

async function findListEntry(address: string) {
  const fields = await harness.readFields(await getListPath(address))
  return fields ? newsletterEntrySchema.strict().parse(fields) : null
}

async function storeConfirmedEntry() {
  const entry = newsletterEntrySchema.parse({
    email,
    state: 'confirmed',
    source: 'footer',
    consentedAt: new Date('2026-01-01'),
    ip: '',
    userAgent: '',
  })
  await harness.store({ [await getListPath(email)]: entry })
  return entry
}

describe('preferences', () => {
  it('are empty at first, stored as sent, and the same on another device', async () => {
    const browser = await createReader()
    expect(await readPreferences(browser)).toEqual({
      ...defaultPreferences,
      address: { email, verified: true },
    })
    const saved = await updatePreferences(browser, {
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
    expect(await readPreferences(browser)).toEqual({
      ...saved,
      tags: ['sriLanka'],
      goal: null,
    })
  })

  it('keep every change when several are sent at the same time or a change is sent twice', async () => {
    harness.meter.maxAttempts = 4
    const browser = await createReader({ isVerified: false })
    const tags = ['nepal', 'india', 'burma', 'diaspora'] as const
    await Promise.all(tags.map((tag) => updatePreferences(browser, { add: { tags: [tag] } })))
    await updatePreferences(browser, { add: { tags: ['nepal'] } })
    expect([...(await readPreferences(browser)).tags].sort()).toEqual([...tags].sort())
  })

  it('record when a reader first finished the welcome pages', async () => {
    const browser = await createReader({ isVerified: false })
    await updatePreferences(browser, { step: 'welcome_app' })
    const finishedAt = async () =>
      readerSchema.parse(await harness.readFields(`users/${uid}`)).welcome.finishedAt
    const first = await finishedAt()
    expect(first).toBeInstanceOf(Date)
    harness.advance(1000)
    await updatePreferences(browser, { step: 'welcome_app' })
    await updatePreferences(browser, { step: 'welcome' })
    expect(await finishedAt()).toEqual(first)
  })

  it('reject more followed writers than can be stored', async () => {
    const browser = await createReader({ isVerified: false })
    const authors = Array.from({ length: maxFollowedAuthors }, (_, number) => `writer-${number}`)
    expect((await updatePreferences(browser, { add: { authors } })).authors).toEqual(authors)
    const refused = sendChange(browser, { add: { authors: ['one-more'] } })
    expect(await expectRefusal(refused, 400, 'bad_request')).toContain(`${maxFollowedAuthors}`)
    expect((await readPreferences(browser)).authors).toEqual(authors)
  })

  it.each([
    null,
    [],
    { goal: '2' },
    { add: { tags: ['../etc'] } },
    { add: { authors: ['../etc'] } },
    { welcome: { finished: true } },
    { emailVerified: true },
  ])('refuse the change %j', async (body) => {
    const browser = await createReader({ isVerified: false })
    await expectRefusal(sendChange(browser, body), 400, 'bad_request')
  })
})

describe('an account’s Weekly', () => {
  it('is on straight away for a verified address, until it is turned off', async () => {
    const browser = await createReader()
    const weekly = { isOn: true, leadsWith: 'topics' } as const
    expect((await updatePreferences(browser, { weekly })).weekly).toEqual(weekly)
    const entry = (await findListEntry(email))!
    expect(entry).toMatchObject({ email, state: 'confirmed', source: 'account', uid })
    expect(entry).toMatchObject({ ip: '198.51.100.7', userAgent: 'A browser of the tests' })

    await updatePreferences(browser, { weekly: { isOn: true } })
    expect(await findListEntry(email)).toEqual(entry)

    await updatePreferences(browser, { weekly: { isOn: false } })
    expect((await findListEntry(email))?.state).toBe('unsubscribed')
    expect((await readPreferences(browser)).weekly).toEqual({ isOn: false, leadsWith: 'topics' })
  })

  it('reflects the changes that a verified reader made without logging in', async () => {
    const browser = await createReader()
    await updatePreferences(browser, { weekly: { isOn: true } })
    const path = await getListPath(email)
    const entry = await findListEntry(email)
    await harness.store({ [path]: { ...entry, state: 'unsubscribed' } })
    expect((await readPreferences(browser)).weekly.isOn).toBe(false)
    await harness.store({ [path]: { ...entry, uid: null } })
    expect((await readPreferences(browser)).weekly.isOn).toBe(true)
  })

  it('is pending until the address is verified', async () => {
    const browser = await createReader({ isVerified: false })
    const { weekly } = await updatePreferences(browser, { weekly: { isOn: true } })
    expect(weekly.isOn).toBe(true)
    expect(await findListEntry(email)).toMatchObject({ state: 'pending', uid })
    const later = await signIn(email)
    expect(await findListEntry(email)).toMatchObject({ state: 'confirmed', uid })
    expect(await readPreferences(later)).toMatchObject({
      weekly: { isOn: true },
      address: { verified: true },
    })
  })

  it('neither reveals nor changes the entry of an address that isn’t verified', async () => {
    const browser = await createReader({ isVerified: false })
    const unknown = await readPreferences(browser)
    const entry = await storeConfirmedEntry()
    expect(await readPreferences(browser)).toEqual(unknown)
    for (const isOn of [true, false]) {
      expect((await updatePreferences(browser, { weekly: { isOn } })).weekly.isOn).toBe(isOn)
      expect(await findListEntry(email)).toEqual(entry)
    }
  })

  it('moves with the account’s address', async () => {
    const browser = await createReader()
    await updatePreferences(browser, { weekly: { isOn: true } })
    const before = await findListEntry(email)
    const request = { idToken: uid, email: next }
    expect((await browser.send('POST', '/api/account/email', request)).status).toBe(204)
    const later = await signIn(next)
    expect(await findListEntry(email)).toBeNull()
    const moved = { ...before, email: next, deliveryChangedAt: expect.any(Date) }
    expect(await findListEntry(next)).toEqual(moved)
    expect(await readPreferences(later)).toMatchObject({
      weekly: { isOn: true },
      address: { email: next, verified: true },
    })
  })
})
