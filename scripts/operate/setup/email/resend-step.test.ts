import { describe, expect, it } from 'vitest'
import { planRecords } from '../cloudflare/dns-records.ts'
import { createEmailSite, emailSteps, listRecords, testRefusals } from '../testing/email-site.ts'
import { createResendState, startFakeResend } from '../testing/fake-resend.ts'
import type { WriteLog } from '../testing/fake-service.ts'
import { describeStepRules } from '../testing/step-rules.ts'
import { completeName } from './resend-step.ts'

async function createSite() {
  const resend = createResendState()
  const start = async (log: WriteLog) => ({
    RESEND_API_BASE_URL: await startFakeResend(resend, log),
  })
  const site = await createEmailSite('resend', start, {
    settings: { DATABASE_LOCATION: 'europe-west1' },
    answers: { 'Resend’s key': ['resend-key-of-test'] },
  })
  const { records } = site.cloudflare
  resend.hasRecords = (domain) =>
    records.some(({ name }) => name === `resend._domainkey.${domain}`) &&
    records.some(({ name, type }) => name === `send.${domain}` && type === 'MX')
  return { ...site, resend }
}

describeStepRules(
  'Resend',
  emailSteps,
  createSite,
  ({ resend, ...site }) => ({
    domains: resend.domains.map(({ name, region, status }) => ({ name, region, status })),
    keys: resend.keys
      .map(({ name, permission, domain }) => [name, permission, domain].join())
      .sort(),
    webhooks: resend.webhooks.map(({ endpoint, events }) => ({ endpoint, events })),
    records: listRecords(site),
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

  it('lists a record of a domain elsewhere until the domain is verified', async () => {
    const context = (await createSite()).openContext()
    const name = 'send.verandah.example'
    const record = { type: 'MX', name, content: 'mx.resend.example', priority: 20 } as const
    expect(await planRecords(context, [record], false)).toMatchObject([
      { status: 'person', message: expect.stringContaining('mx.resend.example, priority 20') },
    ])
    expect(await planRecords(context, [record], true)).toEqual([])
  })

  testRefusals(createSite, [
    ['a key that only sends', (site) => (site.resend.key = 'another'), 'Resend refuses the key'],
    [
      'a refusal',
      (site) => (site.resend.refusal = 'validation_error'),
      'validation_error in words.',
    ],
    [
      'records that Resend doesn’t see',
      (site) => (site.resend.hasRecords = () => false),
      'the service doesn’t show the change yet',
    ],
  ])
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
