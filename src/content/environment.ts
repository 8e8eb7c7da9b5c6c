/**
 * What the build takes from its environment. Parsed once, here and nowhere else; a missing or
 * malformed variable stops the build with its name.
 */
import { z } from 'zod'
import { type AuthSettings, googleDefaultUrl } from '../contracts/auth-settings.ts'
import { botCheckDefaultUrl } from '../contracts/bot-check.ts'
import { keyringSchema } from '../contracts/keyring.ts'
import {
  type PayPalSettings,
  payPalDefaultUrl,
  payPalScriptPath,
} from '../contracts/paypal-script.ts'

export const buildEnvironmentSchema = z.object({
  /** The origin that readers see, without a slash at the end. */
  SITE_URL: z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/$/, '')),
  FIREBASE_PROJECT_ID: z.string().min(1),
  FIRESTORE_URL: z.url().default('https://firestore.googleapis.com'),
  /** The JSON key of a service account that may read the publication's collections. */
  FIREBASE_SERVICE_ACCOUNT: z.string().min(1),
  /** Public by nature: Firebase's key that names the project to its sign-in service. */
  FIREBASE_API_KEY: z.string().min(1),
  /** Where Firebase Auth is reached from browsers; empty for Google's own address. */
  FIREBASE_AUTH_URL: z.union([z.url(), z.literal('')]).default(''),
  /** Public by nature: the id of a web client at Google. Without it nobody logs in with Google. */
  GOOGLE_CLIENT_ID: z.string().default(''),
  /** Where Google asks its users; a stand-in's page on one machine. */
  GOOGLE_OAUTH_URL: z.url().default(googleDefaultUrl),
  /** Public by nature: the key of reCAPTCHA v3. Without it there is no bot check. */
  RECAPTCHA_SITE_KEY: z.string().default(''),
  RECAPTCHA_URL: z.url().default(botCheckDefaultUrl),
  /** Public by nature: our name at PayPal. Without it pages offer plans by letter. */
  PAYPAL_CLIENT_ID: z.string().default(''),
  /** Where PayPal's script for browsers comes from: an origin; a stand-in's on one machine. */
  PAYPAL_SDK_URL: z.url().default(payPalDefaultUrl),
  SEALING_KEYS: keyringSchema,
  /** Kept between builds: the mirror of the content, rendered bodies, Astro's cache. */
  BUILD_STATE: z.string().min(1).default('.local/build'),
  BUILD_OUTPUT: z.string().min(1).default('dist'),
  /** `full` reads every document again instead of the changed ones. */
  CONTENT_SYNC: z.enum(['incremental', 'full']).default('incremental'),
})

export type BuildEnvironment = z.infer<typeof buildEnvironmentSchema>

export function parseBuildEnvironment(
  source: Readonly<Record<string, string | undefined>>,
): BuildEnvironment {
  const parsed = buildEnvironmentSchema.safeParse(source)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new Error(
    `The build's environment is incomplete. "npm start" and "npm test" set it by themselves; ` +
      `for any other build see "Environment" in README.md.\n  ${problems.join('\n  ')}`,
  )
}

/** What pages that sign readers in are told. */
export function authSettings(source: Readonly<Record<string, string | undefined>>): AuthSettings {
  const environment = parseBuildEnvironment(source)
  return {
    projectId: environment.FIREBASE_PROJECT_ID,
    apiKey: environment.FIREBASE_API_KEY,
    authUrl: environment.FIREBASE_AUTH_URL,
    googleClientId: environment.GOOGLE_CLIENT_ID,
    googleUrl: environment.GOOGLE_OAUTH_URL,
  }
}

/** What pages where readers pay are told; null where nobody pays here. */
export function payPalSettings(
  source: Readonly<Record<string, string | undefined>>,
): PayPalSettings | null {
  const { PAYPAL_CLIENT_ID, PAYPAL_SDK_URL } = parseBuildEnvironment(source)
  if (!PAYPAL_CLIENT_ID) return null
  return { clientId: PAYPAL_CLIENT_ID, scriptUrl: `${PAYPAL_SDK_URL}${payPalScriptPath}` }
}
