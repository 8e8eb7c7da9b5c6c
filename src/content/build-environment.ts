/**
 * The only file that reads the build's environment. A missing or invalid variable makes the build fail with the
 * variable's name.
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
  /** An origin; a trailing slash is removed. */
  SITE_URL: z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/$/, '')),
  FIREBASE_PROJECT_ID: z.string().min(1),
  FIRESTORE_URL: z.url().default('https://firestore.googleapis.com'),
  /** The JSON key of a service account that can read the publication's collections. */
  FIREBASE_SERVICE_ACCOUNT: z.string().min(1),
  /** Public. Identifies the project to Firebase Auth. */
  FIREBASE_API_KEY: z.string().min(1),
  /** Firebase Auth's URL for browsers; empty for Google's own. */
  FIREBASE_AUTH_URL: z.union([z.url(), z.literal('')]).default(''),
  /** Public. The client ID for Google sign-in, which is off without it. */
  GOOGLE_CLIENT_ID: z.string().default(''),
  /** Google's sign-in page, or a fake's in the local stack. */
  GOOGLE_OAUTH_URL: z.url().default(googleDefaultUrl),
  /** Public. The reCAPTCHA v3 key, without which there is no bot check. */
  RECAPTCHA_SITE_KEY: z.string().default(''),
  RECAPTCHA_URL: z.url().default(botCheckDefaultUrl),
  /** Public. PayPal's client ID, without which plans are offered by email. */
  PAYPAL_CLIENT_ID: z.string().default(''),
  /** The origin of PayPal's browser script, or a fake's in the local stack. */
  PAYPAL_SDK_URL: z.url().default(payPalDefaultUrl),
  SEALING_KEYS: keyringSchema,
  /** Whether encrypted bodies are files of the site or objects in R2, where their number isn't limited. */
  SEALED_BODIES: z.enum(['site', 'r2']).default('site'),
  /** How many of the newest stories the build renders; all if empty. The Worker renders the others on demand. */
  PRERENDERED_STORIES: z.preprocess(
    (value) => (value === '' ? undefined : value),
    z.coerce.number().int().positive().optional(),
  ),
  /** Turns off the changes to Astro's and Vite's output (scripts/build/README.md). */
  PLAIN_BUILD: z.enum(['', '1']).default('').transform(Boolean),
  /** The folder of everything stored between builds: the content copy, rendered bodies and Astro's cache. */
  BUILD_STATE: z.string().min(1).default('.local/build'),
  BUILD_OUTPUT: z.string().min(1).default('dist'),
  /** `full` reads all documents again. */
  CONTENT_SYNC: z.enum(['incremental', 'full']).default('incremental'),
})

export type BuildEnvironment = z.infer<typeof buildEnvironmentSchema>

/** The message is for the operator, and never contains a variable's value. */
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

/** Describes all problems in the same way, because zod's messages are for developers. */
export function listVariableProblems({ issues }: z.ZodError, source: Source) {
  return issues.map((issue) => {
    const name = issue.path.join('.')
    if (!source[name]) return { name, problem: 'isn’t set' }
    return { name, problem: describeAllowed(issue) ?? 'is invalid' }
  })
}

/** Returns null if the rule has no short description. */
function describeAllowed(issue: z.core.$ZodIssue): string | null {
  if (issue.code === 'invalid_value') return `must be ${issue.values.join(' or ')}`
  if (issue.code === 'invalid_format' && issue.format === 'url')
    return 'must be an address, such as https://your.domain'
  return null
}

/** `overrides` take precedence over the process's environment. */
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

/** Returns null if PayPal isn't configured. */
export function readPayPalSettings(): PayPalSettings | null {
  const { PAYPAL_CLIENT_ID, PAYPAL_SDK_URL } = readBuildEnvironment()
  if (!PAYPAL_CLIENT_ID) return null
  return { clientId: PAYPAL_CLIENT_ID, scriptUrl: `${PAYPAL_SDK_URL}${payPalScriptPath}` }
}
