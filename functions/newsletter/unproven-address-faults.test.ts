/**
 * Anyone can create an account with a reader's address. That account can't see or move the reader's entry on the list.
 */
import { beforeEach, describe, expect, it } from 'vitest'
import { day, minute } from '../../src/domain/duration.ts'
import type { NewsletterEntry } from '../../src/domain/newsletter/newsletter-entry.ts'
import { unwrap } from '../testing/unwrap.ts'
import { email, NewsletterHarness, readLink } from './testing/newsletter-harness.ts'

const ownAddress = 'stranger@example.com'

let harness: NewsletterHarness
beforeEach(() => {
  harness = new NewsletterHarness()
})

const common = { source: '', campaign: '', issue: '', wallArticle: '' } as const
const history = {
  consentedAt: new Date('2026-05-04T03:02:01Z'),
  ip: '203.0.113.77',
  userAgent: 'Mozilla/5.0 (another one of the owner)',
  attribution: { ...common, landing: '/a-story', lastArticle: 'a-story' },
  pausedUntil: new Date('2026-12-20T19:18:17Z'),
} satisfies Partial<NewsletterEntry>

async function storeEntry(changes: Partial<NewsletterEntry> = {}) {
  await harness.signUpAndConfirm()
  await harness.changeEntry(email, { ...history, ...changes })
  harness.advance(40 * day)
}

const unsubscribe = async () => harness.press((await harness.createLinks()).unsubscribe)

async function turnOn() {
  const account = await harness.signIn('stranger', email)
  expect((await account.setWeekly(true)).status).toBe(200)
  return account
}

function moveToOwnAddress() {
  harness.advance(minute)
  return harness.signIn('stranger', ownAddress, { isVerified: true })
}

const countConfirmed = async () =>
  unwrap(
    await harness.database.firestore.query({ collection: 'transitionRecords' }),
  ).documents.filter(({ fields }) => fields.kind === 'newsletterConfirmed').length

describe('an account that hasn’t verified a reader’s address', () => {
  it('doesn’t move the reader’s entry to its own address', async () => {
    await storeEntry()
    const before = await harness.readEntry()
    await turnOn()
    const moved = await moveToOwnAddress()
    expect(Object.values((await moved.fetchData()).newsletter)).toEqual([
      expect.objectContaining({
        email: ownAddress,
        state: 'confirmed',
        consentedAt: harness.now.toISOString(),
        ip: '',
        userAgent: '',
        attribution: null,
        pausedUntil: null,
      }),
    ])
    expect(await harness.readEntry()).toEqual(before)
    // Both the reader's address and the stranger's are confirmed.
    expect(await countConfirmed()).toBe(2)
  })

  it('can’t pause the reader’s issues', async () => {
    await harness.signUpAndConfirm()
    const before = await harness.readEntry()
    await harness.press(await harness.signUp(ownAddress))
    await (await harness.signIn('stranger', ownAddress)).setWeekly(true)
    await harness.patch((await harness.createLinks(ownAddress)).api, { change: 'pause' })
    await harness.signIn('stranger', email)
    expect(await harness.readEntry()).toEqual(before)
  })

  const never = async () => {}
  type Act = () => Promise<unknown>
  it.each<[string, Act, Act]>([
    ['signed up with a form', () => harness.join(email), never],
    ['gets The Weekly', () => storeEntry({ pausedUntil: null }), never],
    ['has paused The Weekly', () => storeEntry(), never],
    ['has unsubscribed', () => storeEntry().then(unsubscribe), never],
    [
      'has complained',
      () => storeEntry({ complainedAt: history.consentedAt }).then(unsubscribe),
      never,
    ],
    ['no longer has a mailbox', () => storeEntry({ hardBouncedAt: history.consentedAt }), never],
    ['unsubscribes afterwards', () => storeEntry(), unsubscribe],
    ['withdraws the account’s own request', never, unsubscribe],
  ])(
    'sees the same state of The Weekly, before and after its address changes, whether or not the reader %s',
    async (_, arrange, afterwards) => {
      const shown: unknown[] = []
      for (const [first, last] of [
        [never, never],
        [arrange, afterwards],
      ] as const) {
        await first()
        harness.now = new Date('2027-01-01T10:00:00Z')
        const account = await turnOn()
        const before = await account.fetchData()
        await last()
        const moved = await moveToOwnAddress()
        const after = await moved.fetchData()
        expect(Object.values(after.newsletter)).toMatchObject([{ email: ownAddress }])
        shown.push([before, after, await moved.fetchPreferences()])
        harness = new NewsletterHarness()
      }
      expect(shown[1]).toEqual(shown[0])
    },
  )
})

describe('a confirmation link', () => {
  it('doesn’t connect the reader to the stranger’s account that caused it', async () => {
    const stranger = await harness.signIn('stranger', email)
    await stranger.setWeekly(true)
    expect(await harness.readEntry()).toMatchObject({ state: 'pending', uid: 'stranger' })
    expect(harness.sent).toHaveLength(1)
    expect(await harness.press(readLink(harness.sent[0]!))).toMatchObject({ step: 'confirmed' })
    expect(await harness.readEntry()).toMatchObject({ state: 'confirmed', uid: null })
    await stranger.setWeekly(false)
    expect(await harness.readEntry()).toMatchObject({ state: 'confirmed' })
    // Toggling The Weekly sends no more emails than the limits allow.
    for (const isOn of [true, false, true]) await stranger.setWeekly(isOn)
    expect(harness.sent).toHaveLength(1)
  })

  it('loses its entry on the list when the unverified account that caused it is deleted', async () => {
    const account = await harness.signIn('ama', email)
    await account.setWeekly(true)
    expect((await account.delete()).status).toBe(204)
    expect(await harness.readEntry()).toBeNull()
  })

  type Account = Awaited<ReturnType<NewsletterHarness['signIn']>>
  const move = () => harness.signIn('stranger', 'stranger@example.com', { isVerified: true })
  it.each<[string, (account: Account) => Promise<unknown>]>([
    ['changes its address', move],
    [
      'turns The Weekly off and changes its address',
      (account) => account.setWeekly(false).then(move),
    ],
    ['is deleted', (account) => account.delete()],
  ])(
    'leaves an earlier complaint recorded if a stranger’s account that caused it %s',
    async (_, leave) => {
      await harness.signUpAndConfirm()
      const complainedAt = harness.now
      await harness.changeEntry(email, { state: 'unsubscribed', complainedAt })
      harness.advance(40 * day)
      const stranger = await harness.signIn('stranger', email)
      await stranger.setWeekly(true)
      await leave(stranger)
      const kept = { state: 'unsubscribed', complainedAt, uid: null, ip: '', userAgent: '' }
      expect(await harness.readEntry()).toMatchObject(kept)
      // The email limits outlive the account.
      await (await harness.signIn('another', email)).setWeekly(true)
      expect(harness.sent).toHaveLength(2)
    },
  )
})

it('an account whose verified address merely normalises to the reader’s address is treated as somebody else’s', async () => {
  const address = 'kate@example.com'
  await harness.press(await harness.signUp(address))
  const before = await harness.readEntry(address)
  // Normalising turns the Kelvin sign into an ASCII "k".
  const other = await harness.signIn('other', '\u212aate@example.com', { isVerified: true })
  expect((await other.fetchData()).newsletter).toEqual({})
  for (const isOn of [true, false]) await other.setWeekly(isOn)
  expect((await other.delete()).status).toBe(204)
  expect(await harness.readEntry(address)).toEqual(before)
})

it('a paused reader’s new address is treated as a sign-up, not as an import', async () => {
  const account = await harness.signIn('owner', email, { isVerified: true })
  expect((await account.setWeekly(true)).status).toBe(200)
  harness.advance(minute)
  expect((await harness.patch((await harness.createLinks()).api, { change: 'pause' })).status).toBe(
    200,
  )
  harness.advance(minute)
  await harness.signIn('owner', ownAddress, { isVerified: true })
  const moved = await harness.readEntry(ownAddress)
  expect(moved?.pausedUntil).not.toBeNull()
  expect(moved?.deliveryChangedAt).not.toBeNull()
})
