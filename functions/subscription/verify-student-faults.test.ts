import { beforeEach, describe, expect, it } from 'vitest'
import { botCheckActions } from '../../src/contracts/settings/bot-check-config.ts'
import { day } from '../../src/domain/duration.ts'
import { emailLimits } from '../../src/domain/email-limits.ts'
import { fail, succeed } from '../../src/domain/result.ts'
import { countUnchecked } from '../email/count-email.ts'
import type { EmailMessage, EmailService } from '../platform/adapters/mail/email-service.ts'
import type { BotCheck } from '../platform/adapters/recaptcha.ts'
import { unwrap } from '../testing/unwrap.ts'
import { siteUrl, WorkerHarness } from '../testing/worker-harness.ts'

const email = 'asha@students.example.edu'

let harness: WorkerHarness
let sent: EmailMessage[]
/** Called before an email is sent. Returns the reason why the service doesn't send it. */
let failSending: () => 'unavailable' | 'refused' | null
let logged: string[]

/** Accepts a token that equals the form's action. */
const botCheck: BotCheck = {
  verify: async (token, { action }) => {
    if (token === action) return succeed(undefined)
    return fail({ kind: token === 'unavailable' ? token : 'refused', reason: '' })
  },
}
const emailService: EmailService = {
  send: async (message) => {
    const kind = failSending()
    if (kind) return fail({ kind, reason: '' })
    sent.push(message)
    return succeed(undefined)
  },
}

beforeEach(() => {
  sent = []
  failSending = () => null
  logged = []
  const log = (event: string) => void logged.push(event)
  const emailConfig = { siteUrl, emailService }
  harness = new WorkerHarness({ services: { botCheck, emailConfig, log } })
})

const confirmWith = (key: string) => harness.post('/api/student/confirmation', { key })

const confirm = ({ text }: EmailMessage) => {
  const { searchParams } = new URL(/https:\S+\/subscribe\/student\S+/.exec(text)![0])
  return confirmWith(searchParams.get('key')!)
}

const ask = (address = email, fields: object = { botCheck: botCheckActions.student }) =>
  harness.post('/api/student', { email: address, ...fields })

const request = async (...parameters: Parameters<typeof ask>) => (await ask(...parameters)).status

describe('confirmation emails to student addresses', () => {
  const tag = (name: string) => email.replace('@', `+${name}@`)

  it('are counted together for all tags of a mailbox, and separately for its plain address', async () => {
    for (const spelling of [tag('a'), tag('b'), email, email.toUpperCase()])
      expect(await request(spelling)).toBe(204)
    expect(sent.map(({ to }) => to)).toEqual([tag('a'), email])
    expect(await request('nimal@students.example.edu')).toBe(204)
    expect(sent).toHaveLength(3)
  })

  it('are limited for one account without a bot check', async () => {
    await harness.storeReaderAndCheckout()
    await harness.logIn()
    const perAccount = emailLimits.studentsOfAccount[0].count
    for (let count = 0; count < perAccount; count++)
      expect(await request(`student-${count}@students.example.edu`, {})).toBe(204)
    expect(await request('another@students.example.edu', {})).toBe(429)
    expect(sent).toHaveLength(perAccount)
    await harness.advanceDays(1)
    expect(await request('another@students.example.edu', {})).toBe(204)
    // A failed check counts as no check.
    const forged = { botCheck: 'forged' }
    expect(await request('third@students.example.edu', forged)).toBe(204)
  })

  it('are limited for the accounts of one network', async () => {
    await harness.storeReaderAndCheckout()
    const { firestore } = harness.deps
    for (let count = 0; count < emailLimits.uncheckedNetwork[0].count; count++)
      expect(unwrap(await countUnchecked(firestore, '', harness.now))).toBe(true)
    expect(await request()).toBe(204)
    await harness.logIn()
    expect(await request('another@students.example.edu', {})).toBe(429)
    const forged = { botCheck: 'forged' }
    expect(await request('another@students.example.edu', forged)).toBe(429)
    expect(sent).toHaveLength(1)
  })

  it('are sent when the limits allow it, however many were requested, unless the address is confirmed', async () => {
    const waitTenMinutes = async () => {
      await harness.advanceMinutes(10)
      return sent.length
    }
    for (let asked = 0; asked < 5; asked++) expect(await request()).toBe(204)
    expect(sent).toHaveLength(1)
    expect(await waitTenMinutes()).toBe(2)
    expect(sent[1]).toMatchObject({ to: email, subject: sent[0]!.subject })
    expect(await waitTenMinutes()).toBe(2)
    expect(await request()).toBe(204)
    expect(await request()).toBe(204)
    expect((await confirm(sent[1]!)).status).toBe(204)
    expect(await waitTenMinutes()).toBe(3)
    await harness.advanceDays(2)
    await harness.runCron()
    expect(sent).toHaveLength(3)
    const stored = await harness.queryAll({ collection: 'outbox' })
    expect(stored).toEqual([])
  })

  it('are sent once if several are requested at the same time', async () => {
    const statuses = await Promise.all(Array.from({ length: 8 }, () => request()))
    expect(new Set(statuses)).toEqual(new Set([204]))
    expect(sent).toHaveLength(1)
  })

  it.each(['unavailable', 'refused'] as const)(
    'aren’t counted if sending fails: %s',
    async (fault) => {
      failSending = () => fault
      expect(await request()).toBe(503)
      failSending = () => null
      expect(await request()).toBe(204)
      expect(sent).toHaveLength(1)
    },
  )

  it('have a link that is valid for thirty days', async () => {
    await request()
    await harness.advanceDays(30)
    expect((await confirm(sent[0]!)).status).toBe(204)
    harness.now = new Date(harness.now.getTime() + 1000)
    const refused = await confirm(sent[0]!)
    expect(refused.status).toBe(401)
    expect(await refused.text()).toContain('more than 30 days old')
  })

  it('can be requested again after ten minutes if an unsent email is still counted', async () => {
    failSending = () => {
      harness.unavailableService = 'firestore'
      return 'unavailable'
    }
    const answer = await ask()
    expect(answer.status).toBe(503)
    expect(await answer.text()).toContain('Try again in ten minutes.')
    expect(logged).toContain('student_email_still_counted')
    failSending = () => null
    harness.unavailableService = null
    await harness.advanceDays(10 / (24 * 60))
    expect(await request()).toBe(204)
    expect(sent).toHaveLength(1)
  })

  it('leave no address behind, and no trace after thirty days', async () => {
    const expiresAt = new Date(harness.now.getTime() + 30 * day)
    await request()
    const stored = await harness.queryAll({ collection: 'studentEmails' })
    expect(stored.map(({ fields }) => fields.expiresAt)).toEqual([expiresAt])
    expect(JSON.stringify(stored)).not.toContain('asha')
  })
})

it('only student addresses can get a link, and only its own key is accepted', async () => {
  expect(await request('asha@example.com')).toBe(400)
  expect(await request('not an address')).toBe(400)
  const others = (['student', 'finishCheckout'] as const).map((type) =>
    harness.tokens.issueToken(type, 'a', harness.now),
  )
  for (const key of ['x', ...(await Promise.all(others))])
    expect((await confirmWith(key)).status).toBe(401)
})

describe('the bot check', () => {
  it.each([
    ['without a token', {}, 403],
    ['with a token for another form', { botCheck: botCheckActions.joinNewsletter }, 403],
    ['while it’s unavailable', { botCheck: 'unavailable' }, 503],
  ])('refuses a guest %s', async (_, fields, status) => {
    expect(await request(email, fields)).toBe(status)
    expect(sent).toEqual([])
    expect(await harness.queryAll({ collection: 'studentEmails' })).toEqual([])
  })

  it('is required of readers whose account is gone', async () => {
    await harness.logIn()
    expect(await request(email, {})).toBe(403)
  })
})
