/** The Worker's variables: what each has to be, for the Worker and for whoever checks before a deploy. */
import { z } from 'zod'
import { botCheckDefaultUrl } from '../src/contracts/bot-check.ts'
import { keyringSchema } from '../src/contracts/keyring.ts'
import { planIds } from '../src/domain/plan.ts'
import { serviceAccountSchema } from './adapters/service-account.ts'

const variablesSchema = z.object({
  FIREBASE_PROJECT_ID: z.string().min(1),
  FIREBASE_API_KEY: z.string().min(1),
  FIREBASE_SERVICE_ACCOUNT: serviceAccountSchema,
  FIRESTORE_URL: z.url().default('https://firestore.googleapis.com'),
  IDENTITY_URL: z.url().default('https://identitytoolkit.googleapis.com'),
  /** Where it is set, a purchase needs a bot check, and the newsletter form has stricter limits without. */
  RECAPTCHA_SECRET: z.string().min(1).optional(),
  RECAPTCHA_URL: z.url().default(botCheckDefaultUrl),
  SEALING_KEYS: keyringSchema,
  SESSION_KEYS: keyringSchema,
  /** Signs what the desk asks for. */
  DESK_KEYS: keyringSchema,
  /** Whoever builds the site: a deploy hook's address. Without it nothing is built by itself. */
  REBUILD_HOOK_URL: z.url().optional(),
  REBUILD_HOOK_TOKEN: z.string().min(1).optional(),
  /** `event_type`, for GitHub's repository_dispatch. */
  REBUILD_HOOK_EVENT: z.string().min(1).max(100).optional(),
  /** Where events go, by Segment's HTTP API: an origin. Without it they are taken and dropped. */
  ANALYTICS_URL: z.url().optional(),
  ANALYTICS_WRITE_KEY: z.string().default(''),
})

/** Our plans by PayPal's ids of them, as JSON. Two of PayPal's may be equal. */
const payPalPlansSchema = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      context.addIssue('not JSON')
      return z.NEVER
    }
  })
  .pipe(z.record(z.enum(planIds), z.string().min(3).max(50)))

/** What names us to PayPal: all of it, or nothing, and then nobody can buy. */
const named = z.object({
  PAYPAL_CLIENT_ID: z.string().min(1),
  PAYPAL_SECRET: z.string().min(1),
  /** Of the webhook, as PayPal's dashboard names it. */
  PAYPAL_WEBHOOK_ID: z.string().min(1),
  PAYPAL_PLANS: payPalPlansSchema,
})
const payPalSchema = named.extend({ PAYPAL_URL: z.url().default('https://api-m.paypal.com') })

/** Who takes letters to readers: all of it, or nothing, and then none are sent. */
const mailService = z.object({
  MAIL_URL: z.url(),
  MAIL_KEY: z.string().min(1),
  /** `The Verandah <letters@example.com>` */
  MAIL_FROM: z.string().min(3).max(320),
})
const mailSchema = mailService.extend({
  /** Where the links of letters lead. */
  SITE_URL: z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin),
})

/** What each variable has to be, by its name. */
export const variableSchemas: Readonly<Record<string, z.ZodType>> = {
  ...variablesSchema.shape,
  ...payPalSchema.shape,
  ...mailSchema.shape,
}

export type Variables = z.infer<typeof variablesSchema> & {
  readonly payPal: z.infer<typeof payPalSchema> | null
  readonly mail: z.infer<typeof mailSchema> | null
}

/** Throws with the names of what is missing or malformed, never with a value. */
export function parseVariables(source: object): Variables {
  const parsed = variablesSchema.safeParse(source)
  const isSold = Object.keys(named.shape).some((name) => name in source)
  const payPal = payPalSchema.nullable().safeParse(isSold ? source : null)
  const isWritten = Object.keys(mailService.shape).some((name) => name in source)
  const mail = mailSchema.nullable().safeParse(isWritten ? source : null)
  if (parsed.success && payPal.success && mail.success) {
    return { ...parsed.data, payPal: payPal.data, mail: mail.data }
  }
  const problems = [parsed, payPal, mail]
    .flatMap(({ error }) => error?.issues ?? [])
    .map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new Error(`The Worker's environment is incomplete: ${problems.join('; ')}`)
}
