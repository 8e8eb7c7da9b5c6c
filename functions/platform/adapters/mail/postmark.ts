/**
 * Sources: "Send a single email", "Send batch emails" and "API error codes" at postmarkapp.com. Postmark doesn't detect
 * duplicates.
 */
import { z } from 'zod'
import {
  answer,
  type BulkCall,
  type BulkProvider,
  createListHeaders,
  encodeRows,
  insertLinks,
  judgeCodes,
  nameAccount,
  sendInBulk,
} from './bulk-provider.ts'
import { type EmailService, sendByCall } from './email-service.ts'
import { createTags } from './mail-event.ts'

export type PostmarkOptions = {
  /** An origin: `https://api.postmarkapp.com`. */
  readonly url: string
  /** Postmark's server token. */
  readonly token: string
  readonly from: string
  /** A message stream for broadcasts. */
  readonly stream: string
  readonly callsPerSecond: number
}

/** One code for each email, in the same order; 0 means accepted. */
const answersSchema = z.array(z.object({ ErrorCode: z.int() }))
const errorSchema = z.object({ ErrorCode: z.int() })

/** An invalid address, and one that has bounced or complained. Other errors concern the account or are temporary. */
const addressErrors = new Set([300, 406])
const throttledError = 429

export function createPostmark(options: PostmarkOptions): BulkProvider {
  const { url, token, callsPerSecond } = options
  return {
    name: 'postmark',
    account: nameAccount(url, token),
    // Postmark allows 500 emails and 50 MB, but the Worker's memory doesn't.
    batchSize: 100,
    keyLifetime: null,
    rate: { callsPerSecond, recipientsPerSecond: null },

    send: (call) =>
      sendInBulk(
        () =>
          new Request(`${url}/email/batch`, {
            method: 'POST',
            headers: createHeaders(token),
            body: createBody(call, options),
            redirect: 'manual',
          }),
        (response, body) => {
          if (!response.ok) {
            // A proxy's 4xx says nothing about the call.
            const isOwn = errorSchema.safeParse(body).success
            return isOwn || response.status === 429
              ? null
              : answer('unknown', `status ${response.status}`)
          }
          const answers = answersSchema.safeParse(body)
          if (!answers.success || answers.data.length !== call.recipients.length)
            return answer('unknown', 'not a Postmark response')
          const codes = answers.data.map(({ ErrorCode }) => ErrorCode)
          return judgeCodes(call, codes, {
            accepted: 0,
            isAboutAddress: (code) => addressErrors.has(code),
            isThrottled: (code) => code === throttledError,
            reason: `error ${codes[0]}`,
          })
        },
      ),
  }
}

const createBody = (
  { issue, chunk, subject, html, text, recipients }: BulkCall,
  { from, stream }: PostmarkOptions,
) =>
  encodeRows(recipients, ({ email, position, links }) => ({
    From: from,
    To: email,
    Subject: subject,
    HtmlBody: insertLinks(html, links),
    TextBody: insertLinks(text, links),
    MessageStream: stream,
    ...untracked,
    Headers: Object.entries(createListHeaders(links)).map(([Name, Value]) => ({ Name, Value })),
    Metadata: createTags(issue, chunk, position),
  }))

const untracked = { TrackOpens: false, TrackLinks: 'None' } as const

const createHeaders = (token: string) => ({
  'X-Postmark-Server-Token': token,
  'Content-Type': 'application/json',
  Accept: 'application/json',
})

export type PostmarkServiceOptions = Pick<PostmarkOptions, 'url' | 'token' | 'from'> & {
  /** A transactional message stream. */
  readonly stream: string
  /** In milliseconds. */
  readonly timeout: number
}

const refusalSchema = z.object({ ErrorCode: z.int(), Message: z.string().default('') })

/** Whether the address has bounced or is invalid. An invalid sender has the latter code too. */
const isAboutAddress = ({ ErrorCode, Message }: z.infer<typeof refusalSchema>) =>
  ErrorCode === 406 || (ErrorCode === 300 && !/\bfrom\b/i.test(Message))

export function createPostmarkService(options: PostmarkServiceOptions): EmailService {
  const { url, token, from, stream, timeout } = options
  return {
    send: ({ to, subject, html, text, topic }) =>
      sendByCall(
        () =>
          new Request(`${url}/email`, {
            method: 'POST',
            headers: createHeaders(token),
            body: JSON.stringify({
              From: from,
              To: to,
              Subject: subject,
              HtmlBody: html,
              TextBody: text,
              MessageStream: stream,
              ...untracked,
              Metadata: { topic },
            }),
            redirect: 'manual',
          }),
        timeout,
        ({ ok, status }, body) => {
          const parsed = refusalSchema.safeParse(body)
          if (!parsed.success) return null
          if (ok) return parsed.data.ErrorCode === 0 ? 'accepted' : null
          return status === 422 && isAboutAddress(parsed.data) ? 'refused' : null
        },
      ),
  }
}
