/** Sources: "SendEmail" and "SendBulkEmail" in the Amazon SES API v2 reference. SES doesn't detect duplicates. */
import { AwsClient } from 'aws4fetch'
import { z } from 'zod'
import { personalLinkPlaceholders } from '../../../../src/domain/issue/issue-email.ts'
import {
  answer,
  type BulkCall,
  type BulkProvider,
  createListHeaders,
  judgeCodes,
  nameAccount,
  readRetryAfter,
  sendInBulk,
} from './bulk-provider.ts'
import { type EmailService, sendByCall } from './email-service.ts'
import { createTags } from './mail-event.ts'

type AmazonOptions = {
  /** The API's origin; defaults to the region's. */
  readonly url?: string | undefined
  /** `access key id:secret access key:region` */
  readonly key: string
  readonly from: string
  /** The configuration set that publishes events. */
  readonly configurationSet: string
}

export type AmazonSesOptions = AmazonOptions & { readonly recipientsPerSecond: number }

/** Signs requests without automatic retries, because SES would send the emails again. */
function createSign({ url, key }: AmazonOptions) {
  const [accessKeyId = '', secretAccessKey = '', region = ''] = key.split(':')
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 'ses', retries: 0 })
  const origin = url ?? `https://email.${region}.amazonaws.com`
  return (path: string, body: object) =>
    client.sign(`${origin}/v2/email/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'manual',
    })
}

const resultsSchema = z.object({
  BulkEmailEntryResults: z.array(z.object({ Status: z.string() })),
})
const errorTypeSchema = z.object({ __type: z.string().optional(), message: z.string().optional() })

/**
 * Errors that concern the address. Any other code except `SUCCESS` concerns the account or a setting, or is temporary:
 * the email is sent again later.
 */
const addressErrors = new Set(['MESSAGE_REJECTED', 'INVALID_PARAMETER', 'FAILED'])
const throttled = new Set(['ACCOUNT_THROTTLED', 'ACCOUNT_DAILY_QUOTA_EXCEEDED'])

export function createAmazonSes(options: AmazonSesOptions): BulkProvider {
  const { recipientsPerSecond } = options
  const sign = createSign(options)
  return {
    name: 'ses',
    account: nameAccount(options.url ?? '', options.key.split(':')[0]!),
    batchSize: 50,
    keyLifetime: null,
    rate: { callsPerSecond: null, recipientsPerSecond },

    send: (call) =>
      sendInBulk(
        () => sign('outbound-bulk-emails', createBody(call, options)),
        (response, body) => {
          if (!response.ok) {
            const type = response.headers.get('x-amzn-errortype') ?? ''
            if (/TooManyRequests|LimitExceeded|Throttling/.test(type))
              return answer('throttled', type.split(':')[0]!, readRetryAfter(response))
            const isOwn = type !== '' || errorTypeSchema.safeParse(body).data?.__type !== undefined
            return isOwn ? null : answer('unknown', `status ${response.status}`)
          }
          const results = resultsSchema.safeParse(body)
          if (!results.success) return answer('unknown', 'not an Amazon response')
          const statuses = results.data.BulkEmailEntryResults.map(({ Status }) => Status)
          if (statuses.length !== call.recipients.length)
            return answer('unknown', 'another number of emails')
          return judgeCodes(call, statuses, {
            accepted: 'SUCCESS',
            isAboutAddress: (status) => addressErrors.has(status),
            isThrottled: (status) => throttled.has(status),
            reason: statuses[0] ?? '',
          })
        },
      ),
  }
}

/**
 * In an SES template, double braces and a backslash before them have a special meaning. Without escaping, SES would
 * accept the call and send nothing.
 */
const literals = { braces: '{{', backslash: '\\' } as const

const escapeBraces = (text: string) =>
  text.replace(
    /(?<!\\)(\\*)\{\{/g,
    (_, backslashes: string) => `${'{{{backslash}}}'.repeat(backslashes.length)}{{{braces}}}`,
  )

/** Links aren't escaped: plain text isn't HTML, and our links contain nothing that needs escaping. */
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
    ReplacementTags: toPairs(createTags(issue, chunk, position)),
    ReplacementEmailContent: {
      ReplacementTemplate: { ReplacementTemplateData: JSON.stringify({ ...links, ...literals }) },
    },
    ReplacementHeaders: toPairs(createListHeaders(links)),
  })),
})

const toPairs = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).map(([Name, Value]) => ({ Name, Value }))

export type AmazonSesServiceOptions = AmazonOptions & {
  /** In milliseconds. */
  readonly timeout: number
}

const sentSchema = z.object({ MessageId: z.string() })
const refusalSchema = errorTypeSchema.extend({ Message: z.string().optional() })

/** Errors about the account: it may be limited to verified addresses, or the sender may be unverified. */
const aboutAccount = /not verified|suspended|paused/i

export function createAmazonSesService(options: AmazonSesServiceOptions): EmailService {
  const sign = createSign(options)
  return {
    send: ({ to, subject, html, text, topic }) =>
      sendByCall(
        () =>
          sign('outbound-emails', {
            FromEmailAddress: options.from,
            Destination: { ToAddresses: [to] },
            ConfigurationSetName: options.configurationSet,
            Content: {
              Simple: {
                Subject: { Data: subject, Charset: 'UTF-8' },
                Body: {
                  Html: { Data: html, Charset: 'UTF-8' },
                  Text: { Data: text, Charset: 'UTF-8' },
                },
              },
            },
            EmailTags: toPairs({ topic }),
          }),
        options.timeout,
        ({ ok, status, headers }, body) => {
          if (ok) return sentSchema.safeParse(body).success ? 'accepted' : null
          const {
            __type,
            message = '',
            Message = message,
          } = refusalSchema.safeParse(body).data ?? {}
          const type = headers.get('x-amzn-errortype') ?? __type ?? ''
          const isRefused = status === 400 && /MessageRejected|BadRequest/.test(type)
          return isRefused && !aboutAccount.test(Message) ? 'refused' : null
        },
      ),
  }
}
