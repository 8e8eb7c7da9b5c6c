import { beforeEach, expect, it } from 'vitest'
import { day } from '../../src/domain/duration.ts'
import { emailLimits } from '../../src/domain/email-limits.ts'
import { createOutboxItem } from '../../src/domain/outbox/outbox-item.ts'
import { fail, succeed } from '../../src/domain/result.ts'
import {
  type SubscriptionEmail,
  subscriptionEmails,
} from '../../src/domain/subscription/effect-kinds.ts'
import { now, tell } from '../../src/domain/subscription/testing/stories.ts'
import { findStepEmailsPath } from '../email/count-email.ts'
import type { Tokens } from '../identity/session-tokens.ts'
import type { PayPal } from '../platform/adapters/paypal.ts'
import { useMemoryFirestore } from '../testing/memory-firestore.ts'
import { createEmailSenderFrom } from './send-pending-emails.ts'

const later = (days: number) => new Date(now.getTime() + days * day)

const database = useMemoryFirestore()
let isMailDown: boolean
let logged: string[]
beforeEach(() => {
  isMailDown = false
  logged = []
})

const createSender = () =>
  createEmailSenderFrom(
    {
      emailConfig: {
        siteUrl: 'https://verandah.example',
        emailService: {
          send: async () =>
            isMailDown ? fail({ kind: 'unavailable', reason: 'down' }) : succeed(undefined),
        },
      },
      firestore: database.firestore,
      tokens: {} as Tokens,
      now: () => now,
      log: (event, { reason = '' }) => void logged.push(`${event} ${reason}`),
    },
    {} as PayPal,
  )

const account = { uid: 'u1', email: 'a.sha+news@gmail.com', emailVerified: false }
const storeReader = (changes: object = {}) =>
  database.store({
    'users/u1': { first_name: 'Asha', last_name: '', createdAt: now, ...account, ...changes },
  })

/** The subscription state that each email needs. Emails that aren't listed need `active`. */
const states: Partial<Record<SubscriptionEmail, string>> = {
  ...{ cancelled: 'ending', paused: 'paused', paymentFailed: 'failed' },
  ...{ planChanged: 'changed', ended: 'ended', refunded: 'ended' },
}
const send = (template: SubscriptionEmail) => {
  const about = tell(states[template] ?? 'active', '').record.subscription!
  const email = { kind: 'email', template, uid: 'u1', about, outlook: null } as const
  return createSender().send(createOutboxItem(email, now), template)
}

const storeTimes = async (sentAt: readonly Date[], owner: typeof account = account) =>
  database.store({ [await findStepEmailsPath(owner)]: { sentAt, expiresAt: later(30) } })

const readTimes = async () => (await database.list('countedEmails')).map(({ fields }) => fields)

it('limits delay emails about a reader’s own steps, but not those about money or the end of access', async () => {
  await storeReader()
  await storeTimes([now, now, now])
  const waiting: string[] = []
  for (const template of subscriptionEmails) {
    const sent = await send(template)
    if (!sent.ok) expect(sent.failure).toEqual({ kind: 'postponed', until: later(1) })
    if (!sent.ok) waiting.push(template)
  }
  expect(waiting.toSorted()).toEqual([
    'cancelled',
    'offerAccepted',
    'paused',
    'planChanged',
    'resumed',
  ])
  expect(logged).toEqual(Array(5).fill('email_postponed '))
})

it('an email that couldn’t be sent isn’t counted', async () => {
  await storeReader()
  isMailDown = true
  expect(await send('resumed')).toMatchObject({ failure: { kind: 'unavailable' } })
  expect(await readTimes()).toMatchObject([{ sentAt: [] }])
  isMailDown = false
  expect(await send('resumed')).toEqual(succeed(undefined))
  expect(await readTimes()).toMatchObject([{ sentAt: [now] }])
})

it('an email that the limits would delay for too long is dropped', async () => {
  await storeReader()
  await storeTimes(Array(10).fill(later(-1)))
  expect(await send('resumed')).toEqual(succeed(undefined))
  expect(logged).toEqual(['email_dropped limit'])
  expect(await readTimes()).toMatchObject([{ sentAt: Array(10).fill(later(-1)) }])
})

it('emails caused by strangers leave room for those that the address’s owner requests', async () => {
  await storeTimes(Array(10).fill(now))
  await storeReader({ emailVerified: true })
  for (let time = 0; time < emailLimits.steps[0].count; time++)
    expect(await send('resumed')).toEqual(succeed(undefined))
  expect(await send('resumed')).toMatchObject({ failure: { kind: 'postponed', until: later(1) } })
})

it('simultaneous emails are each counted', async () => {
  await storeReader()
  await storeTimes([now, now])
  const sent = await Promise.all([send('resumed'), send('resumed'), send('resumed')])
  expect(sent.filter(({ ok }) => ok)).toHaveLength(1)
})
