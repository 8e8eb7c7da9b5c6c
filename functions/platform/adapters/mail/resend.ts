/** Sources: "Send Email", "Send Batch Emails", "Idempotency Keys", "Batch Validation Modes" and "Usage Limits" at resend.com. */
import { z } from 'zod'
import { hour } from '../../../../src/domain/duration.ts'
import { userAgent } from '../user-agent.ts'
import {
  accept,
  answer,
  type BulkCall,
  type BulkProvider,
  createListHeaders,
  encodeRows,
  insertLinks,
  nameAccount,
  readRetryAfter,
  sendInBulk,
} from './bulk-provider.ts'
import { type EmailService, sendByCall } from './email-service.ts'
import { createTags } from './mail-event.ts'

export type ResendOptions = {
  /** An origin: `https://api.resend.com`. */
  readonly url: string
  readonly key: string
  readonly from: string
  readonly callsPerSecond: number
}

const acceptedSchema = z.object({
  data: z.array(z.object({ id: z.string() })),
  /** The indexes of the emails that weren't accepted, in permissive mode. */
  errors: z.array(z.object({ index: z.int().min(0) })).default([]),
})
const errorSchema = z.object({ name: z.string() })

export function createResend({ url, key, from, callsPerSecond }: ResendOptions): BulkProvider {
  return {
    name: 'resend',
    account: nameAccount(url, key),
    batchSize: 100,
    keyLifetime: 24 * hour,
    rate: { callsPerSecond, recipientsPerSecond: null },

    send: (call) =>
      sendInBulk(
        () =>
          new Request(`${url}/emails/batch`, {
            method: 'POST',
            headers: {
              ...createHeaders(key, call.key),
              // One invalid address doesn't prevent the other emails.
              'x-batch-validation': 'permissive',
            },
            body: createBody(call, from),
            // A redirect would pass on the key and the emails.
            redirect: 'manual',
          }),
        (response, body) => {
          const accepted = acceptedSchema.safeParse(body)
          if (response.ok) {
            if (!accepted.success) return answer('unknown', 'not a Resend response')
            const rejected = accepted.data.errors.flatMap(
              ({ index }) => call.recipients[index]?.position ?? [],
            )
            const isEverybody =
              accepted.data.data.length >= call.recipients.length - rejected.length
            return isEverybody
              ? accept(call, rejected)
              : answer('unknown', 'another number of emails')
          }
          const error = errorSchema.safeParse(body)
          // A proxy's 4xx says nothing about the call.
          if (!error.success) return answer('unknown', `status ${response.status}`)
          // A daily or monthly quota counts as throttling too, because it resets by itself.
          if (/quota|rate_limit/.test(error.data.name))
            return answer('throttled', error.data.name, readRetryAfter(response))
          return null
        },
      ),
  }
}

const createBody = ({ issue, chunk, subject, html, text, recipients }: BulkCall, from: string) =>
  encodeRows(recipients, ({ email, position, links }) => ({
    from,
    to: [email],
    subject,
    html: insertLinks(html, links),
    text: insertLinks(text, links),
    headers: createListHeaders(links),
    tags: toPairs(createTags(issue, chunk, position)),
  }))

const toPairs = (tags: Readonly<Record<string, string>>) =>
  Object.entries(tags).map(([name, value]) => ({ name, value }))

const createHeaders = (key: string, idempotencyKey: string) => ({
  Authorization: `Bearer ${key}`,
  'Content-Type': 'application/json',
  'Idempotency-Key': idempotencyKey,
  'User-Agent': userAgent,
})

export type ResendServiceOptions = {
  /** `https://api.resend.com/emails`, or a compatible service. */
  readonly url: string
  readonly key: string
  readonly from: string
  /** In milliseconds. */
  readonly timeout: number
}

const sentSchema = z.object({ id: z.string() })

export function createResendService(options: ResendServiceOptions): EmailService {
  const { url, key, from, timeout } = options
  return {
    send: ({ topic, ...message }, id) =>
      sendByCall(
        () =>
          new Request(url, {
            method: 'POST',
            headers: createHeaders(key, id),
            body: JSON.stringify({ from, ...message, tags: toPairs({ topic }) }),
            redirect: 'manual',
          }),
        timeout,
        ({ ok, status }, body) => {
          if (ok) return sentSchema.safeParse(body).success ? 'accepted' : null
          const error = errorSchema.safeParse(body).data?.name
          // The email has already been sent with different content: the reader's name may have changed since.
          if (status === 409 && error === 'invalid_idempotent_request') return 'accepted'
          return error !== undefined && (status === 400 || status === 422) ? 'refused' : null
        },
      ),
  }
}
