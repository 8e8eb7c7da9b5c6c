/** Support at the command line, with nothing but an access key and the site's address. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getImportedGrantPath } from '../../../functions/subscription/claim-imported-grant.ts'
import { stack } from '../../../functions/testing/edge-client.ts'
import { buyGift, createGiftOrder } from '../../../functions/testing/gift-requests.ts'
import { createReader as signUp } from '../../../functions/testing/test-readers.ts'
import { day } from '../../../src/domain/duration.ts'
import { formatPrice } from '../../../src/domain/subscription/plan-text.ts'
import { connectPayer } from '../../dev/fakes/paypal/paypal-payer.ts'
import {
  getProviderId,
  type SampleSubscription,
  storeSubscription,
} from '../../dev/sample/sample-subscriptions.ts'
import { createTestName } from '../../dev/stack/emulator-accounts.ts'
import { triggerCron } from '../../dev/stack/stack-client.ts'
import { createDeskHarness } from '../testing/desk-process.ts'
import { openKeyDesk } from '../testing/key-desk.ts'

const desk = createDeskHarness(stack)
const at = (days: number) => new Date(Date.now() + days * day)

const operator = await openKeyDesk('operator')

beforeAll(async () => {
  const name = { first_name: 'Tara', last_name: '' }
  await desk.commit({ set: `users/${operator.uid}`, fields: name, merge: true })
  // The confirmation for money includes readers' data.
  const refused = await run('cancel', 'nobody-at-all', '--now')
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect((await operator.confirm(refused.errors)).status).toBe(204)
})
afterAll(() => {
  desk.remove()
  operator.remove()
})

/** Creates a reader without an account to sign in with. */
async function createReader(subscription?: SampleSubscription) {
  const uid = createTestName()
  const email = `${uid}@example.com`
  const profile = { first_name: 'Mira', last_name: 'Bai', email, createdAt: at(-100) }
  await desk.commit({ set: `users/${uid}`, fields: { ...profile, emailVerified: true } })
  if (subscription) {
    await storeSubscription(desk.firestore, stack.payPalUrl, { uid, email }, subscription)
  }
  return { uid, email, provider: getProviderId(uid) }
}

const active = { state: 'active', plan: 'annual_99', paidThrough: at(100) } as const
const price = formatPrice('annual', 'domestic')
const run = (...args: string[]) => operator.run('reader', ...args)

async function stateOf(uid: string) {
  const stored = await desk.readDocument(`subscriptions/${uid}`)
  return (stored?.fields.subscription as { state?: string } | undefined)?.state
}

async function fetchEmailsTo(email: string) {
  const answer = await fetch(`${stack.inboxUrl}/messages?to=${email}`)
  return (await answer.json()) as { readonly subject: string; readonly text: string }[]
}

describe('desk reader', () => {
  let mira: Awaited<ReturnType<typeof createReader>>
  beforeAll(async () => {
    mira = await createReader(active)
  })

  it('finds a reader by email or PayPal ID, and shows their status', async () => {
    const found = await run('find', mira.email.toUpperCase())
    expect(found).toMatchObject({ code: 0, errors: '' })
    for (const said of [mira.uid, 'Mira Bai', mira.email, 'isSubscribed (active)', price]) {
      expect(found.out).toContain(said)
    }
    expect(await run('find', mira.provider)).toEqual(found)
    const nobody = await run('find', 'nobody@example.com')
    expect(nobody).toMatchObject({ code: 1, out: '' })
    expect(nobody.errors).toContain('Reader not found: nobody@example.com')
  })

  it('shows the gifts that a reader has bought', async () => {
    const { email, client } = await signUp()
    const gift = await buyGift(client, createGiftOrder({ recipient: null }))
    expect((await run('find', email)).out).toContain(`gave           ${gift.id}`)
  })

  it('is refused without the role', async () => {
    const editor = await openKeyDesk('editor')
    const refused = await editor.run('reader', 'find', mira.email)
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.errors).toContain('Your role, editor, doesn’t allow this action')
    editor.remove()
  })

  it('resends an email only if it applies', async () => {
    const wrong = await run('resend', mira.uid, 'cancelled')
    expect(wrong).toMatchObject({ code: 1, out: '' })
    expect(wrong.errors).toContain('started, renewalReminder')
    expect((await run('resend', mira.uid, 'started', '--dry-run')).out).toContain('Nothing was')
    expect(await run('resend', mira.uid, 'started')).toMatchObject({ code: 0, errors: '' })
    await triggerCron(stack)
    const [email, ...others] = await fetchEmailsTo(mira.email)
    expect(others).toEqual([])
    expect(email?.text).toContain('Dear Mira,')
    expect(email?.text).toContain(`${stack.siteUrl}/settings`)
  })

  it('grants and ends access, with name and reason in the history', async () => {
    const { uid, email } = await createReader()
    const until = at(30).toISOString()
    const dry = await run('grant', uid, '--until', until, '--dry-run')
    expect(dry).toMatchObject({ code: 0, errors: '' })
    expect(await desk.readDocument(`subscriptions/${uid}`)).toBeNull()
    const granted = await run('grant', email, '--until', until, '--message', 'A prize')
    expect(granted.out).toContain('isSubscribed (complimentary)')
    expect((await run('end-grant', uid)).out).toContain('notSubscribed (none)')
    const [, first] = (await run('history', uid)).out.trimEnd().split('\n')
    expect(first).toMatch(/ {2}Tara {2}grant .*: A prize$/)
    expect((await run('grant', uid, '--until', '2020-01-01T00:00:00Z')).code).toBe(1)
    const acts = (await operator.run('log', '--staff')).out
    expect(acts).toContain(`Tara  changed the access of ${uid}: none → none, complimentary until`)
  })

  it('shows and removes imported access that waits for an address without an account', async () => {
    const email = `${createTestName()}@example.com`
    const path = (await getImportedGrantPath(email))!
    const grant = { until: at(9000), source: 'ghost', importedAt: at(-1), importedBy: 'Mira' }
    await desk.commit({ set: path, fields: grant })
    const found = await run('find', email)
    expect(found).toMatchObject({ code: 0, errors: '' })
    expect(found.out).toMatch(/^imported access until .*, from Ghost by Mira/)
    expect((await run('end-grant', email, '--dry-run')).out).toContain('Nothing was written')
    expect(await desk.readDocument(path)).not.toBeNull()
    expect((await run('grant', email, '--until', at(1).toISOString())).code).toBe(1)
    expect(await run('end-grant', email)).toMatchObject({ code: 0, errors: '' })
    expect(await desk.readDocument(path)).toBeNull()
    expect((await run('find', email)).errors).toContain('Reader not found')
  })

  it('cancels once, as the reader would', async () => {
    const { uid, email, provider: payPalSubscription } = await createReader(active)
    const dry = await run('cancel', uid, '--dry-run')
    expect(dry.out).toContain('would change from active to ending')
    expect(dry.out).toContain('email: cancelled')
    expect((await run('cancel', uid)).out).toContain('active → ending')
    await triggerCron(stack)
    expect(await stateOf(uid)).toBe('ending')
    expect(await connectPayer(stack.payPalUrl).findStatus(payPalSubscription)).toBe('SUSPENDED')
    expect(await fetchEmailsTo(email)).toMatchObject([
      { subject: 'Your subscription has been cancelled' },
    ])
    expect((await run('cancel', uid)).code).toBe(1)
    expect((await run('cancel', uid, '--now')).out).toContain('ending → ended')
  })

  it('refunds a payment once, and ends the subscription', async () => {
    const { uid, email } = await createReader({ ...active, paidThrough: at(300) })
    const dry = await run('refund', uid, '--dry-run')
    expect(dry.out).toMatch(/access then +needsToRestart \(ended\)/)
    expect(dry.out).toContain(`${price} of `)
    const wrong = await run('refund', uid, '--payment', 'X')
    expect(wrong).toMatchObject({ code: 1, out: '' })
    const refunded = await run('refund', uid, '--yes', '--message', 'Bought by mistake')
    expect(refunded).toMatchObject({ code: 0, errors: '' })
    expect(refunded.out).toContain(`refunded ${price}`)
    await triggerCron(stack)
    expect(await stateOf(uid)).toBe('ended')
    expect((await run('history', uid)).out).toMatch(/ {2}Tara {2}refund.*: Bought by mistake/)
    expect(await fetchEmailsTo(email)).toMatchObject([
      { subject: 'Your payment has been refunded' },
    ])
    const again = await run('refund', uid)
    expect(again).toMatchObject({ code: 0, errors: '' })
    expect(again.out).toContain(`already refunded: ${price}`)
    expect((await run('payments', uid)).out).toContain(`${price} refunded (by Tara: Bought`)
  })

  it('refunds nothing after 180 days, which is PayPal’s limit', async () => {
    const { uid } = await createReader(active)
    const late = await run('refund', uid)
    expect(late).toMatchObject({ code: 1, out: '' })
    expect(late.errors).toContain('from the last 180 days')
    expect(await stateOf(uid)).toBe('active')
  })

  it('shows, grants and removes credit, with name and reason, never below zero', async () => {
    const { uid } = await createReader(active)
    expect((await run('find', uid)).out).not.toContain('credit')
    expect((await run('credit', uid)).out).toContain('no referral link')
    const grant = ['grant-credit', uid, '--amount', '6.01', '--message', 'Sorry']
    expect((await run(...grant, '--dry-run')).out).toContain('would have $6.01')
    expect(await desk.readDocument(`referrals/${uid}`)).toBeNull()
    expect((await run(...grant)).out).toContain('$6.01 credit')
    const tooMuch = await run('remove-credit', uid, '--amount', '6.02', '--message', 'Typo')
    expect(tooMuch).toMatchObject({ code: 1, out: '' })
    expect(tooMuch.errors).toContain('only $6.01 credit left')
    const removed = await run('remove-credit', uid, '--amount', '1', '--message', 'Typo')
    expect(removed.out).toContain('$5.01 credit')
    expect((await run('find', uid)).out).toMatch(/credit +\$5\.01 available/)
    const [, first, second] = (await run('credit', uid)).out.trimEnd().split('\n')
    expect(first).toMatch(/granted +\$6\.01 by Tara: Sorry$/)
    expect(second).toMatch(/removed +\$1 by Tara: Typo$/)
  })
})

describe('desk reader hide-profile', () => {
  const storeProfile = async (uid: string) => {
    const handle = `page-of-${uid}`.toLowerCase().slice(0, 30).replace(/-$/, '')
    const profile = {
      handle,
      name: 'Mira B.',
      bio: '',
      isPublic: true,
      isIndexed: false,
      createdAt: at(-10),
    }
    const reports = {
      reports: [{ reason: 'spam', details: 'Buy\u001b[2J tea', at: at(-1) }],
      toldAt: at(-1),
      // The time is later than in any other test.
      dueAt: at(80),
    }
    await desk.commit(
      { set: `readerProfiles/${uid}`, fields: profile },
      { set: `readerHandles/${handle}`, fields: { uid, claimedAt: at(-10) } },
      { set: `profileReports/${uid}`, fields: reports },
    )
    return handle
  }
  const visit = async (handle: string) => (await fetch(`${stack.siteUrl}/reader/${handle}`)).status

  it('hides a page until show-profile, by handle or email, and removes its reports', async () => {
    const { uid, email } = await createReader()
    const handle = await storeProfile(uid)
    const found = await run('find', email)
    expect(found.out).toContain(`/reader/${handle}, public`)
    expect(found.out).toContain('spam: Buy')
    expect(found.out).not.toContain('\u001b')

    const dry = await run('hide-profile', handle, '--message', 'Spam', '--dry-run')
    expect(dry).toMatchObject({ code: 0, errors: '' })
    expect(dry.out).toContain('Nothing was written')
    expect(await visit(handle)).toBe(200)

    // This reader's page isn't in any isolate's cache yet.
    const other = await createReader()
    const otherHandle = await storeProfile(other.uid)
    const hidden = await run('hide-profile', otherHandle.toUpperCase(), '--message', 'Spam')
    expect(hidden).toMatchObject({ code: 0, errors: '' })
    expect(hidden.out).toMatch(/hidden since .* by Tara: Spam/)
    expect(await visit(otherHandle)).toBe(404)
    expect(await desk.readDocument(`profileReports/${other.uid}`)).toBeNull()
    // The emails about reports name the reader by uid.
    expect((await run('hide-profile', other.uid)).code).toBe(0)
    expect((await run('show-profile', other.email)).out).toContain(`/reader/${otherHandle}: public`)
    expect((await desk.readDocument(`readerProfiles/${other.uid}`))?.fields.hidden).toBeNull()
  })

  it('refuses unknown readers, and readers without a page', async () => {
    const { email } = await createReader()
    expect((await run('hide-profile', email)).errors).toContain('has no public page')
    expect((await run('hide-profile', 'nobody-at-all')).errors).toContain('Reader not found')
  })
})
