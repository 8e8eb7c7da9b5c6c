import { beforeEach, describe, expect, it } from 'vitest'
import { botCheckActions } from '../../src/contracts/bot-check-config.ts'
import { readerSchema } from '../../src/domain/reader.ts'
import { fail, succeed } from '../../src/domain/result.ts'
import { createOutageTracker } from '../account/outage-tracker.ts'
import { createTokens } from '../account/session-tokens.ts'
import type { EmailMessage, EmailService } from '../adapters/mail/email-service.ts'
import type { BotCheck } from '../adapters/recaptcha.ts'
import { createRetentionJob } from '../cron/retention-job.ts'
import { createCountingLimits } from '../testing/fake-rate-limits.ts'
import { useMemoryFirestore } from '../testing/memory-firestore.ts'
import { createApp } from '../testing/route-table.ts'
import { unwrap } from '../testing/unwrap.ts'

const siteUrl = 'https://verandah.example'
const minute = 60_000
const day = 24 * 60 * minute
const email = 'asha@students.example.edu'
const collection = 'studentEmails'

const database = useMemoryFirestore()
let now: Date
let sent: EmailMessage[]
let mailFault: 'unavailable' | 'refused' | null
let botCheckFault: 'unavailable' | null
let whileSending: () => void
let isDatabaseDown: boolean
let logged: string[]
let networks = 0
beforeEach(() => {
  now = new Date('2026-03-01T10:00:00Z')
  sent = []
  mailFault = null
  botCheckFault = null
  whileSending = () => {}
  isDatabaseDown = false
  logged = []
})

const tokens = createTokens({ current: 1, secrets: new Map([[1, new Uint8Array(32)]]) })
const botCheck: BotCheck = {
  verify: async (token, { action }) => {
    if (botCheckFault) return fail({ kind: botCheckFault, reason: '' })
    return token === action ? succeed(undefined) : fail({ kind: 'refused', reason: '' })
  },
}
const emailService: EmailService = {
  send: async (message) => {
    whileSending()
    if (mailFault) return fail({ kind: mailFault, reason: '' })
    sent.push(message)
    return succeed(undefined)
  },
}
const app = createApp({
  tokens,
  botCheck,
  emailConfig: { siteUrl, emailService },
  outageTracker: createOutageTracker(),
  now: () => now,
  log: (event: string) => logged.push(event),
  get firestore() {
    const { firestore } = database
    const commit: typeof firestore.commit = async (writes) =>
      isDatabaseDown ? fail({ kind: 'unavailable', reason: '' }) : firestore.commit(writes)
    return { ...firestore, commit }
  },
})

const confirm = ({ text }: EmailMessage) => {
  const { searchParams } = new URL(/https:\S+\/subscribe\/student\S+/.exec(text)![0])
  return confirmWith(searchParams.get('key')!)
}

async function confirmWith(key: string) {
  const headers = { Origin: siteUrl, 'Content-Type': 'application/json' }
  const body = JSON.stringify({ key })
  const init = { method: 'POST', headers, body }
  const url = `${siteUrl}/api/student/confirmation`
  const response = await app.request(url, init, createCountingLimits())
  return { status: response.status, text: await response.text() }
}

const person = { botCheck: botCheckActions.student as string }

/** Each from another network. */
async function ask(address = email, fields: object = person, cookies = '') {
  const headers = {
    Origin: siteUrl,
    'Content-Type': 'application/json',
    'CF-Connecting-IP': `2001:db8:${(networks++).toString(16)}::1`,
    Cookie: cookies,
  }
  const body = JSON.stringify({ email: address, ...fields })
  const init = { method: 'POST', headers, body }
  return app.request(`${siteUrl}/api/student`, init, createCountingLimits())
}

const request = async (...parameters: Parameters<typeof ask>) => (await ask(...parameters)).status

const advance = (milliseconds: number) => {
  now = new Date(now.getTime() + milliseconds)
}

describe('confirmation emails to one student address', () => {
  it('are counted together for every spelling of a mailbox', async () => {
    for (const spelling of [email, email.toUpperCase(), email.replace('@', '+a@')]) {
      expect(await request(spelling)).toBe(204)
    }
    expect(sent).toHaveLength(1)
    expect(await request('nimal@students.example.edu')).toBe(204)
    expect(sent).toHaveLength(2)
  })

  it('are sent once for simultaneous requests', async () => {
    const statuses = await Promise.all(Array.from({ length: 8 }, () => request()))
    expect(new Set(statuses)).toEqual(new Set([204]))
    expect(sent).toHaveLength(1)
  })

  it.each(['unavailable', 'refused'] as const)('don’t count if they are %s', async (fault) => {
    mailFault = fault
    expect(await request()).toBe(503)
    mailFault = null
    expect(await request()).toBe(204)
    expect(sent).toHaveLength(1)
  })

  it('have a link that works for thirty days', async () => {
    await request()
    advance(30 * day)
    expect(await confirm(sent[0]!)).toMatchObject({ status: 204 })
    advance(1000)
    const { status, text } = await confirm(sent[0]!)
    expect(status).toBe(401)
    expect(text).toContain('more than 30 days old')
  })

  it('that still count although they weren’t sent can be asked for again in ten minutes', async () => {
    mailFault = 'unavailable'
    whileSending = () => {
      isDatabaseDown = true
    }
    const answer = await ask()
    expect(answer.status).toBe(503)
    expect(await answer.text()).toContain('Try again in ten minutes.')
    expect(logged).toContain('student_email_still_counted')
    mailFault = null
    isDatabaseDown = false
    whileSending = () => {}
    advance(10 * minute)
    expect(await request()).toBe(204)
    expect(sent).toHaveLength(1)
  })

  it('leave no address behind, and nothing after thirty days', async () => {
    await request()
    const [stored, ...others] = await database.list(collection)
    expect(others).toEqual([])
    expect(JSON.stringify(stored)).not.toContain('asha')
    const { firestore } = database
    const job = createRetentionJob({ firestore, now: () => now, log: () => {} })
    const run = async () => unwrap(await job.run({ startedAt: now, hasTime: () => true }))
    advance(29 * day)
    await run()
    expect(await database.list(collection)).toHaveLength(1)
    advance(day)
    await run()
    expect(await database.list(collection)).toEqual([])
  })
})

it('no other address is confirmed, nor any with another key', async () => {
  expect(await request('asha@example.com')).toBe(400)
  expect(await request('not an address')).toBe(400)
  const others = (['student', 'finishCheckout'] as const).map((type) =>
    tokens.issueToken(type, 'a', now),
  )
  for (const key of ['x', ...(await Promise.all(others))])
    expect(await confirmWith(key)).toMatchObject({ status: 401 })
})

describe('the bot check', () => {
  it.each([
    ['without a token', {}],
    ['with a token for another form', { botCheck: botCheckActions.joinNewsletter }],
  ])('refuses a guest %s', async (_, fields) => {
    expect(await request(email, fields)).toBe(403)
    expect(sent).toEqual([])
    expect(await database.list(collection)).toEqual([])
  })

  it('asks guests to come back while it’s unavailable', async () => {
    botCheckFault = 'unavailable'
    expect(await request()).toBe(503)
    expect(sent).toEqual([])
  })

  it('isn’t for readers who are logged in', async () => {
    const names = { first_name: '', last_name: '', email: 'asha@example.com' }
    await database.store({ 'users/asha': readerSchema.parse({ ...names, createdAt: now }) })
    const session = `__Host-session=${await tokens.issueSession('asha', now, now)}`
    expect(await request(email, {}, session)).toBe(204)
    expect(sent).toHaveLength(1)
    await database.commit([{ remove: 'users/asha' }])
    expect(await request('nimal@students.example.edu', {}, session)).toBe(403)
  })
})
