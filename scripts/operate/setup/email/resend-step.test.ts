import { describe, expect, it } from 'vitest'
import type { Step } from '../run/step.ts'
import { createCloudflareState } from '../testing/cloudflare-state.ts'
import { startFakeCloudflare } from '../testing/fake-cloudflare.ts'
import { createResendState, type ResendState, startFakeResend } from '../testing/fake-resend.ts'
import { createWriteLog } from '../testing/fake-service.ts'
import { createStepSite, describeStepRules } from '../testing/step-rules.ts'
import { emailAccountStep, emailStep } from './email-steps.ts'
import { completeName } from './resend-step.ts'

const steps: readonly Step[] = [emailAccountStep, emailStep]

async function createSite() {
  const log = createWriteLog()
  const resend = createResendState()
  const cloudflare = createCloudflareState()
  resend.hasRecords = (domain) =>
    cloudflare.records.some(({ name }) => name === `resend._domainkey.${domain}`) &&
    cloudflare.records.some(({ name, type }) => name === `send.${domain}` && type === 'MX')
  const site = createStepSite({
    steps,
    log,
    variables: {
      RESEND_API_BASE_URL: await startFakeResend(resend, log),
      CLOUDFLARE_API_BASE_URL: await startFakeCloudflare(cloudflare, log),
    },
    settings: {
      EMAIL_SERVICE: 'resend',
      CLOUDFLARE_ACCOUNT_ID: 'account-1',
      DATABASE_LOCATION: 'europe-west1',
    },
    secrets: { CLOUDFLARE_API_TOKEN: 'cloudflare-token-of-test' },
    answers: { 'Resend’s key': ['resend-key-of-test'] },
  })
  return { ...site, resend, cloudflare }
}

describeStepRules(
  'Resend',
  steps,
  createSite,
  ({ resend, cloudflare }) => ({
    domains: resend.domains.map(({ name, region, status }) => ({ name, region, status })),
    keys: resend.keys
      .map(({ name, permission, domain }) => [name, permission, domain].join())
      .sort(),
    webhooks: resend.webhooks.map(({ endpoint, events }) => ({ endpoint, events })),
    records: cloudflare.records
      .map(({ type, name, content }) => `${type} ${name} ${content}`)
      .sort(),
  }),
  // A key whose response was lost is deleted and created again.
  { repeats: true },
)

describe('the setup of Resend', () => {
  it('stores all of the Worker’s values together, each sender with a separate key', async () => {
    const site = await createSite()
    await site.run()
    const { settings, secrets } = site.openContext()
    expect(settings.all()).toMatchObject({
      MAIL_PROVIDER: 'resend',
      MAIL_FROM: 'The Verandah <subscriptions@verandah.news>',
      WEEKLY_MAIL_PROVIDER: 'resend',
      WEEKLY_MAIL_FROM: 'The Weekly <weekly@weekly.verandah.news>',
    })
    expect(secrets.get('MAIL_KEY')).not.toBe(secrets.get('WEEKLY_MAIL_KEY'))
    expect(secrets.get('WEEKLY_MAIL_EVENTS')).toBe('whsec_of-test-of-resend')
    expect(site.resend.keys.map(({ domain, permission }) => [domain, permission])).toEqual([
      ['verandah.news', 'sending_access'],
      ['weekly.verandah.news', 'sending_access'],
    ])
    expect(site.cloudflare.records.map(({ type, name }) => `${type} ${name}`)).toEqual([
      'MX send.verandah.news',
      'TXT send.verandah.news',
      'TXT resend._domainkey.verandah.news',
      'TXT _dmarc.verandah.news',
      'MX send.weekly.verandah.news',
      'TXT send.weekly.verandah.news',
      'TXT resend._domainkey.weekly.verandah.news',
      'TXT _dmarc.weekly.verandah.news',
    ])
  })

  it('adds events to an existing webhook, and keeps the webhook’s other events', async () => {
    const site = await createSite()
    site.resend.webhooks.push({
      id: 'w',
      endpoint: 'https://verandah.news/api/webhooks/mail/resend',
      events: ['email.opened', 'email.bounced'],
      status: 'disabled',
    })
    await site.run()
    expect(site.resend.webhooks).toHaveLength(1)
    expect(site.resend.webhooks[0]).toMatchObject({ status: 'enabled' })
    expect(site.resend.webhooks[0]!.events).toContain('email.opened')
    expect(site.resend.webhooks[0]!.events).toHaveLength(6)
  })

  it.each<[string, (state: ResendState) => void, string]>([
    ['a key that only sends', (state) => (state.key = 'another'), 'Resend refuses the key'],
    ['a refusal', (state) => (state.refusal = 'validation_error'), 'validation_error in words.'],
    [
      'records that Resend doesn’t see',
      (state) => (state.hasRecords = () => false),
      'the service doesn’t show the change yet',
    ],
  ])('names %s, and stores no sender', async (_, change, message) => {
    const site = await createSite()
    change(site.resend)
    const { output } = await site.run()
    expect(output).toContain(message)
    const { settings, secrets } = site.openContext()
    expect(settings.get('MAIL_FROM')).toBeUndefined()
    expect(secrets.get('MAIL_KEY')).toBeUndefined()
  })
})

it.each([
  ['send', 'verandah.news', 'send.verandah.news'],
  ['send.weekly', 'weekly.verandah.news', 'send.weekly.verandah.news'],
  ['send', 'weekly.verandah.news', 'send.weekly.verandah.news'],
  ['resend._domainkey.a.b', 'a.b.verandah.news', 'resend._domainkey.a.b.verandah.news'],
  ['send.weekly.verandah.news', 'weekly.verandah.news', 'send.weekly.verandah.news'],
  ['@', 'verandah.news', 'verandah.news'],
])('the record “%s” of %s is at %s', (name, domain, expected) => {
  expect(completeName(name, domain)).toBe(expected)
})
