/** Tests each HTTP provider's call for one email, and how its responses are understood. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type LocalServer,
  type RecordedCall,
  recordCall,
  startLocalServer,
} from '../../../testing/local-server.ts'
import { createAmazonSesService } from './amazon-ses.ts'
import type { EmailMessage, EmailService } from './email-service.ts'
import { createPostmarkService } from './postmark.ts'
import { createResendService } from './resend.ts'

let server: LocalServer
let calls: RecordedCall[]
let status: number | null
let reply: string
let headers: Readonly<Record<string, string>>
/** Whether the response is complete, is cut off, or stalls after `reply`. */
let ending: 'complete' | 'cut' | 'stalled'

beforeEach(async () => {
  calls = []
  ending = 'complete'
  headers = {}
  server = await startLocalServer(async (request, response) => {
    calls.push(await recordCall(request))
    if (status === null) return
    response.writeHead(status, { Location: '/elsewhere', ...headers })
    response.flushHeaders()
    if (ending === 'complete') response.end(reply)
    else response.write(reply, () => ending === 'cut' && response.destroy())
  })
})
afterEach(() => server.stop())

const from = 'The Verandah <a@example.com>'
const message: EmailMessage = {
  to: 'leela@example.com',
  subject: 'News & more',
  text: 'Hello',
  html: '<p>Hello</p>',
  topic: 'account',
}
const unavailable = (reason: unknown) => ({ ok: false, failure: { kind: 'unavailable', reason } })
const refused = { ok: false, failure: { kind: 'refused' } }
const accepted = { ok: true, value: undefined }

type Provider = {
  readonly create: (url: string, timeout: number) => EmailService
  readonly acceptance: string
  readonly url: string
  readonly headers: object
  readonly body: object
  /** Responses that refuse the address. */
  readonly refusals: readonly (readonly [number, string])[]
  /** Responses in the provider's format that make the email wait. */
  readonly delays: readonly (readonly [number, string])[]
}

const providers: Readonly<Record<string, Provider>> = {
  Resend: {
    create: (url, timeout) =>
      createResendService({ url: `${url}/emails`, key: 'k1', from, timeout }),
    acceptance: '{"id":"49a3999c-0ce1-4ea6-ab68-afcd6dc2e794"}',
    url: '/emails',
    headers: {
      authorization: 'Bearer k1',
      'idempotency-key': 'id-1',
      'user-agent': 'publication-edge',
    },
    body: {
      from,
      to: message.to,
      subject: message.subject,
      text: message.text,
      html: message.html,
      tags: [{ name: 'topic', value: 'account' }],
    },
    refusals: [
      [400, '{"name":"validation_error","message":"leela@example.com is no address"}'],
      [422, '{"name":"invalid_to_address"}'],
    ],
    delays: [
      [401, '{"name":"missing_api_key"}'],
      [403, '{"name":"validation_error","message":"The domain isn’t verified."}'],
      [409, '{"name":"concurrent_idempotent_requests"}'],
      [429, '{"name":"rate_limit_exceeded"}'],
      [429, '{"name":"daily_quota_exceeded"}'],
      [500, '{"name":"application_error"}'],
    ],
  },
  'Amazon SES': {
    create: (url, timeout) =>
      createAmazonSesService({
        url,
        key: 'id:secret:eu-west-1',
        from,
        configurationSet: 'account',
        timeout,
      }),
    acceptance: '{"MessageId":"0102"}',
    url: '/v2/email/outbound-emails',
    headers: {
      authorization: expect.stringMatching(
        /^AWS4-HMAC-SHA256 Credential=id\/\d{8}\/eu-west-1\/ses\/aws4_request, /,
      ),
    },
    body: {
      FromEmailAddress: from,
      Destination: { ToAddresses: [message.to] },
      ConfigurationSetName: 'account',
      Content: {
        Simple: {
          Subject: { Data: message.subject, Charset: 'UTF-8' },
          Body: {
            Html: { Data: message.html, Charset: 'UTF-8' },
            Text: { Data: message.text, Charset: 'UTF-8' },
          },
        },
      },
      EmailTags: [{ Name: 'topic', Value: 'account' }],
    },
    refusals: [
      [400, '{"__type":"BadRequestException","message":"Illegal address leela@example.com"}'],
      [400, '{"__type":"MessageRejected","Message":"Illegal content"}'],
    ],
    delays: [
      [400, '{"__type":"MessageRejected","message":"Email address is not verified."}'],
      [400, '{"__type":"AccountSuspendedException"}'],
      [400, '{"__type":"SendingPausedException"}'],
      [400, '{"__type":"MailFromDomainNotVerifiedException"}'],
      [400, '{"__type":"LimitExceededException"}'],
      [403, '{"__type":"UnrecognizedClientException"}'],
      [404, '{"__type":"NotFoundException","message":"No such configuration set"}'],
      [429, '{"__type":"TooManyRequestsException"}'],
      [500, '{"__type":"InternalFailure"}'],
    ],
  },
  Postmark: {
    create: (url, timeout) =>
      createPostmarkService({ url, token: 'k1', from, stream: 'outbound', timeout }),
    acceptance: '{"ErrorCode":0,"Message":"OK","MessageID":"b7bc2f4a"}',
    url: '/email',
    headers: { 'x-postmark-server-token': 'k1', accept: 'application/json' },
    body: {
      From: from,
      To: message.to,
      Subject: message.subject,
      HtmlBody: message.html,
      TextBody: message.text,
      MessageStream: 'outbound',
      TrackOpens: false,
      TrackLinks: 'None',
      Metadata: { topic: 'account' },
    },
    refusals: [
      [422, '{"ErrorCode":300,"Message":"Error parsing \'To\': Illegal email address"}'],
      [422, '{"ErrorCode":406,"Message":"Inactive recipient: leela@example.com"}'],
    ],
    delays: [
      [200, '{"ErrorCode":405,"Message":"Not allowed to send"}'],
      [401, '{"ErrorCode":10,"Message":"No token"}'],
      [422, '{"ErrorCode":300,"Message":"Invalid \'From\' address"}'],
      [422, '{"ErrorCode":400,"Message":"The sender isn’t confirmed."}'],
      [422, '{"ErrorCode":412,"Message":"Pending approval"}'],
      [429, '{"ErrorCode":429}'],
      [500, '{"ErrorCode":500}'],
    ],
  },
}

describe.each(Object.entries(providers))('%s', (_, provider) => {
  const send = (timeout = 5000) => provider.create(server.url, timeout).send(message, 'id-1')
  beforeEach(() => {
    status = 200
    reply = provider.acceptance
  })

  it('is called as its documentation describes', async () => {
    expect(await send()).toEqual(accepted)
    expect(calls).toMatchObject([
      {
        method: 'POST',
        url: provider.url,
        headers: { 'content-type': 'application/json', ...provider.headers },
      },
    ])
    expect(JSON.parse(calls[0]!.body)).toEqual(provider.body)
  })

  it.each(provider.refusals)('refuses the address: %i %s', async (code, text) => {
    status = code
    reply = text
    const sent = await send()
    expect(sent).toEqual(refused)
    // The result doesn't contain the provider's message, which includes the reader's address.
    expect(JSON.stringify(sent)).not.toContain('leela')
  })

  it.each(provider.delays)('is called again later: %i %s', async (code, text) => {
    status = code
    reply = text
    expect(await send()).toEqual(unavailable(`status ${code}`))
  })

  it.each([
    [200, ''],
    [200, '<html>It works!</html>'],
    [200, '{"id":"49a3999c-'],
    [200, 'null'],
    [200, '[]'],
    [200, '{}'],
    [200, '{"id":7,"MessageId":7,"ErrorCode":"0"}'],
    [202, '{"message":"queued"}'],
    [302, ''],
    [400, '<html>'],
    [400, '{}'],
    [403, '<html>a firewall</html>'],
    [409, 'a page'],
    [422, '[]'],
    [502, '<html>'],
  ])('is unavailable if it answers %i %s', async (code, text) => {
    status = code
    reply = text
    expect(await send()).toEqual(unavailable(`status ${code}`))
    // The key isn't sent to the target of a redirect.
    expect(calls).toHaveLength(1)
  })

  it.each([0, 8])(
    'is called again if its answer breaks off or stalls after %i characters',
    async (count) => {
      reply = provider.acceptance.slice(0, count)
      ending = 'cut'
      expect(await send()).toEqual(unavailable('TypeError'))
      ending = 'stalled'
      expect(await send(50)).toEqual(unavailable('TimeoutError'))
    },
  )

  it('is unavailable if it doesn’t respond or can’t be reached', async () => {
    status = null
    expect(await send(50)).toEqual(unavailable('TimeoutError'))
    await server.stop()
    expect(await send()).toEqual(unavailable('TypeError'))
  })
})

it('an email with a known id and another text is treated as sent at Resend', async () => {
  status = 409
  reply = '{"name":"invalid_idempotent_request"}'
  const resend = providers.Resend!.create(server.url, 5000)
  expect(await resend.send(message, 'id-1')).toEqual(accepted)
})

it('Amazon SES may name the error in a header', async () => {
  status = 400
  reply = '{"message":"Illegal address"}'
  headers = { 'x-amzn-errortype': 'BadRequestException:http://internal.amazon.com/coral/' }
  const ses = providers['Amazon SES']!.create(server.url, 5000)
  expect(await ses.send(message, 'id-1')).toEqual(refused)
})
