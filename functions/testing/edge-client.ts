import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import { SignJWT } from 'jose'
import { samplePassword } from '../../scripts/dev/sample/sample-readers.ts'
import { callIdentityApi } from '../../scripts/dev/stack/emulator-accounts.ts'
import { connectFirestore } from '../../scripts/shared/connect-firestore.ts'
import { type RunningStack, readRunningStack } from '../../scripts/shared/running-stack.ts'
import { type ArticleCopy, loadContentCopy, readBody } from '../../src/content/content-copy.ts'
import { isListedItem } from '../../src/contracts/device-storage.ts'
import { type ApiErrorCode, apiErrorSchema } from '../../src/contracts/endpoints/api-error.ts'
import { type Endpoint, listErrors } from '../../src/contracts/endpoints/endpoint.ts'
import {
  formatQuery,
  getEndpointPath,
  resolveRoute,
} from '../../src/contracts/endpoints/endpoint-path.ts'
import { type ApiRoute, api } from '../../src/contracts/endpoints/endpoints.ts'
import type { HealthDetails } from '../../src/contracts/endpoints/health-endpoints.ts'
import { signClosedFiles } from '../../src/contracts/signing/closed-file-address.ts'
import { signatureHeader, signRequest } from '../../src/contracts/signing/desk-signature.ts'
import { keyringSchema } from '../../src/contracts/signing/keyring.ts'
import { deriveSealingKeys } from '../../src/contracts/signing/sealed-body.ts'
import { importSigningKeys } from '../../src/contracts/signing/signed-token.ts'
import {
  buildTimestampFile,
  parseBuildTimestamp,
} from '../../src/contracts/site-files/build-timestamp.ts'
import type { ArticleAccess } from '../../src/domain/article.ts'
import {
  defaultStoredPreferences,
  type StoredPreferences,
} from '../../src/domain/preferences/stored-preferences.ts'
import type { TokenType } from '../identity/session-tokens.ts'
import { unwrap } from './unwrap.ts'

export const stack: RunningStack = readRunningStack()

const endpoints: readonly Endpoint[] = Object.values(api)

const { BUILD_STATE } = stack.buildEnvironment

export const publishedArticles: readonly ArticleCopy[] = [
  ...loadContentCopy(BUILD_STATE)!.articles.values(),
]

export function findArticle(access: ArticleAccess): ArticleCopy {
  return publishedArticles.find((article) => article.access === access)!
}

export const getArticleBodyPath = (slug: string) =>
  getEndpointPath('GET /api/articles/:slug/body', { slug })

function readRest(slug: string): string {
  return readBody(BUILD_STATE, publishedArticles.find((article) => article.slug === slug)!).rest
}

/** Reads a story's closed part as a reader gets it. */
export const readClosedPart = async (
  slug: string,
  keyring = stack.workerVariables.SEALING_KEYS!,
): Promise<string> =>
  signClosedFiles(slug, readRest(slug), await deriveSealingKeys(keyringSchema.parse(keyring)))

/** Lists images that appear only in closed parts, and so are closed themselves. Their addresses aren't signed. */
export function listClosedImages(slugs: readonly string[] = listClosedSlugs()): readonly string[] {
  const parts = slugs.map(readRest).join()
  return [...new Set([...parts.matchAll(/\/images\/([a-z0-9-]+)\/1080/g)].map(([, id]) => id!))]
}

const listClosedSlugs = () =>
  publishedArticles.flatMap(({ access, slug }) => (access === 'public' ? [] : [slug]))

export const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000)

/** Returns the error's message. */
export async function expectError(
  response: Response | Promise<Response>,
  status: number,
  code: ApiErrorCode,
  reason?: string,
): Promise<string> {
  const received = await response
  const { error } = apiErrorSchema.parse(await received.json())
  assert.deepEqual({ status: received.status, code: error.code }, { status, code })
  if (reason !== undefined) assert.equal(error.reason, reason)
  return error.message
}

type ClientInit = RequestInit & { readonly origin?: string | null | undefined }
type SendInit = ClientInit & { readonly params?: Readonly<Record<string, unknown>> }

export type EdgeClient = {
  readonly cookies: Map<string, string>
  request(path: string, init?: ClientInit): Promise<Response>
  /** Calls an endpoint. A string is sent unchanged, and any other body as JSON. */
  send(route: ApiRoute, body?: unknown, init?: SendInit): Promise<Response>
  fetchJson(route: ApiRoute, body?: unknown, init?: SendInit): Promise<unknown>
}

/** Wrangler's development server uses this header in place of Cloudflare's data about a request. */
export const cfHeader = 'MF-CF-Blob'

/** Throws unless the response is the endpoint's declared output or one of its errors. */
async function expectDefinedResponse(method: string, path: string, response: Response) {
  const { pathname } = new URL(path, stack.siteUrl)
  const endpoint = endpoints.find(
    (one) => one.method === method && new URLPattern({ pathname: one.path }).test({ pathname }),
  )
  if (!endpoint || response.status === 303) return
  const isJson = response.headers.get('Content-Type')?.startsWith('application/json')
  const body = isJson ? await response.clone().json() : undefined
  const problem = `${endpoint.route} answered ${response.status} ${JSON.stringify(body)}`
  const error = apiErrorSchema.safeParse(body).data?.error
  if (error) {
    if (!listErrors(endpoint).includes(error.code)) throw new Error(problem)
  } else if (typeof endpoint.response === 'object') {
    if (!isDeepStrictEqual(endpoint.response.parse(body), body)) throw new Error(problem)
  } else if (!response.ok || (endpoint.response === 'empty' && (await response.clone().text()))) {
    throw new Error(problem)
  }
}

/** Creates a browser without cookies. It doesn't follow redirects. */
export function createEdgeClient(siteUrl = stack.siteUrl): EdgeClient {
  const cookies = new Map<string, string>()
  // A random address, because rate limits count by address.
  const address = `127.${crypto.getRandomValues(new Uint8Array(3)).join('.')}`

  async function request(path: string, { origin, ...init }: ClientInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    headers.set('CF-Connecting-IP', address)
    // Without a known country, no country cookie is set.
    if (!headers.has(cfHeader)) headers.set(cfHeader, JSON.stringify({ country: 'XX' }))
    if (cookies.size > 0 && !headers.has('Cookie')) headers.set('Cookie', formatCookies(cookies))
    // workerd closes idle connections and the connections of unread requests, which `fetch` may detect too late.
    headers.set('Connection', 'close')
    const isSafe = !init.method || init.method === 'GET' || init.method === 'HEAD'
    if (!isSafe && origin !== null) headers.set('Origin', origin ?? siteUrl)
    const response = await fetch(siteUrl + path, { redirect: 'manual', ...init, headers })
    await expectDefinedResponse(init.method ?? 'GET', path, response)
    storeCookies(response, cookies)
    return response
  }

  function send(route: ApiRoute, body?: unknown, { params, ...init }: SendInit = {}) {
    const { method, path, rest } = resolveRoute(route, params)
    if (body === undefined) return request(path + formatQuery(rest), { method, ...init })
    return request(path + formatQuery(rest), {
      method,
      ...init,
      headers: { 'Content-Type': 'application/json', ...init.headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  }
  return {
    cookies,
    request,
    send,
    fetchJson: async (...call) => (await send(...call)).json(),
  }
}

export const formatCookies = (cookies: ReadonlyMap<string, string>) =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

function storeCookies(response: Response, cookies: Map<string, string>) {
  for (const line of response.headers.getSetCookie()) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
    if (!isListedItem('cookie', name!)) throw new Error(`The privacy page doesn’t list ${name}`)
    if (/max-age=0/i.test(line)) cookies.delete(name!)
    else cookies.set(name!, value!)
  }
}

const deskKeys = await importSigningKeys(keyringSchema.parse(stack.deskEnvironment.DESK_KEYS))

type DeskCall = {
  readonly method?: Endpoint['method']
  readonly path: string
  readonly body: string | Uint8Array<ArrayBuffer>
}

export async function signDeskRequest(
  { method = 'POST', path, body }: DeskCall,
  { keys = deskKeys, at = new Date() } = {},
): Promise<Record<string, string>> {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  return { [signatureHeader]: await signRequest({ method, path, body: bytes }, keys, at) }
}

/** Sends a signed request without an Origin header, because the desk isn't a browser. */
export async function sendAsDesk(
  call: DeskCall,
  headers?: Record<string, string>,
  siteUrl?: string,
): Promise<Response> {
  const { method = 'POST', path, body } = call
  const init = {
    method,
    ...(method === 'GET' ? {} : { body }),
    headers: headers ?? (await signDeskRequest(call)),
    origin: null,
  }
  return createEdgeClient(siteUrl).request(path, init)
}

/** Returns every check of a site's health. */
export async function readStatus(siteUrl?: string): Promise<HealthDetails> {
  const path = getEndpointPath('GET /api/status')
  const response = await sendAsDesk({ method: 'GET', path, body: '' }, undefined, siteUrl)
  return (await response.json()) as HealthDetails
}

export async function readLiveTime(): Promise<Date> {
  return parseBuildTimestamp(await (await fetch(`${stack.siteUrl}/${buildTimestampFile}`)).text())
}

export async function signInForToken(reader: string): Promise<string> {
  const credentials = { email: `${reader}@example.com`, password: samplePassword }
  return (await callIdentityApi(stack, 'signInWithPassword', credentials)).idToken!
}

export const openSession = (client: EdgeClient, idToken: unknown) =>
  client.send('POST /api/session', { idToken })

export async function expectSession(client: EdgeClient, idToken: string): Promise<EdgeClient> {
  assert.equal((await openSession(client, idToken)).status, 200)
  return client
}

export const createSignedInClient = async (reader: string, siteUrl?: string) =>
  expectSession(createEdgeClient(siteUrl), await signInForToken(reader))

export async function signUpReader() {
  const name = `reader-${crypto.randomUUID()}`
  const credentials = { email: `${name}@example.com`, password: samplePassword }
  const { idToken, localId } = await callIdentityApi(stack, 'signUp', credentials)
  return { uid: localId!, name, client: await expectSession(createEdgeClient(), idToken!) }
}

export function signCookie(
  type: 'session' | 'pass' | TokenType,
  claims: Record<string, unknown>,
  issuedAt: Date,
): Promise<string> {
  const [id, secret] = stack.workerVariables.SESSION_KEYS!.split(',')[0]!.split(':')
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: type, kid: id! })
    .setIssuedAt(issuedAt)
    .sign(Buffer.from(secret!, 'base64url'))
}

export async function setSession(client: EdgeClient, uid: string, since: number, issuedAt: Date) {
  const session = await signCookie('session', { sub: uid, since }, issuedAt)
  client.cookies.set('__Host-session', session)
}

/** Creates a reader by writing the record and session directly, without Firebase. */
export async function createReaderWithSession(
  preferences: Partial<StoredPreferences> = {},
  { isSubscribed = false } = {},
): Promise<EdgeClient & { readonly uid: string }> {
  const uid = `own-${crypto.randomUUID()}`
  const reader = {
    first_name: 'Own',
    last_name: 'Reader',
    email: `${uid}@example.com`,
    emailVerified: true,
    createdAt: secondsAgo(3600),
    preferences: { ...defaultStoredPreferences, ...preferences },
  }
  const paidThrough = secondsAgo(-100 * 24 * 3600)
  const subscription = {
    subscription: { state: 'active', plan: 'annual_99', provider: 'I-1', paidThrough },
  }
  unwrap(
    await connectFirestore(stack.buildEnvironment).commit([
      { set: `users/${uid}`, fields: reader },
      ...(isSubscribed ? [{ set: `subscriptions/${uid}`, fields: subscription }] : []),
    ]),
  )
  const client = createEdgeClient()
  const signedInAt = secondsAgo(60)
  await setSession(client, uid, Math.floor(signedInAt.getTime() / 1000), signedInAt)
  // The call sets the other cookies.
  await client.send('GET /api/subscription')
  return { ...client, uid }
}

/** Reads the body, because `fetch` throws an uncatchable error if a connection ends earlier (nodejs/undici#5360). */
export async function fetchStatus(client: EdgeClient, path: string): Promise<number> {
  const response = await client.request(path)
  await response.arrayBuffer()
  return response.status
}
