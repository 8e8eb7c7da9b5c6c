/** Support at the command line, with nothing but an access key and the site's address. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stack } from '../../../functions/testing/edge-client.ts'
import { day } from '../../../src/domain/duration.ts'
import { formatPrice } from '../../../src/domain/subscription/plan-text.ts'
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
async function createReader(subscription: SampleSubscription) {
  const uid = createTestName()
  const email = `${uid}@example.com`
  const profile = { first_name: 'Mira', last_name: 'Bai', email, createdAt: at(-100) }
  await desk.commit({ set: `users/${uid}`, fields: { ...profile, emailVerified: true } })
  await storeSubscription(desk.firestore, stack.payPalUrl, { uid, email }, subscription)
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

  it('refunds a payment once, and ends the subscription', async () => {
    const { uid, email } = await createReader({ ...active, paidThrough: at(300) })
    const dry = await run('refund', uid, '--dry-run')
    expect(dry.out).toMatch(/access then +needsToRestart \(ended\)/)
    expect(dry.out).toContain(`${price} paid on `)
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
})
