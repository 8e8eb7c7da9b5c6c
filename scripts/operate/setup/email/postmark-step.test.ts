import { describe, expect, it } from 'vitest'
import type { Step } from '../run/step.ts'
import { createCloudflareState } from '../testing/cloudflare-state.ts'
import { startFakeCloudflare } from '../testing/fake-cloudflare.ts'
import {
  createPostmarkState,
  type PostmarkState,
  startFakePostmark,
} from '../testing/fake-postmark.ts'
import { createWriteLog } from '../testing/fake-service.ts'
import { createStepSite, describeStepRules } from '../testing/step-rules.ts'
import { emailAccountStep, emailStep } from './email-steps.ts'
import { findPostmarkDelivery } from './find-delivery.ts'

const steps: readonly Step[] = [emailAccountStep, emailStep]

async function createSite() {
  const log = createWriteLog()
  const postmark = createPostmarkState()
  const cloudflare = createCloudflareState()
  const site = createStepSite({
    steps,
    log,
    variables: {
      POSTMARK_API_BASE_URL: await startFakePostmark(postmark, log),
      CLOUDFLARE_API_BASE_URL: await startFakeCloudflare(cloudflare, log),
    },
    settings: { EMAIL_SERVICE: 'postmark', CLOUDFLARE_ACCOUNT_ID: 'account-1' },
    secrets: { CLOUDFLARE_API_TOKEN: 'cloudflare-token-of-test' },
    answers: { 'Postmark’s account token': ['postmark-token-of-test'] },
  })
  return { ...site, postmark, cloudflare }
}

describeStepRules('Postmark', steps, createSite, ({ postmark, cloudflare }) => ({
  servers: postmark.servers,
  domains: postmark.domains.map(({ Name, hasKey, hasReturnPath }) => [Name, hasKey, hasReturnPath]),
  streams: postmark.streams,
  webhooks: postmark.webhooks.map(({ MessageStream, Triggers }) => [MessageStream, Triggers]),
  records: cloudflare.records.map(({ type, name, content }) => `${type} ${name} ${content}`).sort(),
}))

describe('the setup of Postmark', () => {
  it('stores all of the Worker’s values together, and the secret at the end of both webhooks', async () => {
    const site = await createSite()
    await site.run()
    const { settings, secrets } = site.openContext()
    expect(settings.get('MAIL_PROVIDER')).toBe('postmark')
    expect(secrets.get('WEEKLY_MAIL_KEY')).toBe('postmark-server-token-of-test')
    const secret = secrets.get('WEEKLY_MAIL_EVENTS')
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(site.postmark.webhooks.map(({ Url, MessageStream }) => [MessageStream, Url])).toEqual([
      ['outbound', `https://verandah.news/api/webhooks/mail/postmark/${secret}`],
      ['broadcast', `https://verandah.news/api/webhooks/mail/postmark/${secret}`],
    ])
  })

  it.each([
    [[], 'on its way'],
    [['Sent', 'Delivered'], 'delivered'],
    [['Bounced'], 'refused'],
  ])('finds out from the events %j that an email is %s', async (events, delivery) => {
    const site = await createSite()
    await site.run()
    const add = (ReceivedAt: string, types: string[]) =>
      site.postmark.messages.push({
        ...{ MessageID: ReceivedAt, To: 'asha@verandah.news', ReceivedAt },
        events: types,
      })
    add('2026-11-29T12:00:00.0000000-05:00', ['Delivered'])
    add('2026-11-30T12:00:00.0000000-05:00', events)
    const since = new Date('2026-11-30T16:59:30Z')
    const found = await findPostmarkDelivery(site.openContext(), 'asha@verandah.news', since)
    expect(found).toBe(delivery)
  })

  it.each<[string, (state: PostmarkState) => void, string]>([
    ['a refused token', (state) => (state.token = 'another'), 'Postmark refuses the token'],
    ['an account that isn’t approved', (state) => (state.refusal = 412), '412 in words.'],
  ])('names %s, and stores no sender', async (_, change, message) => {
    const site = await createSite()
    change(site.postmark)
    const { output } = await site.run()
    expect(output).toContain(message)
    expect(site.openContext().settings.get('MAIL_FROM')).toBeUndefined()
  })
})
