/** Sources: "Send a single email", "Send batch emails" and "API error codes" at postmarkapp.com. Postmark doesn't recognise repeats. */
import { z } from 'zod'
import {
  accept,
  answer,
  type BulkCall,
  type BulkProvider,
  createListHeaders,
  insertLinks,
  sendInBulk,
} from './bulk-provider.ts'
import { type EmailService, sendByCall } from './email-service.ts'
import { createTags } from './mail-event.ts'

export type PostmarkOptions = {
  /** An origin: `https://api.postmarkapp.com`. */
  readonly url: string
  /** Of the server. */
  readonly token: string
  readonly from: string
  /** A stream for broadcasts. */
  readonly stream: string
  readonly callsPerSecond: number
}

/** One for each email, in their order; 0 is accepted. */
const answersSchema = z.array(z.object({ ErrorCode: z.int() }))
const errorSchema = z.object({ ErrorCode: z.int() })

/** Not about the address: the account is out of credit, or the server or its stream isn't usable. */
const accountErrors = new Set([10, 400, 401, 402, 405, 412, 413, 1226, 1235])

export function createPostmark(options: PostmarkOptions): BulkProvider {
  const { url, token, callsPerSecond } = options
  return {
    name: 'postmark',
    // 500 at most, and 50 MB.
    batchSize: 250,
    keyLifetime: null,
    rate: { callsPerSecond, recipientsPerSecond: null },

    send: (call) =>
      sendInBulk(
        () =>
          new Request(`${url}/email/batch`, {
            method: 'POST',
            headers: createHeaders(token),
            body: JSON.stringify(createBody(call, options)),
            redirect: 'manual',
          }),
        (response, body) => {
          if (!response.ok) {
            // 4xx from something on the way says nothing about the call.
            const isOwn = errorSchema.safeParse(body).success
            return isOwn || response.status === 429
              ? null
              : answer('unknown', `status ${response.status}`)
          }
          const answers = answersSchema.safeParse(body)
          if (!answers.success || answers.data.length !== call.recipients.length)
            return answer('unknown', 'not in Postmark’s form')
          return judgeAnswers(call, answers.data)
        },
      ),
  }
}

function judgeAnswers({ recipients }: BulkCall, answers: z.infer<typeof answersSchema>) {
  const positionsOf = (isWanted: (code: number) => boolean) =>
    recipients.flatMap(({ position }, index) =>
      isWanted(answers[index]!.ErrorCode) ? [position] : [],
    )
  const postponed = positionsOf((code) => accountErrors.has(code))
  if (postponed.length === recipients.length)
    return answer('refused', `error ${answers[0]?.ErrorCode}`)
  return accept(
    positionsOf((code) => code !== 0 && !accountErrors.has(code)),
    postponed,
  )
}

const createBody = (
  { issue, chunk, subject, html, text, recipients }: BulkCall,
  { from, stream }: PostmarkOptions,
) =>
  recipients.map(({ email, position, links }) => ({
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
  /** A transactional stream. */
  readonly stream: string
  /** Milliseconds. */
  readonly timeout: number
}

const refusalSchema = z.object({ ErrorCode: z.int(), Message: z.string().default('') })

/** An address that has bounced, and one that isn't valid; the sender's has the latter code, too. */
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
