/** Source: "SendBulkEmail" in the reference of Amazon SES API v2. It doesn't recognise repeats. */
import { AwsClient } from 'aws4fetch'
import { z } from 'zod'
import { personalLinkPlaceholders } from '../../../src/domain/issue/issue-email.ts'
import {
  accept,
  answer,
  type BulkCall,
  type BulkProvider,
  callProvider,
  createListHeaders,
  nameAccount,
  readRetryAfter,
} from './bulk-provider.ts'
import { createTags } from './mail-event.ts'

export type AmazonSesOptions = {
  /** An origin: `https://email.eu-west-1.amazonaws.com`. */
  readonly url: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly from: string
  /** The configuration set that publishes events. */
  readonly configurationSet: string
  readonly recipientsPerSecond: number
}

const resultsSchema = z.object({
  BulkEmailEntryResults: z.array(z.object({ Status: z.string() })),
})
const errorTypeSchema = z.object({ __type: z.string().optional(), message: z.string().optional() })

/** Everything else but `SUCCESS` concerns the account or a setting, or passes: it's sent again later. */
const addressErrors = new Set(['MESSAGE_REJECTED', 'INVALID_PARAMETER', 'FAILED'])
const throttled = new Set(['ACCOUNT_THROTTLED', 'ACCOUNT_DAILY_QUOTA_EXCEEDED'])

export function createAmazonSes(options: AmazonSesOptions): BulkProvider {
  const { url, region, accessKeyId, secretAccessKey, recipientsPerSecond } = options
  // Repeats are never automatic: SES would send again.
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 'ses', retries: 0 })
  return {
    name: 'ses',
    account: nameAccount(url, accessKeyId),
    batchSize: 50,
    keyLifetime: null,
    rate: { callsPerSecond: null, recipientsPerSecond },

    send: (call) =>
      callProvider(
        () =>
          client.sign(`${url}/v2/email/outbound-bulk-emails`, {
            method: 'POST',
            headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify(createBody(call, options)),
            redirect: 'manual',
          }),
        (response, body) => {
          if (!response.ok) {
            const type = response.headers.get('x-amzn-errortype') ?? ''
            if (/TooManyRequests|LimitExceeded|Throttling/.test(type))
              return answer('throttled', type.split(':')[0]!, readRetryAfter(response))
            const isOwn = type !== '' || errorTypeSchema.safeParse(body).data?.__type !== undefined
            return isOwn ? null : answer('unknown', `status ${response.status}`)
          }
          const results = resultsSchema.safeParse(body)
          if (!results.success) return answer('unknown', 'not in Amazon’s form')
          const statuses = results.data.BulkEmailEntryResults.map(({ Status }) => Status)
          return statuses.length === call.recipients.length
            ? judgeStatuses(call, statuses)
            : answer('unknown', 'another number of emails')
        },
      ),
  }
}

function judgeStatuses(call: BulkCall, statuses: readonly string[]) {
  const { recipients } = call
  const positionsOf = (isWanted: (status: string) => boolean) =>
    recipients.flatMap(({ position }, index) => (isWanted(statuses[index]!) ? [position] : []))
  const rejected = positionsOf((status) => addressErrors.has(status))
  const postponed = positionsOf((status) => status !== 'SUCCESS' && !addressErrors.has(status))
  if (postponed.length < recipients.length) return accept(call, rejected, postponed)
  const isThrottled = statuses.every((status) => throttled.has(status))
  return answer(isThrottled ? 'throttled' : 'refused', statuses[0] ?? '')
}

/**
 * Braces of the editors, and a backslash before them, have a meaning in a template: SES would accept the call, and send
 * nothing.
 */
const literals = { braces: '{{', backslash: '\\' } as const

const escapeBraces = (text: string) =>
  text.replace(/\{\{|\\(?=\\*\{\{)/g, (match) =>
    match === literals.braces ? '{{{braces}}}' : '{{{backslash}}}',
  )

/** Unescaped: a link in the plain text isn't HTML, and ours contain nothing to escape. */
const toTemplate = (text: string) =>
  Object.entries(personalLinkPlaceholders).reduce(
    (template, [name, placeholder]) =>
      template.replaceAll(escapeBraces(placeholder), `{{{${name}}}}`),
    escapeBraces(text),
  )

const createBody = (
  { issue, chunk, subject, html, text, recipients }: BulkCall,
  { from, configurationSet }: AmazonSesOptions,
) => ({
  FromEmailAddress: from,
  ConfigurationSetName: configurationSet,
  DefaultContent: {
    Template: {
      TemplateContent: {
        Subject: escapeBraces(subject),
        Html: toTemplate(html),
        Text: toTemplate(text),
      },
      TemplateData: '{}',
    },
  },
  BulkEmailEntries: recipients.map(({ email, position, links }) => ({
    Destination: { ToAddresses: [email] },
    ReplacementTags: Object.entries(createTags(issue, chunk, position)).map(([Name, Value]) => ({
      Name,
      Value,
    })),
    ReplacementEmailContent: {
      ReplacementTemplate: { ReplacementTemplateData: JSON.stringify({ ...links, ...literals }) },
    },
    ReplacementHeaders: Object.entries(createListHeaders(links)).map(([Name, Value]) => ({
      Name,
      Value,
    })),
  })),
})
