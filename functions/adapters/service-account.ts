import { importPKCS8, SignJWT } from 'jose'
import { z } from 'zod'

/** Where Google gives access tokens, and what the key file of a service account says of it. */
export const googleTokenUri = 'https://oauth2.googleapis.com/token'

/** What an access token is wanted for by whoever looks after readers' accounts. */
export const accountsScope = 'https://www.googleapis.com/auth/identitytoolkit'

/** The fields of a Google service account's key file that are needed. */
export const serviceAccountSchema = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      context.addIssue('must be the JSON of a service account key')
      return z.NEVER
    }
  })
  .pipe(
    z.object({
      client_email: z.email(),
      private_key: z.string().includes('PRIVATE KEY'),
      token_uri: z.url().default(googleTokenUri),
    }),
  )

export type ServiceAccount = z.infer<typeof serviceAccountSchema>

const lifetime = 3600
const renewBefore = 300

/** What the account says of itself to `audience`, signed; for an hour from `now`, in seconds. */
function createSigner({ client_email, private_key }: ServiceAccount) {
  let key: Promise<CryptoKey> | undefined
  return async (audience: string, claims: Record<string, string>, now: number) => {
    key ??= importPKCS8(private_key, 'RS256')
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(client_email)
      .setSubject(client_email)
      .setAudience(audience)
      .setIssuedAt(now)
      .setExpirationTime(now + lifetime)
      .sign(await key)
  }
}

/** Gets a token anew when the last one has less than five minutes left. */
function kept(
  get: (seconds: number) => Promise<{ readonly token: string; readonly expires: number }>,
  now: () => number,
): () => Promise<string> {
  let last: { readonly token: string; readonly expires: number } | undefined
  return async () => {
    const seconds = Math.floor(now() / 1000)
    if (!last || last.expires - renewBefore <= seconds) last = await get(seconds)
    return last.token
  }
}

/**
 * A self-signed token for Google's APIs: no round trip to an authorization server. Facts: "Service
 * account authorization without OAuth" in Google's identity documentation. `now` answers
 * milliseconds since 1970.
 */
export function serviceAccountToken(
  account: ServiceAccount,
  audience: string,
  now: () => number,
): () => Promise<string> {
  const sign = createSigner(account)
  return kept(
    async (seconds) => ({
      token: await sign(audience, {}, seconds),
      expires: seconds + lifetime,
    }),
    now,
  )
}

const grantSchema = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() })

/**
 * An access token, for those of Google's APIs that take no other: the account's signed word is
 * exchanged for it. Facts: "Using OAuth 2.0 for server to server applications". Throws where there
 * is none to be had, with a reason that names nothing secret.
 */
export function serviceAccountAccess(
  account: ServiceAccount,
  options: {
    readonly scope: string
    /** Milliseconds since 1970. */
    readonly now: () => number
    /** Milliseconds. */
    readonly timeout: number
  },
): () => Promise<string> {
  const { scope, now, timeout } = options
  const sign = createSigner(account)
  return kept(async (seconds) => {
    const response = await fetch(account.token_uri, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        assertion: await sign(account.token_uri, { scope }, seconds),
      }),
      // The signed word is for this address and no other.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout),
    })
    if (!response.ok) {
      await response.body?.cancel()
      throw new Error(`no access token: status ${response.status}`)
    }
    const grant = grantSchema.safeParse(await response.json())
    if (!grant.success) throw new Error('no access token: not an answer of Google’s')
    return { token: grant.data.access_token, expires: seconds + grant.data.expires_in }
  }, now)
}
