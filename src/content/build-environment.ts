/**
 * Only this file reads the build's environment. A missing or invalid variable fails the build with its
 * name.
 */
import { z } from 'zod'
import { type AuthSettings, googleDefaultUrl } from '../contracts/settings/auth-settings.ts'
import { botCheckDefaultUrl } from '../contracts/settings/bot-check-config.ts'
import {
  type PayPalSettings,
  payPalDefaultUrl,
  payPalScriptPath,
} from '../contracts/settings/paypal-config.ts'
import { keyringSchema } from '../contracts/signing/keyring.ts'

export const buildEnvironmentSchema = z.object({
  /** An origin without a trailing slash. */
  SITE_URL: z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/$/, '')),
  FIREBASE_PROJECT_ID: z.string().min(1),
  FIRESTORE_URL: z.url().default('https://firestore.googleapis.com'),
  /** JSON key of a service account that can read the publication's collections. */
  FIREBASE_SERVICE_ACCOUNT: z.string().min(1),
  /** Public. Identifies the project to Firebase Auth. */
  FIREBASE_API_KEY: z.string().min(1),
  /** Firebase Auth for browsers; empty for Google's own address. */
  FIREBASE_AUTH_URL: z.union([z.url(), z.literal('')]).default(''),
  /** Public. Client ID for Google sign-in; without it, Google sign-in is off. */
  GOOGLE_CLIENT_ID: z.string().default(''),
  /** Google's sign-in page; locally a fake's. */
  GOOGLE_OAUTH_URL: z.url().default(googleDefaultUrl),
  /** Public. reCAPTCHA v3 key; without it there is no bot check. */
  RECAPTCHA_SITE_KEY: z.string().default(''),
  RECAPTCHA_URL: z.url().default(botCheckDefaultUrl),
  /** Public. Without it, plans are offered by email. */
  PAYPAL_CLIENT_ID: z.string().default(''),
  /** Origin of PayPal's script for browsers; locally a fake's. */
  PAYPAL_SDK_URL: z.url().default(payPalDefaultUrl),
  SEALING_KEYS: keyringSchema,
  /** Whether encrypted bodies are files of the site, or objects in R2, which aren't limited in number. */
  SEALED_BODIES: z.enum(['site', 'r2']).default('site'),
  /** How many of the newest stories have a page in the site, if not all: the Worker renders the others on demand. */
  PRERENDERED_STORIES: z.preprocess(
    (value) => (value === '' ? undefined : value),
    z.coerce.number().int().positive().optional(),
  ),
  /** Leaves Astro's and Vite's output as it is (scripts/build/README.md). */
  PLAIN_BUILD: z.enum(['', '1']).default('').transform(Boolean),
  /** Stored between builds: the content copy, rendered bodies, Astro's cache. */
  BUILD_STATE: z.string().min(1).default('.local/build'),
  BUILD_OUTPUT: z.string().min(1).default('dist'),
  /** `full` reads every document again. */
  CONTENT_SYNC: z.enum(['incremental', 'full']).default('incremental'),
})

export type BuildEnvironment = z.infer<typeof buildEnvironmentSchema>

/** The message is for the operator, and has no variable's value. */
export class BuildEnvironmentError extends Error {}

type Source = Readonly<Record<string, string | undefined>>

export function parseBuildEnvironment(source: Source): BuildEnvironment {
  const parsed = buildEnvironmentSchema.safeParse(source)
  if (parsed.success) return parsed.data
  throw new BuildEnvironmentError(
    `Some environment variables of the build are missing or invalid. "npm start" and "npm test" set them; ` +
      `for other builds see scripts/operate/environment.md.\n  ` +
      listVariableProblems(parsed.error, source)
        .map(({ name, problem }) => `${name} ${problem}`)
        .join('\n  '),
  )
}

/** All problems have one wording, because zod's messages are for developers. */
export function listVariableProblems({ issues }: z.ZodError, source: Source) {
  return issues.map((issue) => {
    const name = issue.path.join('.')
    if (!source[name]) return { name, problem: 'isn’t set' }
    return { name, problem: describeAllowed(issue) ?? 'is invalid' }
  })
}

/** Null if the rule has no short description. */
function describeAllowed(issue: z.core.$ZodIssue): string | null {
  if (issue.code === 'invalid_value') return `must be ${issue.values.join(' or ')}`
  if (issue.code === 'invalid_format' && issue.format === 'url')
    return 'must be an address, such as https://your.domain'
  return null
}

/** `overrides` win over the process's environment. */
export const readBuildEnvironment = (overrides: Readonly<Record<string, string>> = {}) =>
  parseBuildEnvironment({ ...process.env, ...overrides })

export function readAuthSettings(): AuthSettings {
  const environment = readBuildEnvironment()
  return {
    projectId: environment.FIREBASE_PROJECT_ID,
    apiKey: environment.FIREBASE_API_KEY,
    authUrl: environment.FIREBASE_AUTH_URL,
    googleClientId: environment.GOOGLE_CLIENT_ID,
    googleUrl: environment.GOOGLE_OAUTH_URL,
  }
}

/** Null if PayPal isn't configured. */
export function readPayPalSettings(): PayPalSettings | null {
  const { PAYPAL_CLIENT_ID, PAYPAL_SDK_URL } = readBuildEnvironment()
  if (!PAYPAL_CLIENT_ID) return null
  return { clientId: PAYPAL_CLIENT_ID, scriptUrl: `${PAYPAL_SDK_URL}${payPalScriptPath}` }
}
