/** Searches for closed text in files and in responses to callers without an entitlement. */
import { createHmac } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { devEnvironment } from '../../scripts/dev/dev-environment.ts'
import { getSealedBodyPath } from '../../src/contracts/signing/sealed-body.ts'
import { signCookie } from './edge-client.ts'

/** The word with which scripts/dev/checks/run-checks.ts loads the sample. */
export const { SENTINEL: sentinelText } = devEnvironment

/** The sentinel in every form that might leak: plain, encoded or reversed, all in lower case. */
const encodings = [
  sentinelText,
  Buffer.from(sentinelText).toString('hex'),
  ...[0, 1, 2].map((shift) =>
    Buffer.from('.'.repeat(shift) + sentinelText)
      .toString('base64')
      .slice(Math.ceil((shift * 8) / 6), -4),
  ),
  [...sentinelText].reverse().join(''),
].map((form) => form.toLowerCase())

/** Decompresses the search index. */
function decompress(bytes: Buffer): Buffer[] {
  const texts = [bytes]
  for (const open of [gunzipSync, inflateSync, brotliDecompressSync]) {
    try {
      texts.push(open(bytes))
    } catch {
      // The text isn't compressed in this format.
    }
  }
  return texts
}

export const readText = (file: string) =>
  Buffer.concat(decompress(readFileSync(file))).toString('utf8')

export function findLeaks(bytes: Buffer): boolean {
  return decompress(bytes).some((content) => {
    const text = content.toString('latin1').toLowerCase()
    return encodings.some((form) => text.includes(form))
  })
}

export function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

/** Lists spellings of an address that might bypass a rule. */
function spellPaths(slug: string): string[] {
  const sealed = getSealedBodyPath(slug)
  const api = `/api/articles/${slug}/body`
  const drafts = [`/preview/${slug}`, `/api/preview/${slug}/body`]
  const plain = [`/${slug}`, sealed, api, ...drafts]
  const encoded = (path: string) =>
    path.replace(/[a-z]/, (shiftLetter) => `%${shiftLetter.charCodeAt(0).toString(16)}`)
  return plain.flatMap((path) => [
    path,
    `${path}/`,
    `/${path}`,
    path.replaceAll('/', '//'),
    path.toUpperCase(),
    encoded(path),
    encoded(path).replace('%', '%25'),
    path.replace(slug, encoded(slug)),
    path.replaceAll('/', '%2f'),
    `/.${path}`,
    `/x/..${path}`,
    `/x/%2e%2e${path}`,
    `${path}.html`,
    `${path}.json`,
    `${path}.md`,
    `${path};x`,
    `${path}%00`,
    `${path}?x=1`,
    `${path}?entitled=true&preview=1`,
    `${path}\\`,
  ])
}

/** Requests a story's closed part without an entitlement, in every way that might bypass a rule. */
export async function requestVariants(
  slug: string,
  siteUrl: string,
  more: readonly string[] = [],
): Promise<LeakFindings> {
  const now = new Date()
  const unsigned = (claims: object) =>
    `${Buffer.from('{"alg":"none","typ":"pass"}').toString('base64url')}.${Buffer.from(
      JSON.stringify(claims),
    ).toString('base64url')}.`
  const claims = { sub: 'sample-subscriber', iat: now.getTime() / 1000, entitled: true }
  const wrongKey = createHmac('sha256', 'guess').update('x').digest('base64url')
  const realPass = await signCookie(
    'pass',
    { ...claims, status: 'isSubscribed', detail: 'active', until: null },
    now,
  )
  const cookies = [
    '',
    'reader=isSubscribed.open',
    `__Host-session=${unsigned(claims)}; __Host-pass=${unsigned(claims)}; reader=isSubscribed.open`,
    `__Host-session=a.${wrongKey}.b; __Host-pass=${realPass}`,
    `__Host-session=${realPass}; __Host-pass=${realPass}`,
  ]
  const headers: Record<string, string>[] = [
    {},
    { Range: 'bytes=0-200000' },
    { Range: 'bytes=-500' },
    { 'If-None-Match': '*' },
    { 'If-Modified-Since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
    { 'User-Agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' },
    { 'X-Original-URL': getSealedBodyPath(slug), 'X-Rewrite-URL': getSealedBodyPath(slug) },
    { 'X-Forwarded-Host': 'localhost', Accept: 'application/json' },
  ]
  const found: LeakFindings = { leaks: [], answers: 0, sealedAnswers: new Set() }
  const inspectResponse = async (path: string, method: string, extra: Record<string, string>) => {
    const { status, headers: answered, body } = await rawRequest(siteUrl, path, method, extra)
    found.answers++
    if (/^\/\/?sealed\/[a-z0-9]/.test(path)) found.sealedAnswers.add(status)
    if (findLeaks(body) || findLeaks(Buffer.from(answered))) {
      found.leaks.push(`${method} ${path} ${JSON.stringify(extra)}`)
    }
  }
  const requests: Promise<void>[] = []
  const inspect = (...args: Parameters<typeof inspectResponse>) =>
    requests.push(inspectResponse(...args))
  for (const path of [...spellPaths(slug), ...more]) {
    inspect(path, 'GET', {})
    inspect(path, 'HEAD', {})
  }
  const forgedClaims = Buffer.from(`{"sub":"${slug}","exp":4102444800}`).toString('base64url')
  const forgedToken = `eyJhbGciOiJIUzI1NiIsInR5cCI6InByZXZpZXciLCJraWQiOiIxIn0.${forgedClaims}.${'A'.repeat(43)}`
  for (const path of [
    `/${slug}`,
    getSealedBodyPath(slug),
    `/api/articles/${slug}/body`,
    `/preview/${slug}?token=${forgedToken}`,
    `/api/preview/${slug}/body?token=${forgedToken}`,
  ]) {
    for (const extra of headers) inspect(path, 'GET', extra)
    for (const cookie of cookies) inspect(path, 'GET', { Cookie: cookie })
    for (const method of ['POST', 'PUT', 'OPTIONS']) inspect(path, method, {})
  }
  await Promise.all(requests)
  return found
}

type LeakFindings = { leaks: string[]; answers: number; sealedAnswers: Set<number> }

/** Lets hundreds of requests share a few connections. */
const agent = new Agent({ keepAlive: true, maxSockets: 8 })

/** Sends the path unchanged, because `fetch` would normalise it. */
function rawRequest(
  siteUrl: string,
  path: string,
  method: string,
  headers: Record<string, string>,
): Promise<{ status: number; headers: string; body: Buffer }> {
  const { hostname, port } = new URL(siteUrl)
  const address = `127.${crypto.getRandomValues(new Uint8Array(3)).join('.')}`
  return new Promise((resolve, reject) => {
    request(
      { agent, hostname, port, path, method, headers: { ...headers, 'CF-Connecting-IP': address } },
      async (answer) => {
        const headers = answer.rawHeaders.join('\n')
        resolve({ status: answer.statusCode!, headers, body: await buffer(answer) })
      },
    )
      .on('error', reject)
      .end()
  })
}
