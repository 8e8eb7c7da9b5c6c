/** Tests the adapters against the fakes, which check the format of each call. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startFakeMail } from '../../../../scripts/dev/fakes/mail/fake-mail.ts'
import type { MailMood } from '../../../../scripts/dev/fakes/mail/mail-store.ts'
import { amazonKey, mailKey } from '../../../../scripts/dev/fakes/mail/provider-apis.ts'
import { startLocalServer } from '../../../testing/local-server.ts'
import { createAmazonSes } from './amazon-ses.ts'
import type { BulkCall, BulkProvider } from './bulk-provider.ts'
import { createPostmark } from './postmark.ts'
import { createResend } from './resend.ts'

const from = 'The Weekly <weekly@example.com>'

const providers: Readonly<Record<string, (url: string, key?: string) => BulkProvider>> = {
  resend: (url, key = mailKey) => createResend({ url, key, from, callsPerSecond: 4 }),
  postmark: (url, token = mailKey) =>
    createPostmark({ url, token, from, stream: 'broadcast', callsPerSecond: 4 }),
  ses: (url, key = amazonKey) =>
    createAmazonSes({
      url,
      key,
      from,
      configurationSet: 'weekly',
      recipientsPerSecond: 14,
    }),
}

const call: BulkCall = {
  key: '2026-11-29/0-guest-0/1',
  issue: '2026-11-29',
  chunk: '0-guest-0',
  subject: 'Rain & more',
  html: '<a href="{{unsubscribe}}">Unsubscribe</a>',
  text: 'Preferences: {{preferences}}',
  recipients: [2, 5, 9].map((position) => ({
    email: `reader-${position}@example.com`,
    position,
    links: {
      unsubscribe: `https://example.com/u/a$&.b_${position}`,
      preferences: `https://example.com/p/${position}`,
    },
  })),
}
const accepted = (rejected: readonly number[] = []) => ({
  kind: 'accepted',
  rejected,
  postponed: [],
})

let fake: Awaited<ReturnType<typeof startFakeMail>>
beforeEach(async () => {
  fake = await startFakeMail(0, () => '')
})
afterEach(() => fake.stop())

describe.each(Object.entries(providers))('%s', (name, create) => {
  it('sends each reader an email with that reader’s own links', async () => {
    expect((await create(fake.url).send(call)).outcome).toEqual(accepted())
    expect(fake.store.emails).toMatchObject(
      call.recipients.map(({ email, position, links }) => ({
        provider: name,
        from,
        to: email,
        subject: call.subject,
        html: `<a href="${links.unsubscribe}">Unsubscribe</a>`,
        text: `Preferences: ${links.preferences}`,
        headers: {
          'List-Unsubscribe': `<${links.unsubscribe}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        },
        tags: { issue: call.issue, chunk: call.chunk, position: String(position) },
      })),
    )
  })

  it.each(['Set {{first_name}}', '{{#if x}}', 'a {{{b}}} {{{{', String.raw`\{{a}} \\{{b}} \n {{"`])(
    'leaves the editors’ braces unchanged: %s',
    async (words) => {
      const text = `${words} \\{{unsubscribe}}`
      await create(fake.url).send({ ...call, subject: `${words} {{unsubscribe}}`, text })
      const { unsubscribe } = call.recipients[0]!.links
      expect(fake.store.emails[0]).toMatchObject({
        subject: `${words} {{unsubscribe}}`,
        text: `${words} \\${unsubscribe}`,
      })
    },
  )

  it.each<[MailMood, object, number]>([
    ['rejectOne', accepted([2]), 2],
    ['throttle', { kind: 'throttled' }, 0],
    ['refuse', { kind: 'refused' }, 0],
    ['loseAnswer', { kind: 'unknown' }, 3],
  ])('returns the outcome of the simulated fault %s', async (mood, outcome, sent) => {
    fake.store.setMood(mood)
    const answer = await create(fake.url).send(call)
    expect(answer.outcome).toEqual(outcome)
    expect(fake.store.emails).toHaveLength(sent)
    expect(answer.retryAfter).toBe(mood === 'throttle' ? 2000 : null)
  })

  it('refuses a wrong key', async () => {
    expect((await create(fake.url, 'wrong').send(call)).outcome.kind).toBe('refused')
  })

  it.each([
    [500, '{}'],
    [502, '<html>'],
    [503, ''],
    [403, '<html>a firewall</html>'],
    [404, 'not found'],
    [409, '{"name":"concurrent_idempotent_requests"}'],
    [302, ''],
    [200, '<html>a login page</html>'],
    [200, '{}'],
    [200, '[]'],
    [200, '{"data":[]}'],
    [200, '{"BulkEmailEntryResults":[]}'],
  ])('returns an unknown outcome after status %d with %j', async (status, text) => {
    const server = await startLocalServer((_, response) => {
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(text)
    })
    try {
      expect((await create(server.url).send(call)).outcome.kind).toBe('unknown')
    } finally {
      await server.stop()
    }
  })
})

/** Each provider's response if it accepts none of a call's emails, for a reason such as `code`. */
const createRefusals = (size: number, code: number, status: string) => {
  const every = <Value>(create: (index: number) => Value) =>
    Array.from({ length: size }, (_, i) => create(i))
  return {
    resend: {
      data: [],
      errors: every((index) => ({ index, message: 'The domain isn’t verified.' })),
    },
    postmark: every(() => ({ ErrorCode: code })),
    ses: { BulkEmailEntryResults: every(() => ({ Status: status })) },
  }
}

async function sendTo(provider: keyof typeof providers, size: number, reply: unknown) {
  const server = await startLocalServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(reply))
  })
  const recipients = Array.from({ length: size }, (_, position) => ({
    ...call.recipients[0]!,
    position,
  }))
  try {
    return (await providers[provider]!(server.url).send({ ...call, recipients })).outcome
  } finally {
    await server.stop()
  }
}

describe('a call with refused emails', () => {
  it.each(['resend', 'postmark', 'ses'] as const)(
    'reports a few refused addresses as rejected: %s',
    async (provider) => {
      const sizes = [1, 2].map((size) =>
        sendTo(provider, size, createRefusals(size, 300, 'MESSAGE_REJECTED')[provider]),
      )
      expect(await Promise.all(sizes)).toEqual([accepted([0]), accepted([0, 1])])
    },
  )

  it.each(['resend', 'postmark', 'ses'] as const)(
    'is refused if it has many addresses, so that no reader is lost: %s',
    async (provider) => {
      const reply = createRefusals(50, 300, 'MESSAGE_REJECTED')[provider]
      expect(await sendTo(provider, 50, reply)).toEqual({ kind: 'refused' })
    },
  )

  it.each([
    [100, 'refused'],
    [429, 'throttled'],
    [412, 'refused'],
  ])(
    'is repeated later after Postmark’s error %i, whatever its addresses: %s',
    async (code, kind) => {
      expect(await sendTo('postmark', 1, [{ ErrorCode: code }])).toEqual({ kind })
    },
  )

  it('postpones an email that Postmark refuses for a temporary reason', async () => {
    const reply = [{ ErrorCode: 0 }, { ErrorCode: 100 }, { ErrorCode: 406 }]
    expect(await sendTo('postmark', 3, reply)).toEqual({
      kind: 'accepted',
      rejected: [2],
      postponed: [1],
    })
  })
})

describe('a repeated call', () => {
  it('has no effect at Resend, but sends the emails again at other providers', async () => {
    for (const create of Object.values(providers)) {
      const provider = create(fake.url)
      const before = fake.store.emails.length
      await provider.send(call)
      await provider.send(call)
      const copies = (fake.store.emails.length - before) / call.recipients.length
      expect([provider.name, copies]).toEqual([provider.name, provider.keyLifetime ? 1 : 2])
    }
  })

  it('has an unknown outcome if its contents differ', async () => {
    const resend = providers.resend!(fake.url)
    await resend.send(call)
    const changed = { ...call, recipients: call.recipients.slice(1) }
    expect((await resend.send(changed)).outcome.kind).toBe('unknown')
    expect(fake.store.emails).toHaveLength(3)
  })
})
