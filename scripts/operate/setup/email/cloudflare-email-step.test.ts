import { describe, expect, it } from 'vitest'
import { applyEnvironment, readBaseConfiguration } from '../../../build/deploy-environment.ts'
import { cloudflareAccountStep } from '../cloudflare/account-step.ts'
import { createEmailSite, emailSteps, listRecords, testRefusals } from '../testing/email-site.ts'
import { describeStepRules } from '../testing/step-rules.ts'

const steps = [cloudflareAccountStep, ...emailSteps]
const createSite = () => createEmailSite('cloudflare', async () => ({}), { steps })

describeStepRules(
  'Cloudflare email',
  steps,
  createSite,
  (site) => ({ senders: site.cloudflare.senders, records: listRecords(site) }),
  // Turning a domain on is repeated.
  { repeats: true },
)

describe('the setup of Cloudflare email', () => {
  it('sends emails about accounts by the Worker’s binding, and says that The Weekly isn’t sent', async () => {
    const site = await createSite()
    const { output } = await site.run()
    expect(output).toContain('The Weekly: isn’t sent')
    const settings = site.openContext().settings.all()
    expect(settings).toMatchObject({
      MAIL_PROVIDER: 'cloudflare',
      MAIL_FROM: 'The Verandah <subscriptions@verandah.news>',
    })
    expect(settings).not.toHaveProperty('WEEKLY_MAIL_PROVIDER')
    const base = readBaseConfiguration()
    expect(applyEnvironment(base, base, 'live', settings).send_email).toEqual([{ name: 'EMAIL' }])
  })

  testRefusals(createSite, [
    [
      'a refusal',
      ({ cloudflare }) => (cloudflare.hasEmail = false),
      'Email Sending isn’t part of your plan.',
    ],
    [
      'records that Cloudflare doesn’t see',
      ({ cloudflare }) => (cloudflare.seesRecords = false),
      'the service doesn’t show the change yet',
    ],
    [
      'a record of somebody else',
      ({ cloudflare }) =>
        cloudflare.records.push({
          ...{ id: 'theirs', type: 'CNAME', name: 'cf-bounce.verandah.news' },
          content: 'elsewhere.example',
        }),
      'has another value: CNAME elsewhere.example',
    ],
  ])

  it('adds all mail servers, and the permission to the token’s link', async () => {
    const site = await createSite()
    await site.run()
    expect(site.cloudflare.records.map(({ type, name }) => `${type} ${name}`)).toEqual([
      'MX cf-bounce.verandah.news',
      'MX cf-bounce.verandah.news',
      'TXT cf-bounce.verandah.news',
      'TXT cf-bounce._domainkey.verandah.news',
      'TXT _dmarc.verandah.news',
    ])
    site.cloudflare.refused.add('/zones/zone-1/email/sending/subdomains')
    const { output } = await site.run()
    expect(output).toContain('Email Sending: edit')
    expect(output).toContain('email_sending')
  })
})
