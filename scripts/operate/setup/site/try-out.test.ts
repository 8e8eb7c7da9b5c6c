import { describe, expect, it } from 'vitest'
import { readReaderCookies } from '../../../../functions/identity/cookies.ts'
import { createTokens } from '../../../../functions/identity/session-tokens.ts'
import { keyringSchema } from '../../../../src/contracts/signing/keyring.ts'
import { createTestSite } from '../testing/test-site.ts'

type Site = Awaited<ReturnType<typeof createTestSite>>

describe('the test email', () => {
  it('is sent to the operator once, and the service reports its delivery', async () => {
    const site = await createTestSite()
    const { output } = await site.run()
    expect(output).toContain('email: delivered to asha@verandah.news')
    // The service's log ends.
    site.resend.sent = () => []
    expect((await site.run()).outcomes.get('try-out')).toBe('done')
    expect(site.site.emails).toEqual(['asha@verandah.news'])
  })

  it.each([
    ['bounced', 'the email to asha@verandah.news wasn’t delivered'],
    ['sent', 'the service doesn’t show the change yet'],
  ])('fails the try-out if the service reports “%s”', async (event, message) => {
    const site = await createTestSite()
    site.resend.event = event
    const { output, outcomes } = await site.run()
    expect(output).toContain(message)
    expect(outcomes.get('try-out')).toBe('failed')
    site.resend.event = 'delivered'
    expect((await site.run()).outcomes.get('try-out')).toBe('done')
  })

  it('has to be confirmed by the operator if the service reports no status', async () => {
    const site = await createTestSite()
    site.resend.sent = () => null
    expect((await site.run()).outcomes.get('try-out')).toBe('waiting')
    const answers = { 'Has the confirmation email arrived': ['yes'] }
    expect((await site.run('apply', answers)).outcomes.get('try-out')).toBe('done')
  })
})

describe('the test purchase', () => {
  it('is started for the operator, checked at PayPal and cancelled', async () => {
    const site = await createTestSite('staging')
    const { output } = await site.run()
    const [subscription, ...others] = site.payPal.subscriptions.values()
    expect(others).toEqual([])
    expect(subscription).toMatchObject({ custom_id: 'uid-1', status: 'CANCELLED' })
    expect(output).toContain('pay once with a personal sandbox account')
    await site.run()
    expect(site.payPal.subscriptions.size).toBe(1)
  })

  it('is started with a session that the Worker accepts', async () => {
    const site = await createTestSite()
    const { checkOut } = site.site
    let cookie = ''
    site.site.checkOut = (...call) => {
      cookie = call[0]
      return checkOut(...call)
    }
    await site.run()
    const request = new Request('https://verandah.news', { headers: { Cookie: cookie } })
    const keyring = keyringSchema.parse(site.openContext().secrets.get('SESSION_KEYS'))
    const { session } = readReaderCookies(request)
    expect(await createTokens(keyring).readSession(session, new Date())).toMatchObject({
      uid: 'uid-1',
    })
  })

  it('is started even if emails aren’t set up yet', async () => {
    const site = await createTestSite()
    site.resend.refusal = 'validation_error'
    expect((await site.run()).outcomes.get('try-out')).toBe('blocked')
    expect(site.payPal.subscriptions.size).toBe(1)
  })

  it('is left to expire if PayPal can’t cancel it before approval', async () => {
    const site = await createTestSite()
    const checkOut = site.site.checkOut
    site.site.checkOut = (...call) => {
      site.payPal.refusal = 'SUBSCRIPTION_STATUS_INVALID'
      return checkOut(...call)
    }
    expect((await site.run()).outcomes.get('try-out')).toBe('done')
  })

  it('isn’t needed if the operator already subscribes', async () => {
    const site = await createTestSite()
    site.site.checkOut = () => ({
      status: 409,
      body: { error: { code: 'already_subscribed', message: 'You subscribe already.' } },
    })
    expect((await site.run()).outcomes.get('try-out')).toBe('done')
  })

  it.each<[string, Record<string, unknown>]>([
    ['the plan P-OTHER', { plan_id: 'P-OTHER' }],
    ['names another reader', { custom_id: 'guest-1' }],
    [
      'payers return to https://other.example/',
      { application_context: { return_url: 'https://other.example/' } },
    ],
    ['its status is ACTIVE', { status: 'ACTIVE' }],
  ])('fails the try-out if it isn’t right: %s', async (message, change) => {
    const site = await createTestSite()
    const { checkOut } = site.site
    site.site.checkOut = (...call) => {
      const answer = checkOut(...call)
      for (const subscription of site.payPal.subscriptions.values())
        Object.assign(subscription, change)
      return answer
    }
    const { output, outcomes } = await site.run()
    expect(output).toContain(message)
    expect(outcomes.get('try-out')).toBe('failed')
  })

  it.each([
    ['setup is killed', 'kill'],
    ['the response is lost', 'lose-answer'],
  ] as const)('is started only once, even if %s at any write', async (_, kind) => {
    const complete = await createTestSite()
    await complete.run()
    const { writes } = complete.log
    const first = writes.findIndex((write) => write.includes('join-newsletter'))
    for (let write = first + 1; write <= writes.length; write++) {
      const site: Site = await createTestSite()
      site.log.fault = { kind, write }
      await site.run()
      site.log.fault = null
      site.log.isKilled = false
      expect((await site.run()).outcomes.get('try-out')).toBe('done')
      expect(site.payPal.subscriptions.size).toBe(1)
    }
  })
})
