import { describe, expect, it } from 'vitest'
import { createCloudflareEmail } from './cloudflare-email.ts'
import type { EmailMessage } from './email-service.ts'

const from = 'The Verandah <a@example.com>'
const message: EmailMessage = {
  to: 'leela@example.com',
  subject: 'News & more',
  text: 'Hello',
  html: '<p>Hello</p>',
  topic: 'account',
}
const unavailable = (reason: string) => ({ ok: false, failure: { kind: 'unavailable', reason } })

describe('Cloudflare’s email binding', () => {
  const createSending = (answer: () => unknown) => {
    const sent: unknown[] = []
    const binding = {
      send: async (email: unknown) => {
        sent.push(email)
        return answer()
      },
    }
    return {
      sent,
      send: (timeout = 5000, sender = from) =>
        createCloudflareEmail({ binding, from: sender, timeout }).send(message, 'id-1'),
    }
  }

  it.each([
    ['The Verandah <a@example.com>', { name: 'The Verandah', email: 'a@example.com' }],
    ['"Verandah, The" <a@example.com>', { name: 'Verandah, The', email: 'a@example.com' }],
    ['<a@example.com>', 'a@example.com'],
    ['a@example.com', 'a@example.com'],
  ])('sends from %s', async (sender, expected) => {
    const { sent, send } = createSending(() => ({ messageId: '<1@example.com>' }))
    expect(await send(5000, sender)).toEqual({ ok: true, value: undefined })
    const { topic: _, ...contents } = message
    expect(sent).toEqual([{ ...contents, from: expected }])
  })

  const failWith = (code: unknown) => () => {
    throw Object.assign(new Error('leela@example.com'), { code })
  }

  it('refuses an address that has bounced', async () => {
    expect(await createSending(failWith('E_RECIPIENT_SUPPRESSED')).send()).toEqual({
      ok: false,
      failure: { kind: 'refused' },
    })
  })

  it.each<[string, () => unknown, string]>([
    ['throttles', failWith('E_RATE_LIMIT_EXCEEDED'), 'E_RATE_LIMIT_EXCEEDED'],
    ['is used up for the day', failWith('E_DAILY_LIMIT_EXCEEDED'), 'E_DAILY_LIMIT_EXCEEDED'],
    ['doesn’t know the sender', failWith('E_SENDER_NOT_VERIFIED'), 'E_SENDER_NOT_VERIFIED'],
    ['fails', failWith('E_INTERNAL_SERVER_ERROR'), 'E_INTERNAL_SERVER_ERROR'],
    ['fails with an address for a code', failWith('E_leela@example.com'), 'Error'],
    ['fails without a code', failWith(undefined), 'Error'],
    ['answers nothing', () => undefined, 'not a Cloudflare response'],
    ['answers something else', () => ({ messageId: 7 }), 'not a Cloudflare response'],
  ])('is called again later if it %s', async (_, answer, reason) => {
    expect(await createSending(answer).send()).toEqual(unavailable(reason))
  })

  it('is called again later if it doesn’t respond in time', async () => {
    const { send } = createSending(() => new Promise(() => {}))
    expect(await send(20)).toEqual(unavailable('TimeoutError'))
  })
})
