/** Sources: "Send Batch Emails", "Idempotency Keys", "Batch Validation Modes" and "Usage Limits" at resend.com. */
import { z } from 'zod'
import {
  accept,
  answer,
  type BulkCall,
  type BulkProvider,
  callProvider,
  createListHeaders,
  encodeRows,
  insertLinks,
  nameAccount,
  readRetryAfter,
} from './bulk-provider.ts'
import { createTags } from './mail-event.ts'

export type ResendOptions = {
  /** An origin: `https://api.resend.com`. */
  readonly url: string
  readonly key: string
  readonly from: string
  readonly callsPerSecond: number
}

const hour = 60 * 60 * 1000

const acceptedSchema = z.object({
  data: z.array(z.object({ id: z.string() })),
  /** In permissive mode: the emails that were not accepted, by their index. */
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
      callProvider(
        () =>
          new Request(`${url}/emails/batch`, {
            method: 'POST',
            headers: {
              Authorization: `Bearer ${key}`,
              'Content-Type': 'application/json',
              'Idempotency-Key': call.key,
              // One invalid address doesn't hold up the others.
              'x-batch-validation': 'permissive',
              'User-Agent': 'verandah',
            },
            body: createBody(call, from),
            // Redirects would pass on the key and the emails.
            redirect: 'manual',
          }),
        (response, body) => {
          const accepted = acceptedSchema.safeParse(body)
          if (response.ok) {
            if (!accepted.success) return answer('unknown', 'not in Resend’s form')
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
          // 4xx from something on the way says nothing about the call.
          if (!error.success) return answer('unknown', `status ${response.status}`)
          // Also after the quota of the day or month: it passes by itself.
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
    tags: Object.entries(createTags(issue, chunk, position)).map(([name, value]) => ({
      name,
      value,
    })),
  }))
