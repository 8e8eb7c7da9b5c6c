/** The Worker's variables, which are also checked before a deploy. */
import { z } from 'zod'
import { botCheckDefaultUrl } from '../../../src/contracts/settings/bot-check-config.ts'
import { keyringSchema } from '../../../src/contracts/signing/keyring.ts'
import { planIds } from '../../../src/domain/subscription/plan.ts'
import { bulkProviderNames } from '../adapters/mail/bulk-provider.ts'
import { emailServiceNames } from '../adapters/mail/email-service.ts'
import { serviceAccountSchema } from '../adapters/service-account.ts'

const variablesSchema = z.object({
  FIREBASE_PROJECT_ID: z.string().min(1),
  FIREBASE_API_KEY: z.string().min(1),
  FIREBASE_SERVICE_ACCOUNT: serviceAccountSchema,
  FIRESTORE_URL: z.url().default('https://firestore.googleapis.com'),
  IDENTITY_URL: z.url().default('https://identitytoolkit.googleapis.com'),
  /** With this secret, purchases need a bot check. Without it, the newsletter form has stricter limits. */
  RECAPTCHA_SECRET: z.string().min(1).optional(),
  RECAPTCHA_URL: z.url().default(botCheckDefaultUrl),
  SEALING_KEYS: keyringSchema,
  SESSION_KEYS: keyringSchema,
  DESK_KEYS: keyringSchema,
  /** Secrets for monitoring. Each gives access to the details of GET /api/health, which are hidden without one. */
  HEALTH_KEYS: keyringSchema.optional(),
  /** A deploy hook's URL. Without it, builds aren't started automatically. */
  REBUILD_HOOK_URL: z.url().optional(),
  REBUILD_HOOK_TOKEN: z.string().min(1).optional(),
  /** `event_type` for GitHub's repository_dispatch. */
  REBUILD_HOOK_EVENT: z.string().min(1).max(100).optional(),
  /** The origin of a service with Segment's HTTP API. Without it, events are only counted. */
  ANALYTICS_URL: z.url().optional(),
  ANALYTICS_WRITE_KEY: z.string().default(''),
  /**
   * The maximum number of new visitors per network and day in shared events, because the service may charge for each;
   * null means no limit.
   */
  ANALYTICS_VISITORS: z
    .literal('unlimited')
    .transform(() => null)
    .or(z.coerce.number().int().positive())
    .default(100),
})

/** JSON with PayPal's plan id for each of our plans. Two plans may share an id. */
const payPalPlansSchema = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      context.addIssue('isn’t valid JSON')
      return z.NEVER
    }
  })
  .pipe(z.record(z.enum(planIds), z.string().min(3).max(50)))

/** PayPal's settings: all of them or none. Without them, nothing can be bought. */
const payPalVariables = z.object({
  PAYPAL_CLIENT_ID: z.string().min(1),
  PAYPAL_SECRET: z.string().min(1),
  /** The id shown in PayPal's dashboard. */
  PAYPAL_WEBHOOK_ID: z.string().min(1),
  PAYPAL_PLANS: payPalPlansSchema,
})
const payPalSchema = payPalVariables.extend({
  PAYPAL_URL: z.url().default('https://api-m.paypal.com'),
})

const siteUrlSchema = z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin)

/** The email service's settings: all that it needs, or none. Without them, no emails are sent. */
const mailVariables = z.object({
  /**
   * Like `WEEKLY_MAIL_KEY`, but for account emails. Cloudflare needs no key, because the Worker's EMAIL binding sends
   * the emails.
   */
  MAIL_KEY: z.string().min(1).optional(),
  /** `The Verandah <letters@example.com>` */
  MAIL_FROM: z.string().min(3).max(320),
  MAIL_PROVIDER: z.enum(emailServiceNames).default('resend'),
  /** The address of a service with Resend's API; defaults to Resend's own. */
  MAIL_URL: z.url().optional(),
})
const mailFields = mailVariables.extend({
  /** Postmark's transactional stream, or Amazon's configuration set. */
  MAIL_STREAM: z.string().min(1).optional(),
  /** Like `WEEKLY_MAIL_EVENTS`, but for account emails. Not needed if both kinds of email share a webhook. */
  MAIL_EVENTS: z.string().min(16).optional(),
  /** The origin of links in emails. */
  SITE_URL: siteUrlSchema,
})
const mailSchema = mailFields.superRefine(({ MAIL_PROVIDER, MAIL_KEY, MAIL_URL }, context) => {
  const isKeyMissing = MAIL_PROVIDER !== 'cloudflare' && MAIL_KEY === undefined
  if (isKeyMissing) context.addIssue({ code: 'custom', path: ['MAIL_KEY'], message: 'missing' })
  // Another provider's key must not be sent to that address.
  if (MAIL_URL === undefined || MAIL_PROVIDER === 'resend') return
  context.addIssue({
    code: 'custom',
    path: ['MAIL_URL'],
    message: 'must be unset unless MAIL_PROVIDER is resend',
  })
})

/** The settings of The Weekly's provider: all of them or none. Without them, no issue is sent. */
const weeklyMailVariables = z.object({
  /** For Amazon SES: `access key id:secret access key:region`. */
  WEEKLY_MAIL_KEY: z.string().min(1),
  /** `The Weekly <weekly@example.com>` */
  WEEKLY_MAIL_FROM: z.string().min(3).max(320),
})
const weeklyMailSchema = weeklyMailVariables.extend({
  WEEKLY_MAIL_PROVIDER: z.enum(bulkProviderNames).default('resend'),
  /** An origin; defaults to the provider's own. */
  WEEKLY_MAIL_URL: z.url().optional(),
  /** Postmark's message stream, or Amazon's configuration set. */
  WEEKLY_MAIL_STREAM: z.string().min(1).optional(),
  /**
   * Verifies the provider's events: Resend's signing secret, the secret in Postmark's webhook address, or the ARN of
   * Amazon's topic.
   */
  WEEKLY_MAIL_EVENTS: z.string().min(16).optional(),
  /** Calls per second or, for Amazon SES, recipients per second. Defaults to the limit of a new account. */
  WEEKLY_MAIL_RATE: z.coerce.number().positive().optional(),
  SITE_URL: siteUrlSchema,
})

export const variableSchemas: Readonly<Record<string, z.ZodType>> = {
  ...variablesSchema.shape,
  ...payPalSchema.shape,
  ...mailFields.shape,
  ...weeklyMailSchema.shape,
}

export type MailVariables = z.infer<typeof mailSchema>
export type WeeklyMailVariables = z.infer<typeof weeklyMailSchema>

export type Variables = z.infer<typeof variablesSchema> & {
  readonly payPal: z.infer<typeof payPalSchema> | null
  readonly mail: MailVariables | null
  readonly weeklyMail: WeeklyMailVariables | null
}

/** Throws an error with the names of missing or malformed variables, but never with a value. */
export function parseVariables(source: object): Variables {
  const parsed = variablesSchema.safeParse(source)
  const hasPayPal = Object.keys(payPalVariables.shape).some((name) => name in source)
  const payPal = payPalSchema.nullable().safeParse(hasPayPal ? source : null)
  const hasMail = Object.keys(mailVariables.shape).some((name) => name in source)
  const mail = mailSchema.nullable().safeParse(hasMail ? source : null)
  const hasWeeklyMail = Object.keys(weeklyMailVariables.shape).some((name) => name in source)
  const weeklyMail = weeklyMailSchema.nullable().safeParse(hasWeeklyMail ? source : null)
  if (parsed.success && payPal.success && mail.success && weeklyMail.success) {
    return {
      ...parsed.data,
      payPal: payPal.data,
      mail: mail.data,
      weeklyMail: weeklyMail.data,
    }
  }
  const problems = [parsed, payPal, mail, weeklyMail]
    .flatMap(({ error }) => error?.issues ?? [])
    .map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new Error(`Some variables of the Worker are missing or invalid: ${problems.join('; ')}`)
}
