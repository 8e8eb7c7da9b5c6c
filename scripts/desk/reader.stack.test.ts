import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stack } from '../../functions/edge-client.ts'
import { newName } from '../local/own-accounts.ts'
import { payerAt } from '../local/paypal/payer.ts'
import { runCron } from '../local/running-stack.ts'
import { providerOf, type SampleSubscription, storeSubscription } from '../sample/subscriptions.ts'
import { deskFolder } from './desk-process.ts'

const desk = deskFolder(stack)
const day = 24 * 60 * 60 * 1000
const at = (days: number) => new Date(Date.now() + days * day)

afterAll(() => rmSync(desk.path, { recursive: true }))

/** A reader of this test alone, without an account to sign in with. */
async function reader(subscription?: SampleSubscription) {
  const uid = newName()
  const email = `${uid}@example.com`
  const profile = { first_name: 'Mira', last_name: 'Bai', email, createdAt: at(-100) }
  await desk.commit({ set: `users/${uid}`, fields: { ...profile, emailVerified: true } })
  if (subscription) {
    await storeSubscription(desk.firestore, stack.payPalUrl, { uid, email }, subscription)
  }
  return { uid, email, provider: providerOf(uid) }
}

const active = { state: 'active', plan: 'annual_99', paidThrough: at(100) } as const
const run = (...args: string[]) => desk.run('reader', ...args)

async function stateOf(uid: string) {
  const stored = await desk.stored(`subscriptions/${uid}`)
  return (stored?.fields.subscription as { state?: string } | undefined)?.state
}

async function lettersTo(email: string) {
  const answer = await fetch(`${stack.outboxUrl}/messages?to=${email}`)
  return (await answer.json()) as { readonly subject: string; readonly text: string }[]
}

describe('desk reader', () => {
  let mira: Awaited<ReturnType<typeof reader>>
  beforeAll(async () => {
    mira = await reader(active)
  })

  it('finds a reader by address or PayPal’s number, and says how they stand', async () => {
    const found = await run('find', mira.email.toUpperCase())
    expect(found).toMatchObject({ code: 0, errors: '' })
    for (const said of [mira.uid, 'Mira Bai', mira.email, 'isSubscribed (active)', '$99 a year']) {
      expect(found.out).toContain(said)
    }
    expect(await run('find', mira.provider)).toEqual(found)
    const nobody = await run('find', 'nobody@example.com')
    expect(nobody).toMatchObject({ code: 1, out: '' })
    expect(nobody.errors).toContain('no reader nobody@example.com')
  })

  it('sends a letter again that is true, and no other', async () => {
    const wrong = await run('resend', mira.uid, 'cancelled')
    expect(wrong).toMatchObject({ code: 1, out: '' })
    expect(wrong.errors).toContain('started, renewalReminder')
    expect((await run('resend', mira.uid, 'started', '--dry-run')).out).toContain('Nothing was')
    expect(await run('resend', mira.uid, 'started')).toMatchObject({ code: 0, errors: '' })
    await runCron(stack)
    const [letter, ...others] = await lettersTo(mira.email)
    expect(others).toEqual([])
    expect(letter?.text).toContain('Dear Mira,')
    expect(letter?.text).toContain(`${stack.siteUrl}/settings`)
  })

  it('grants access and ends it, and the history says who, and why', async () => {
    const { uid, email } = await reader()
    const until = at(30).toISOString()
    const dry = await run('grant', uid, '--until', until, '--dry-run')
    expect(dry).toMatchObject({ code: 0, errors: '' })
    expect(await desk.stored(`subscriptions/${uid}`)).toBeNull()
    const granted = await run('grant', email, '--until', until, '--message', 'A prize')
    expect(granted.out).toContain('isSubscribed (complimentary)')
    const ended = await run('end-grant', uid, '--by', 'Somebody else')
    expect(ended.out).toContain('notSubscribed (none)')
    const [last, first] = (await run('history', uid)).out.trimEnd().split('\n')
    expect(last).toContain('Somebody else  grant')
    expect(first).toMatch(/ {2}Tests {2}grant .*: A prize$/)
    expect((await run('grant', uid, '--until', '2020-01-01T00:00:00Z')).code).toBe(1)
  })

  it('cancels as the reader would, and not twice', async () => {
    const { uid, email, provider } = await reader(active)
    const dry = await run('cancel', uid, '--dry-run')
    expect(dry.out).toContain('active → ending')
    expect(dry.out).toContain('a letter: cancelled')
    expect((await run('cancel', uid)).out).toContain('active → ending')
    await runCron(stack)
    expect(await stateOf(uid)).toBe('ending')
    expect(await payerAt(stack.payPalUrl).statusOf(provider)).toBe('SUSPENDED')
    expect(await lettersTo(email)).toMatchObject([{ subject: 'Your subscription is cancelled' }])
    expect((await run('cancel', uid)).code).toBe(1)
    expect((await run('cancel', uid, '--now')).out).toContain('ending → ended')
  })

  it('gives a payment back, once, and the subscription ends with it', async () => {
    const { uid, email } = await reader(active)
    const dry = await run('refund', uid, '--dry-run')
    expect(dry.out).toMatch(/would give back \$99 of .*\n.*active → ended/)
    const wrong = await run('refund', uid, '--payment', 'X')
    expect(wrong).toMatchObject({ code: 1, out: '' })
    const refunded = await run('refund', uid, '--message', 'Bought by mistake')
    expect(refunded).toMatchObject({ code: 0, errors: '' })
    expect(refunded.out).toContain('gave back $99')
    await runCron(stack)
    expect(await stateOf(uid)).toBe('ended')
    expect((await run('history', uid)).out).toMatch(/ {2}Tests {2}refunded .*: Bought by mistake/)
    expect(await lettersTo(email)).toMatchObject([{ subject: 'Your payment has been refunded' }])
    const again = await run('refund', uid)
    expect(again).toMatchObject({ code: 1, out: '' })
    expect(again.errors).toContain('REFUNDED')
  })

  it('says where the database or PayPal is away, and that money needs PayPal’s keys', async () => {
    const nobody = 'http://127.0.0.1:9'
    const ask = (variables: Record<string, string>) =>
      desk.runWith(variables, 'reader', 'refund', mira.uid, '--dry-run')
    expect((await ask({ FIRESTORE_URL: nobody })).code).toBe(4)
    expect((await ask({ PAYPAL_URL: nobody })).code).toBe(4)
    const variables = { ...stack.deskEnvironment, PAYPAL_SECRET: '' }
    expect((await ask(variables)).errors).toContain('PAYPAL_SECRET')
  })
})

describe('letters', () => {
  it('tell of a payment that fails, and of one that is mended, each once', async () => {
    const payPal = payerAt(stack.payPalUrl)
    const { uid, email, provider } = await reader({ ...active, paidThrough: at(0) })
    const becomes = async (isPaid: boolean, state: string) => {
      await payPal.tell('bill', { id: provider, isPaid })
      await expect.poll(() => stateOf(uid), { timeout: 10_000 }).toBe(state)
      await runCron(stack)
    }
    await becomes(false, 'paymentFailed')
    await becomes(true, 'active')
    await runCron(stack)
    expect((await lettersTo(email)).map(({ subject }) => subject)).toEqual([
      'A payment did not go through',
      'Your payment has gone through',
    ])
  })
})
