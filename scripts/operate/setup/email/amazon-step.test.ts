import { describe, expect, it } from 'vitest'
import type { Step } from '../run/step.ts'
import { createEmailSite, emailSteps, listRecords, testRefusals } from '../testing/email-site.ts'
import { amazonKeyOfTest, createAmazonState, startFakeAmazon } from '../testing/fake-amazon.ts'
import type { WriteLog } from '../testing/fake-service.ts'
import { describeStepRules } from '../testing/step-rules.ts'
import { inspectAmazonEvents } from './amazon-step.ts'

/** Runs after the deploy on a real site. */
const eventsStep: Step = {
  name: 'events',
  title: 'events',
  needs: ['email'],
  inspect: inspectAmazonEvents,
}
const steps = [...emailSteps, eventsStep]

async function createSite(settings: Readonly<Record<string, string>> = {}, sesUrl?: string) {
  const amazon = createAmazonState()
  const start = async (log: WriteLog) => {
    const url = await startFakeAmazon(amazon, log)
    return { SES_API_BASE_URL: sesUrl ?? url, SNS_API_BASE_URL: url, IAM_API_BASE_URL: url }
  }
  const answers = { 'The access key': [amazonKeyOfTest] }
  const site = await createEmailSite('ses', start, { steps, settings, answers })
  const { records } = site.cloudflare
  amazon.hasRecords = (domain) =>
    records.filter(({ name }) => name.endsWith(`._domainkey.${domain}`)).length === 3 &&
    records.some(({ name, type }) => name === `bounces.${domain}` && type === 'MX')
  return { ...site, amazon }
}

describeStepRules(
  'Amazon SES',
  steps,
  () => createSite(),
  ({ amazon, ...site }) => ({
    review: amazon.review,
    identities: [...amazon.identities],
    topics: [...amazon.topics].map(([arn, attributes]) => [arn, [...attributes]]),
    sets: [...amazon.sets],
    users: [...amazon.users].map(([name, { policy, keys }]) => [name, policy, keys.length]),
    subscriptions: amazon.subscriptions,
    records: listRecords(site),
  }),
  // A key whose response was lost is deleted and created again.
  { repeats: true },
)

describe('the setup of Amazon SES', () => {
  it('gives the Worker a key that can only send, and the topic of its events', async () => {
    const site = await createSite()
    await site.run()
    const { settings, secrets } = site.openContext()
    expect(settings.all()).toMatchObject({
      MAIL_PROVIDER: 'ses',
      MAIL_STREAM: 'verandah-account',
      WEEKLY_MAIL_PROVIDER: 'ses',
      WEEKLY_MAIL_STREAM: 'verandah-weekly',
    })
    const [user] = site.amazon.users.values()
    expect(secrets.get('MAIL_KEY')).toMatch(`${user!.keys[0]}:createdSecretOfTest1000:eu-west-1`)
    expect(secrets.get('WEEKLY_MAIL_KEY')).toBe(secrets.get('MAIL_KEY'))
    expect(JSON.parse(user!.policy!).Statement[0].Action).toEqual([
      'ses:SendEmail',
      'ses:SendBulkEmail',
    ])
    const topic = 'arn:aws:sns:eu-west-1:123456789012:verandah-mail'
    expect(secrets.get('WEEKLY_MAIL_EVENTS')).toBe(topic)
    expect(site.amazon.topics.get(topic)?.get('SignatureVersion')).toBe('2')
    expect(site.amazon.subscriptions).toEqual([
      { topic, endpoint: 'https://verandah.news/api/webhooks/mail/ses', isConfirmed: true },
    ])
  })

  it('replaces another service, and requires its emails to arrive again', async () => {
    const before = { MAIL_PROVIDER: 'postmark', MAIL_STREAM: 'letters', EMAIL_ARRIVED: 'yes' }
    const site = await createSite(before)
    await site.run()
    const stored = site.openContext().settings.all()
    expect(stored).toMatchObject({ MAIL_PROVIDER: 'ses', MAIL_STREAM: 'verandah-account' })
    expect(stored).not.toHaveProperty('EMAIL_ARRIVED')
  })

  it('keeps an existing topic, a destination’s events and the address of bounces', async () => {
    const site = await createSite()
    const topic = 'arn:aws:sns:eu-west-1:123456789012:verandah-mail'
    site.amazon.topics.set(topic, new Map([['Policy', 'theirs']]))
    site.amazon.identities.set('verandah.news', { from: 'bounces.verandah.news' })
    const theirs = {
      Enabled: true,
      MatchingEventTypes: ['OPEN'],
      SnsDestination: { TopicArn: topic },
    }
    const destination = { EventDestinationName: 'theirs', EventDestination: theirs }
    site.amazon.sets.set('verandah-account', [destination])
    await site.run()
    expect([...site.amazon.topics.get(topic)!]).toEqual([
      ['Policy', 'theirs'],
      ['SignatureVersion', '2'],
    ])
    const [kept, ...others] = site.amazon.sets.get('verandah-account')!
    expect(kept!.EventDestination.MatchingEventTypes).toEqual(
      expect.arrayContaining(['OPEN', 'BOUNCE', 'COMPLAINT']),
    )
    expect(others).toEqual([])
  })

  testRefusals(createSite, [
    ['a refused key', ({ amazon }) => (amazon.secret = 'another'), 'Amazon refuses the key (iam'],
    ['a missing policy', ({ amazon }) => amazon.refused.add('sns'), 'AccessDenied in words.'],
    [
      'a review',
      ({ amazon }) => (amazon.reviewEnds = 'PENDING'),
      'Amazon is reviewing the account',
    ],
    ['a refusal', ({ amazon }) => (amazon.reviewEnds = 'DENIED'), 'Amazon has denied'],
    [
      'records that Amazon doesn’t see',
      ({ amazon }) => (amazon.hasRecords = () => false),
      'the service doesn’t show the change yet',
    ],
    [
      'a full user',
      ({ amazon }) =>
        amazon.users.set('verandah-mail', { policy: '', keys: ['AKIAONE', 'AKIATWO'] }),
      'LimitExceeded in words.',
    ],
  ])

  it('restores the policy that only allows sending, and sends from the region of setup’s key', async () => {
    const site = await createSite()
    await site.run()
    const [user] = site.amazon.users.values()
    const { policy } = user!
    user!.policy = policy!.replace('ses:SendEmail', '*')
    site.setSecret('MAIL_KEY', `${user!.keys[0]}:createdSecretOfTest1000:us-east-1`)
    await site.run()
    expect(user!.policy).toBe(policy)
    expect(site.openContext().secrets.get('MAIL_KEY')).toMatch(/:eu-west-1$/)
  })

  it('deletes no key that was created after Amazon has refused one', async () => {
    const site = await createSite()
    const keys = ['AKIAONE', 'AKIATWO']
    site.amazon.users.set('verandah-mail', { policy: null, keys })
    await site.run()
    keys.splice(0, 2, 'AKIATHEIRS')
    await site.run()
    expect(keys).toEqual(['AKIATHEIRS', 'AKIACREATED000001'])
  })

  it('asks for the key again if Amazon has no such region', async () => {
    const site = await createSite({}, 'http://127.0.0.1:1')
    const { output } = await site.run()
    expect(output).toContain('eu-west-1 isn’t responding: type the key again')
  })

  it('names a subscription that the site doesn’t confirm', async () => {
    const site = await createSite()
    site.amazon.confirms = false
    const { outcomes } = await site.run()
    expect(outcomes.get('events')).toBe('failed')
    site.amazon.confirms = true
    expect((await site.run()).outcomes.get('events')).toBe('done')
  })
})
