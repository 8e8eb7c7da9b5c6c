import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCertificate } from '../../../../scripts/dev/fakes/certificate.ts'
import type { AcceptedEmail, MailProvider } from '../../../../scripts/dev/fakes/mail/mail-store.ts'
import {
  createEvent,
  eventSecrets,
  type SignedEvent,
} from '../../../../scripts/dev/fakes/mail/provider-events.ts'
import { isSameSecret } from '../../http/is-same-secret.ts'
import { parsePostmarkEvent } from './postmark-events.ts'
import { parseResendEvent, verifySvix } from './resend-events.ts'
import {
  createSnsVerifier,
  failedCertificates,
  isCertificateAddress,
  isSnsAddress,
  parseSesEvent,
  parseSnsMessage,
  type SnsMessage,
} from './ses-events.ts'

const now = new Date()
const network = '192.0.2'
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const { key, cert } = createCertificate()
const certificateUrl = 'http://127.0.0.1:1/certificate.pem'
const kinds = ['delivered', 'softBounce', 'hardBounce', 'complaint'] as const

const email = (provider: MailProvider): AcceptedEmail => ({
  provider,
  id: 'one',
  acceptedAt: now.toISOString(),
  from: 'weekly@example.com',
  to: 'reader@example.com',
  subject: 'Rain',
  html: '',
  text: '',
  headers: {},
  tags: { issue: '2026-11-29', chunk: '0-guest-0', position: '7' },
})
const sign = (provider: MailProvider, kind: (typeof kinds)[number] = 'hardBounce') =>
  createEvent(email(provider), kind, now, { key, certificateUrl })

const parsers: Readonly<Record<MailProvider, (body: string) => unknown>> = {
  resend: (body) => parseResendEvent(JSON.parse(body)),
  postmark: (body) => parsePostmarkEvent(JSON.parse(body)),
  ses: (body) => parseSesEvent(parseSnsMessage(JSON.parse(body))!.Message),
}

describe.each(['resend', 'postmark', 'ses'] as const)('an event from %s', (provider) => {
  it.each(kinds)('is read: %s', (kind) => {
    const source = { issue: '2026-11-29', chunk: '0-guest-0', position: 7 }
    expect(parsers[provider](sign(provider, kind).body)).toEqual({
      ok: true,
      value: [{ kind, at: now, email: 'reader@example.com', source }],
    })
  })
})

it('a mailbox provider’s block of a sender is read only as a soft bounce', () => {
  const bounce = { RecordType: 'Bounce', Email: 'a@b.co', BouncedAt: now }
  const blocked = parsePostmarkEvent({ ...bounce, Type: 'Blocked' })
  expect(blocked).toMatchObject({ value: [{ kind: 'softBounce' }] })
})

describe('an email that was accepted and isn’t sent', () => {
  const { to, tags } = email('ses')
  const timestamp = now.toISOString()
  const source = { issue: '2026-11-29', chunk: '0-guest-0', position: 7 }
  const failed = { ok: true, value: [{ kind: 'failed', at: now, email: to, source }] }

  it.each(['email.failed', 'email.suppressed'])('is reported by Resend: %s', (type) => {
    const event = { type, created_at: timestamp, data: { to: [to], tags } }
    expect(parseResendEvent(event)).toEqual(failed)
  })

  it.each([
    ['Reject', { reject: { reason: 'Bad content' } }],
    ['Rendering Failure', { failure: { templateName: 'one', errorMessage: 'missing' } }],
  ])('is reported by Amazon SES: %s', (eventType, details) => {
    const lists = Object.entries(tags).map(([name, value]) => [name, [value]])
    const mail = { timestamp, destination: [to], tags: Object.fromEntries(lists) }
    expect(parseSesEvent(JSON.stringify({ eventType, mail, ...details }))).toEqual(failed)
  })
})

const somebodyElse = [{ emailAddress: 'somebody-else@example.com' }]
it.each([
  ['hardBounce', 'Bounce', { bounceType: 'Permanent', bouncedRecipients: somebodyElse }],
  ['complaint', 'Complaint', { complainedRecipients: somebodyElse }],
])(
  'a %s is read as being about the address we sent to, whatever the receiving server says',
  (kind, eventType, named) => {
    const mail = { timestamp: now, destination: ['reader@example.com'] }
    const event = { eventType, mail, [eventType.toLowerCase()]: { timestamp: now, ...named } }
    expect(parseSesEvent(JSON.stringify(event))).toMatchObject({
      value: [{ kind, email: 'reader@example.com' }],
    })
  },
)

describe('other events', () => {
  it('are accepted and ignored', () => {
    const ignored = { ok: true, value: [] }
    const opened = { type: 'email.opened', created_at: now.toISOString(), data: { to: ['a@b.co'] } }
    expect(parseResendEvent(opened)).toEqual(ignored)
    expect(parsePostmarkEvent({ RecordType: 'Open', Recipient: 'a@b.co' })).toEqual(ignored)
    const bounced = { RecordType: 'Bounce', Type: 'AutoResponder', Email: 'a@b.co', BouncedAt: now }
    expect(parsePostmarkEvent(bounced)).toEqual(ignored)
    expect(parseSesEvent(JSON.stringify({ eventType: 'Open', mail: { timestamp: now } }))).toEqual(
      ignored,
    )
  })

  it.each([
    ['account', 'belong to an account', 'account'],
    ['address', 'belong to an account', 'account'],
    ['newsletter', 'have no source', null],
    ['something', 'have no source', null],
  ])('with the topic “%s” %s', (topic, _, source) => {
    for (const provider of ['resend', 'postmark', 'ses'] as const) {
      const tagged = { ...email(provider), tags: { topic } }
      const { body } = createEvent(tagged, 'hardBounce', now, { key, certificateUrl })
      expect(parsers[provider](body)).toMatchObject({ value: [{ source }] })
    }
  })

  it('belong to no issue without tags', () => {
    const { body } = createEvent({ ...email('postmark'), tags: {} }, 'complaint', now, {
      key,
      certificateUrl,
    })
    expect(parsePostmarkEvent(JSON.parse(body))).toMatchObject({ value: [{ source: null }] })
  })

  it('fail if they are malformed', () => {
    fc.assert(
      fc.property(fc.anything(), (body) => {
        const results = [parseResendEvent(body), parsePostmarkEvent(body)]
        for (const result of results) expect(result.ok ? result.value : []).toEqual([])
      }),
    )
    expect(parseResendEvent({ type: 'email.bounced' }).ok).toBe(false)
    expect(parsePostmarkEvent({ RecordType: 'Bounce' }).ok).toBe(false)
    expect(parseSesEvent('no json').ok).toBe(false)
    expect(parseSnsMessage({})).toBeNull()
  })
})

describe('a Svix signature', () => {
  const { headers, body } = sign('resend')
  const verify = (changes: Partial<SignedEvent> = {}, at = now, secret = eventSecrets.resend) =>
    verifySvix(new Headers({ ...headers, ...changes.headers }), changes.body ?? body, secret, at)

  it('is accepted for five minutes, even beside other signatures', async () => {
    expect(await verify()).toBeNull()
    expect(await verify({}, later(299))).toBeNull()
    expect(await verify({}, later(302))).toBe('stale')
    expect(await verify({}, later(-302))).toBe('stale')
    const several = `v1,${'A'.repeat(43)}= v2,x ${headers['svix-signature']}`
    expect(await verify({ headers: { 'svix-signature': several } })).toBeNull()
  })

  it.each<[string, Partial<SignedEvent>]>([
    ['another body', { body: `${body} ` }],
    ['another id', { headers: { 'svix-id': 'msg_2' } }],
    ['another time', { headers: { 'svix-timestamp': '1' } }],
    ['none', { headers: { 'svix-signature': '' } }],
    [
      'another version',
      { headers: { 'svix-signature': headers['svix-signature']!.replace('v1', 'v2') } },
    ],
  ])('is refused with %s', async (_, changes) => {
    expect(await verify(changes)).toBe('forged')
  })

  it('is refused with another secret', async () => {
    const other = `whsec_${Buffer.from('another secret altogether').toString('base64')}`
    expect(await verify({}, now, other as typeof eventSecrets.resend)).toBe('forged')
  })
})

describe('an SNS signature', () => {
  const message = parseSnsMessage(JSON.parse(sign('ses').body))!
  const createVerifier = (text: string | null = cert) =>
    createSnsVerifier({
      topic: eventSecrets.ses,
      fakeOrigin: 'http://127.0.0.1:1',
      fetchText: async () => text,
    })

  it('is accepted for two hours', async () => {
    expect(await createVerifier()(message, network, now)).toBeNull()
    expect(await createVerifier()(message, network, later(7199))).toBeNull()
    expect(await createVerifier()(message, network, later(7201))).toBe('stale')
  })

  it.each<[string, Partial<SnsMessage>]>([
    ['another message', { Message: '{}' }],
    ['another topic', { TopicArn: 'arn:aws:sns:local-1:111111111111:weekly' }],
    ['version 1', { SignatureVersion: '1' }],
    ['another time', { Timestamp: '2026-01-01T00:00:00.000Z' }],
    ['a certificate of another host', { SigningCertURL: 'http://127.0.0.2:1/certificate.pem' }],
    ['a signature of something else', { Signature: 'AAAA' }],
  ])('is refused with %s', async (_, changes) => {
    expect(await createVerifier()({ ...message, ...changes }, network, now)).toBe('forged')
  })

  it('can’t be verified without the certificate', async () => {
    expect(await createVerifier(null)(message, network, now)).toBe('unavailable')
    expect(await createVerifier('no certificate')(message, network, now)).toBe('forged')
  })

  describe('with a certificate that doesn’t exist', () => {
    const address = (name: number) => `http://127.0.0.1:1/${name}.pem`

    function createFailing() {
      const fetched: string[] = []
      let isUp = false
      const verify = createSnsVerifier({
        topic: eventSecrets.ses,
        fakeOrigin: 'http://127.0.0.1:1',
        async fetchText(url) {
          fetched.push(url)
          return isUp ? cert : null
        },
      })
      const send = (name: number, at = now, from = network) =>
        verify({ ...message, SigningCertURL: address(name) }, from, at)
      const bringUp = () => {
        isUp = true
      }
      return { fetched, send, bringUp }
    }

    it('causes one request in ten minutes, however many messages name the certificate', async () => {
      const { fetched, send, bringUp } = createFailing()
      await Promise.all([send(1), send(1), send(1)])
      expect(await send(1)).toBe('unavailable')
      expect(fetched).toEqual([address(1)])
      bringUp()
      expect(await send(1, later(599))).toBe('unavailable')
      expect(await send(1, later(600))).toBeNull()
      expect(await send(1, later(601))).toBeNull()
      expect(fetched).toHaveLength(2)
    })

    it('causes only a limited number of requests for other certificates, from one network and from many', async () => {
      const { fetched, send, bringUp } = createFailing()
      const { perNetwork, count } = failedCertificates
      await Promise.all(Array.from({ length: 50 }, (_, name) => send(name)))
      expect(fetched).toHaveLength(perNetwork)
      for (let name = 50; name < 2 * count; name++) await send(name, now, `network ${name}`)
      expect(fetched).toHaveLength(count)
      bringUp()
      expect(await send(2 * count, later(600))).toBeNull()
    })
  })

  const certificate = `/SimpleNotificationService-${'0a'.repeat(16)}.pem`
  it.each([
    [`https://sns.eu-west-1.amazonaws.com${certificate}`, true],
    [`http://sns.eu-west-1.amazonaws.com${certificate}`, false],
    [`https://sns.eu-west-1.amazonaws.com.evil.example${certificate}`, false],
    [`https://evil.example/sns.eu-west-1.amazonaws.com${certificate}`, false],
    [`https://sns.eu-west-1.amazonaws.com:444${certificate}`, false],
    [`https://user@sns.eu-west-1.amazonaws.com${certificate}`, false],
    [`https://s3.eu-west-1.amazonaws.com${certificate}`, false],
    // The host is an S3 bucket named sns.
    [`https://sns.s3-eu-west-1.amazonaws.com${certificate}`, false],
    [`https://sns.us-east-1.amazonaws.com${certificate}`, false],
    [`https://sns.eu-west-1.amazonaws.com/?Action=GetEndpointAttributes&x=${certificate}`, false],
    [`https://sns.eu-west-1.amazonaws.com${certificate}?x`, false],
    ['https://sns.eu-west-1.amazonaws.com/a.pem', false],
  ])('has a certificate at %s: %s', (address, expected) => {
    const topic = 'arn:aws:sns:eu-west-1:000000000000:weekly'
    expect(isCertificateAddress(address, { topic, fakeOrigin: null })).toBe(expected)
  })

  it('can have a certificate at Amazon’s addresses in China', () => {
    const place = { topic: 'arn:aws-cn:sns:cn-north-1:000000000000:weekly', fakeOrigin: null }
    expect(isSnsAddress('https://sns.cn-north-1.amazonaws.com.cn/?a=b', place)).toBe(true)
    expect(isSnsAddress('https://sns.cn-north-1.amazonaws.com/?a=b', place)).toBe(false)
  })
})

it('a secret matches only exactly the same text', async () => {
  expect(await isSameSecret('a-secret', 'a-secret')).toBe(true)
  for (const other of ['', 'a', 'a-secret ', 'b-secret'])
    expect(await isSameSecret(other, 'a-secret')).toBe(false)
})
