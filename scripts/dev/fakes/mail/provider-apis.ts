/** The calls of Resend, Postmark and Amazon SES that send a batch, as their references describe them. */
import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import { type Acceptance, draftSchema, type EmailDraft, type MailStore } from './mail-store.ts'

type ApiReply = { readonly status: number; readonly body: unknown }

const reply = (status: number, body: unknown): ApiReply => ({ status, body })

type Api = {
  /** Null if the credentials are accepted. */
  authenticate(headers: IncomingHttpHeaders): ApiReply | null
  throttle(): ApiReply
  refuse(): ApiReply
  send(text: string, headers: IncomingHttpHeaders, store: MailStore): ApiReply
}

export const mailKey = 'local-key'
/** The value of `WEEKLY_MAIL_KEY` for Amazon SES. */
export const amazonKey = 'local-id:local-secret:local-1'

const nameValue = z.object({ name: z.string(), value: z.string() })
const capitalNameValue = z
  .object({ Name: z.string(), Value: z.string() })
  .transform(({ Name, Value }) => [Name, Value] as const)
const toRecord = (pairs: readonly (readonly [string, string])[]) => Object.fromEntries(pairs)

const resendSchema = z
  .array(
    z
      .object({
        from: z.string(),
        to: z.array(z.string()).length(1),
        subject: z.string(),
        html: z.string(),
        text: z.string(),
        headers: z.record(z.string(), z.string()),
        tags: z.array(nameValue),
      })
      .transform(({ to, tags, ...email }) => ({
        ...email,
        to: to[0]!,
        tags: toRecord(tags.map(({ name, value }) => [name, value])),
      })),
  )
  .max(100)

const resend: Api = {
  authenticate: ({ authorization }) =>
    authorization === `Bearer ${mailKey}` ? null : reply(401, { name: 'missing_api_key' }),
  throttle: () => reply(429, { name: 'rate_limit_exceeded' }),
  refuse: () => reply(403, { name: 'validation_error', message: 'The domain isn’t verified.' }),
  send(text, headers, store) {
    const parsed = resendSchema.safeParse(JSON.parse(text))
    if (!parsed.success) {
      return reply(422, { name: 'validation_error', message: z.prettifyError(parsed.error) })
    }
    const acceptance = store.acceptOnce(String(headers['idempotency-key']), text, parsed.data)
    if (!acceptance) return reply(409, { name: 'invalid_idempotent_request' })
    return reply(200, {
      data: acceptance.flatMap((id) => (id === null ? [] : [{ id }])),
      errors: acceptance.flatMap((id, index) =>
        id === null ? [{ index, message: 'Invalid `to` field.' }] : [],
      ),
    })
  },
}

const postmarkSchema = z
  .array(
    z
      .object({
        From: z.string(),
        To: z.string(),
        Subject: z.string(),
        HtmlBody: z.string(),
        TextBody: z.string(),
        MessageStream: z.string(),
        Headers: z.array(capitalNameValue),
        Metadata: z.record(z.string(), z.string()),
      })
      .transform(
        (email): EmailDraft => ({
          from: email.From,
          to: email.To,
          subject: email.Subject,
          html: email.HtmlBody,
          text: email.TextBody,
          headers: toRecord(email.Headers),
          tags: email.Metadata,
        }),
      ),
  )
  .max(500)

const postmark: Api = {
  authenticate: (headers) =>
    headers['x-postmark-server-token'] === mailKey ? null : reply(401, { ErrorCode: 10 }),
  throttle: () => reply(429, { ErrorCode: 429 }),
  refuse: () => reply(422, { ErrorCode: 400, Message: 'The sender isn’t confirmed.' }),
  send(text, _, store) {
    const parsed = postmarkSchema.safeParse(JSON.parse(text))
    if (!parsed.success) {
      return reply(422, { ErrorCode: 300, Message: z.prettifyError(parsed.error) })
    }
    const acceptance = store.accept('postmark', parsed.data)
    return reply(
      200,
      acceptance.map((id) =>
        id === null ? { ErrorCode: 406, Message: 'Inactive' } : { ErrorCode: 0, MessageID: id },
      ),
    )
  },
}

const sesSchema = z.object({
  FromEmailAddress: z.string(),
  ConfigurationSetName: z.string(),
  DefaultContent: z.object({
    Template: z.object({
      TemplateContent: z.object({ Subject: z.string(), Html: z.string(), Text: z.string() }),
      TemplateData: z.string(),
    }),
  }),
  BulkEmailEntries: z
    .array(
      z.object({
        Destination: z.object({ ToAddresses: z.array(z.string()).length(1) }),
        ReplacementTags: z.array(capitalNameValue),
        ReplacementEmailContent: z.object({
          ReplacementTemplate: z.object({ ReplacementTemplateData: z.string() }),
        }),
        ReplacementHeaders: z.array(capitalNameValue),
      }),
    )
    .max(50),
})

/** Fills a template. Unknown placeholders become empty, and a backslash escapes a placeholder, as in Handlebars. */
const fillTemplate = (template: string, data: Readonly<Record<string, string>>) =>
  template.replace(
    /\\(\{\{+)|\{\{\{(\w+)\}\}\}|\{\{[^}]*\}\}+/g,
    (_, text, name) => text ?? data[name] ?? '',
  )

function readSesEmails(request: z.infer<typeof sesSchema>): EmailDraft[] {
  const { Subject, Html, Text } = request.DefaultContent.Template.TemplateContent
  return request.BulkEmailEntries.map((entry) => {
    const data = JSON.parse(
      entry.ReplacementEmailContent.ReplacementTemplate.ReplacementTemplateData,
    )
    return draftSchema.parse({
      from: request.FromEmailAddress,
      to: entry.Destination.ToAddresses[0],
      subject: fillTemplate(Subject, data),
      html: fillTemplate(Html, data),
      text: fillTemplate(Text, data),
      headers: toRecord(entry.ReplacementHeaders),
      tags: toRecord(entry.ReplacementTags),
    })
  })
}

const toSesResults = (acceptance: Acceptance) =>
  acceptance.map((id) =>
    id === null ? { Status: 'MESSAGE_REJECTED' } : { Status: 'SUCCESS', MessageId: id },
  )

const ses: Api = {
  authenticate: ({ authorization = '' }) =>
    /^AWS4-HMAC-SHA256 Credential=local-id\/\d{8}\/local-1\/ses\/aws4_request, /.test(authorization)
      ? null
      : reply(403, { __type: 'UnrecognizedClientException' }),
  throttle: () => reply(429, { __type: 'TooManyRequestsException' }),
  refuse: () => reply(400, { __type: 'MailFromDomainNotVerifiedException' }),
  send(text, _, store) {
    const parsed = sesSchema.safeParse(JSON.parse(text))
    if (!parsed.success) return reply(400, { __type: 'BadRequestException' })
    const acceptance = store.accept('ses', readSesEmails(parsed.data))
    return reply(200, { BulkEmailEntryResults: toSesResults(acceptance) })
  },
}

export const mailApis: Readonly<Record<string, Api>> = {
  '/emails/batch': resend,
  '/email/batch': postmark,
  '/v2/email/outbound-bulk-emails': ses,
}
