import { describe, expect, it } from 'vitest'
import { applyEnvironment, readBaseConfiguration } from '../../../build/deploy-environment.ts'
import { cloudflareAccountStep } from '../cloudflare/account-step.ts'
import type { Step } from '../run/step.ts'
import { type CloudflareState, createCloudflareState } from '../testing/cloudflare-state.ts'
import { startFakeCloudflare } from '../testing/fake-cloudflare.ts'
import { createWriteLog } from '../testing/fake-service.ts'
import { createStepSite, describeStepRules } from '../testing/step-rules.ts'
import { emailAccountStep, emailStep } from './email-steps.ts'

const steps: readonly Step[] = [cloudflareAccountStep, emailAccountStep, emailStep]

async function createSite() {
  const log = createWriteLog()
  const cloudflare = createCloudflareState()
  const site = createStepSite({
    steps,
    log,
    variables: { CLOUDFLARE_API_BASE_URL: await startFakeCloudflare(cloudflare, log) },
    settings: { EMAIL_SERVICE: 'cloudflare', CLOUDFLARE_ACCOUNT_ID: 'account-1' },
    secrets: { CLOUDFLARE_API_TOKEN: 'cloudflare-token-of-test' },
  })
  return { ...site, cloudflare }
}

describeStepRules(
  'Cloudflare email',
  steps,
  createSite,
  ({ cloudflare }) => ({
    senders: cloudflare.senders,
    records: cloudflare.records.map(({ type, name, content }) => `${type} ${name} ${content}`),
  }),
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

  it.each<[string, (state: CloudflareState) => void, string]>([
    ['a refusal', (state) => (state.hasEmail = false), 'Email Sending isn’t part of your plan.'],
    [
      'records that Cloudflare doesn’t see',
      (state) => (state.seesRecords = false),
      'the service doesn’t show the change yet',
    ],
    [
      'a record of somebody else',
      (state) =>
        state.records.push({
          ...{ id: 'theirs', type: 'CNAME', name: 'cf-bounce.verandah.news' },
          content: 'elsewhere.example',
        }),
      'has another value: CNAME elsewhere.example',
    ],
  ])('names %s, and stores no sender', async (_, change, message) => {
    const site = await createSite()
    change(site.cloudflare)
    const { output } = await site.run()
    expect(output).toContain(message)
    expect(site.openContext().settings.get('MAIL_FROM')).toBeUndefined()
  })

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
