import { importPKCS8, SignJWT } from 'jose'
import { z } from 'zod'

export const googleTokenUri = 'https://oauth2.googleapis.com/token'

export const accountsScope = 'https://www.googleapis.com/auth/identitytoolkit'

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
const renewalMargin = 300

/** Signs a token for `audience`, valid for an hour. `now` is in seconds. */
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

/** Renews the token five minutes before it expires. */
function cacheToken(
  fetchToken: (seconds: number) => Promise<{ readonly token: string; readonly expires: number }>,
  now: () => number,
): () => Promise<string> {
  let cached: { readonly token: string; readonly expires: number } | undefined
  return async () => {
    const seconds = Math.floor(now() / 1000)
    if (!cached || cached.expires - renewalMargin <= seconds) cached = await fetchToken(seconds)
    return cached.token
  }
}

/**
 * Signs tokens without a token request. `now` returns milliseconds. Source: "Service account authorization without
 * OAuth" in Google's identity documentation.
 */
export function createTokenSource(
  account: ServiceAccount,
  audience: string,
  now: () => number,
): () => Promise<string> {
  const sign = createSigner(account)
  return cacheToken(
    async (seconds) => ({
      token: await sign(audience, {}, seconds),
      expires: seconds + lifetime,
    }),
    now,
  )
}

const grantSchema = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() })

/**
 * Requests tokens for Google APIs that don't accept self-signed ones. Throws an error without secrets. Source: "Using
 * OAuth 2.0 for server to server applications".
 */
export function createAccessTokenSource(
  account: ServiceAccount,
  options: {
    readonly scope: string
    readonly now: () => number
    /** In milliseconds. */
    readonly timeout: number
  },
): () => Promise<string> {
  const { scope, now, timeout } = options
  const sign = createSigner(account)
  return cacheToken(async (seconds) => {
    const response = await fetch(account.token_uri, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        assertion: await sign(account.token_uri, { scope }, seconds),
      }),
      // A redirect would pass on the signed token.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout),
    })
    if (!response.ok) {
      await response.body?.cancel()
      throw new Error(`no access token: status ${response.status}`)
    }
    const grant = grantSchema.safeParse(await response.json())
    if (!grant.success) throw new Error('no access token: not a Google response')
    return { token: grant.data.access_token, expires: seconds + grant.data.expires_in }
  }, now)
}
