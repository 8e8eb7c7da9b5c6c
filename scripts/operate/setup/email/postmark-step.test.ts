import { describe, expect, it } from 'vitest'
import { createEmailSite, emailSteps, listRecords, testRefusals } from '../testing/email-site.ts'
import { createPostmarkState, startFakePostmark } from '../testing/fake-postmark.ts'
import type { WriteLog } from '../testing/fake-service.ts'
import { describeStepRules } from '../testing/step-rules.ts'
import { findPostmarkDelivery } from './find-delivery.ts'

async function createSite() {
  const postmark = createPostmarkState()
  const start = async (log: WriteLog) => ({
    POSTMARK_API_BASE_URL: await startFakePostmark(postmark, log),
  })
  const answers = { 'Postmark’s account token': ['postmark-token-of-test'] }
  return { ...(await createEmailSite('postmark', start, { answers })), postmark }
}

describeStepRules('Postmark', emailSteps, createSite, ({ postmark, ...site }) => ({
  servers: postmark.servers,
  domains: postmark.domains.map(({ Name, hasKey, hasReturnPath }) => [Name, hasKey, hasReturnPath]),
  streams: postmark.streams,
  webhooks: postmark.webhooks.map(({ MessageStream, Triggers }) => [MessageStream, Triggers]),
  records: listRecords(site),
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

  testRefusals(createSite, [
    ['a refused token', (site) => (site.postmark.token = 'another'), 'Postmark refuses the token'],
    ['an account that isn’t approved', (site) => (site.postmark.refusal = 412), '412 in words.'],
  ])
})
