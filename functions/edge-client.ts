/**
 * A caller of the edge for tests: speaks HTTP to the running stack, keeps cookies as a browser
 * would, and signs in as a sample reader on the real protocol.
 */
import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { SignJWT } from 'jose'
import { type RunningStack, runningStack } from '../scripts/local/running-stack.ts'
import { samplePassword } from '../scripts/sample/readers.ts'
import { connectFirestore } from '../scripts/site/firestore.ts'
import { loadMirror, type MirroredArticle, readBody } from '../src/content/mirror.ts'
import { apiErrorSchema } from '../src/contracts/api-error.ts'
import { builtFile, parseBuiltNote } from '../src/contracts/built.ts'
import { deriveDeskKeys, signatureHeader, signRequest } from '../src/contracts/desk-signature.ts'
import { keyringSchema } from '../src/contracts/keyring.ts'
import type { ArticleAccess } from '../src/domain/article.ts'
import { noPreferences, type Preferences } from '../src/domain/preferences.ts'
import type { Mark } from './account/tokens.ts'

export const stack: RunningStack = runningStack()

const { BUILD_STATE } = stack.buildEnvironment

/** What the stack's site was built from. */
export const publishedArticles: readonly MirroredArticle[] = [
  ...loadMirror(BUILD_STATE)!.articles.values(),
]

export function articleWith(access: ArticleAccess): MirroredArticle {
  return publishedArticles.find((article) => article.access === access)!
}

/** The closed part of an article, as an entitled reader should get it. */
export function closedPartOf(slug: string): string {
  return readBody(BUILD_STATE, publishedArticles.find((article) => article.slug === slug)!).rest
}

/** The ids of pictures that appear only after a lead-in, and are as closed as its text. */
export function closedPictures(): readonly string[] {
  const closed = publishedArticles.filter(({ access }) => access !== 'public')
  const parts = closed.map(({ slug }) => closedPartOf(slug)).join()
  return [...new Set([...parts.matchAll(/\/images\/([a-z0-9-]+)\/1080/g)].map(([, id]) => id!))]
}

/** One of them. */
export function closedPictureOf(): string {
  return closedPictures()[0]!
}

/** That many seconds before now. */
export const ago = (seconds: number) => new Date(Date.now() - seconds * 1000)

/** Fails the test where the answer is not an error in the API's one shape. */
export async function errorOf(response: Response) {
  const { error } = apiErrorSchema.parse(await response.json())
  return { status: response.status, code: error.code, reason: error.reason }
}

export type EdgeClient = {
  readonly cookies: Map<string, string>
  request(path: string, init?: RequestInit & { origin?: string | null }): Promise<Response>
}

/**
 * One look at all connections, between this turn of the event loop and the one after the next: a test
 * that was busy for long would send its next request on one that the server has closed meanwhile.
 */
async function noticeClosedConnections() {
  await setImmediate()
  await setImmediate()
}

/** What Cloudflare knows of a request, for wrangler's development server. */
const cfHeader = 'MF-CF-Blob'

/** Headers of a request from this country. */
export const requestFrom = (country: string) => ({ [cfHeader]: JSON.stringify({ country }) })

/** A browser without history. Redirects are not followed. */
export function edgeClient(siteUrl = stack.siteUrl): EdgeClient {
  const cookies = new Map<string, string>()
  // Each caller has an address of its own, as in life, for the limits to count by.
  const address = `127.${crypto.getRandomValues(new Uint8Array(3)).join('.')}`
  return {
    cookies,
    async request(path, { origin, ...init } = {}) {
      const headers = new Headers(init.headers)
      headers.set('CF-Connecting-IP', address)
      // From nowhere that is known, unless a test says so: then no cookie comes with every answer.
      if (!headers.has(cfHeader)) headers.set(cfHeader, JSON.stringify({ country: 'XX' }))
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      if (cookie && !headers.has('Cookie')) headers.set('Cookie', cookie)
      const isSafe = !init.method || init.method === 'GET' || init.method === 'HEAD'
      if (!isSafe && origin !== null) headers.set('Origin', origin ?? siteUrl)
      await noticeClosedConnections()
      const response = await fetch(siteUrl + path, { redirect: 'manual', ...init, headers })
      for (const line of response.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
        if (/max-age=0/i.test(line)) cookies.delete(name!)
        else cookies.set(name!, value!)
      }
      return response
    },
  }
}

const deskKeys = await deriveDeskKeys(keyringSchema.parse(stack.deskEnvironment.DESK_KEYS))

type DeskCall = {
  readonly method?: 'POST' | 'PUT'
  readonly path: string
  readonly body: string | Uint8Array<ArrayBuffer>
}

/** What the desk would set beside a request. */
export async function deskHeaders(
  { method = 'POST', path, body }: DeskCall,
  { keys = deskKeys, at = new Date() } = {},
): Promise<Record<string, string>> {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  return { [signatureHeader]: await signRequest({ method, path, body: bytes }, keys, at) }
}

/** Asks as the desk does, which is no browser. */
export async function askAsDesk(
  call: DeskCall,
  headers?: Record<string, string>,
  siteUrl?: string,
): Promise<Response> {
  const { method = 'POST', path, body } = call
  const signed = headers ?? (await deskHeaders(call))
  return edgeClient(siteUrl).request(path, { method, body, headers: signed, origin: null })
}

/** Up to when the live site holds everything. */
export async function liveUpTo(): Promise<Date> {
  return parseBuiltNote(await (await fetch(`${stack.siteUrl}/${builtFile}`)).text())
}

/** A fresh ID token of a sample reader, from the sign-in service. */
export async function idTokenOf(reader: string, password = samplePassword): Promise<string> {
  const { IDENTITY_URL, FIREBASE_API_KEY } = stack.workerVariables
  const response = await fetch(
    `${IDENTITY_URL}/v1/accounts:signInWithPassword?key=${FIREBASE_API_KEY}`,
    {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: `${reader}@example.com`, password, returnSecureToken: true }),
    },
  )
  const { idToken } = (await response.json()) as { idToken?: string }
  if (!idToken) throw new Error(`${reader} could not sign in`)
  return idToken
}

export function openSession(client: EdgeClient, idToken: unknown): Promise<Response> {
  return client.request('/api/session', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ idToken }),
  })
}

export async function signedIn(reader: string, siteUrl?: string): Promise<EdgeClient> {
  const client = edgeClient(siteUrl)
  const response = await openSession(client, await idTokenOf(reader))
  if (response.status !== 200) throw new Error(`no session for ${reader}: ${response.status}`)
  return client
}

/** Somebody whom no other test knows. */
export type NewReader = {
  readonly uid: string
  /** The part of their address before the @, as for sample readers, whose password they have. */
  readonly name: string
  /** Signed in. */
  readonly client: EdgeClient
}

export async function newReader(): Promise<NewReader> {
  const { IDENTITY_URL, FIREBASE_API_KEY } = stack.workerVariables
  const name = `reader-${randomUUID()}`
  const response = await fetch(`${IDENTITY_URL}/v1/accounts:signUp?key=${FIREBASE_API_KEY}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      email: `${name}@example.com`,
      password: samplePassword,
      returnSecureToken: true,
    }),
  })
  const { idToken, localId } = (await response.json()) as { idToken: string; localId: string }
  const client = edgeClient()
  const opened = await openSession(client, idToken)
  if (opened.status !== 200) throw new Error(`no session for a new reader: ${opened.status}`)
  return { uid: localId, name, client }
}

/** A cookie signed with the stack's own key, of any age and content. */
export function signCookie(
  type: 'session' | 'pass' | Mark,
  claims: Record<string, unknown>,
  issuedAt: Date,
): Promise<string> {
  const [id, secret] = stack.workerVariables.SESSION_KEYS!.split(',')[0]!.split(':')
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: type, kid: id! })
    .setIssuedAt(issuedAt)
    .sign(Buffer.from(secret!, 'base64url'))
}

/** A reader of one test's own, signed in: their record, and the session that a sign-in would give. */
export async function ownReader(
  preferences: Partial<Preferences> = {},
  { isSubscribed = false } = {},
): Promise<EdgeClient & { readonly uid: string }> {
  const uid = `own-${crypto.randomUUID()}`
  const reader = {
    first_name: 'Own',
    last_name: 'Reader',
    email: `${uid}@example.com`,
    emailVerified: true,
    createdAt: ago(3600),
    preferences: { ...noPreferences, ...preferences },
  }
  const paidThrough = ago(-100 * 24 * 3600)
  const subscription = {
    subscription: { state: 'active', plan: 'annual_99', provider: 'I-1', paidThrough },
  }
  const stored = await connectFirestore(stack.buildEnvironment).commit([
    { set: `users/${uid}`, fields: reader },
    ...(isSubscribed ? [{ set: `subscriptions/${uid}`, fields: subscription }] : []),
  ])
  if (!stored.ok) throw new Error(JSON.stringify(stored.failure))
  const client = edgeClient()
  const since = Math.floor(ago(60).getTime() / 1000)
  client.cookies.set('__Host-session', await signCookie('session', { sub: uid, since }, ago(60)))
  // The rest of the cookies.
  await client.request('/api/subscription')
  return { ...client, uid }
}
