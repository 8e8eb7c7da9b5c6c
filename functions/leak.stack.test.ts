/**
 * The leak test: every paragraph behind a lead-in carries a sentinel, and no file of the built site
 * and no answer to anybody without an entitlement carries one.
 */
import { createHmac } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { connectFirestore } from '../scripts/site/firestore.ts'
import { readBody } from '../src/content/mirror.ts'
import { sealedBodyPath } from '../src/contracts/sealed-body.ts'
import { edgeClient, publishedArticles, signCookie, signedIn, stack } from './edge-client.ts'

/** The same word that check.ts loads the sample with. */
const sentinel = process.env.SENTINEL!
const { BUILD_OUTPUT, BUILD_STATE } = stack.buildEnvironment
const closed = publishedArticles.filter((article) => article.access !== 'public')

/** The sentinel as it might be written: plain, in other case, encoded, or reversed. */
const forms = [
  sentinel,
  Buffer.from(sentinel).toString('hex'),
  ...[0, 1, 2].map((shift) =>
    Buffer.from('.'.repeat(shift) + sentinel)
      .toString('base64')
      .slice(Math.ceil((shift * 8) / 6), -4),
  ),
  [...sentinel].reverse().join(''),
].map((form) => form.toLowerCase())

/** As they are, and opened in every way in which they may be compressed: the search index is. */
function opened(bytes: Buffer): Buffer[] {
  const texts = [bytes]
  for (const open of [gunzipSync, inflateSync, brotliDecompressSync]) {
    try {
      texts.push(open(bytes))
    } catch {
      // Not compressed in this way.
    }
  }
  return texts
}

const textOf = (file: string) => Buffer.concat(opened(readFileSync(file))).toString('utf8')

function leaksIn(bytes: Buffer): boolean {
  return opened(bytes).some((content) => {
    const text = content.toString('latin1').toLowerCase()
    return forms.some((form) => text.includes(form))
  })
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

describe('the sentinel', () => {
  it('stands behind every lead-in, so that the rest of this file says something', async () => {
    expect(sentinel?.length).toBeGreaterThan(15)
    expect(closed.length).toBeGreaterThan(35)
    for (const article of closed) {
      const { leadIn, rest } = readBody(BUILD_STATE, article)
      expect(leaksIn(Buffer.from(leadIn))).toBe(false)
      // A pull quote repeats a sentence of the text, and carries none itself.
      const text = rest.replace(/<aside[\s\S]*?<\/aside>/g, '')
      const paragraphs = text.split('</p>').filter((part) => /<p>[^<]{80}/.test(part))
      // From the first one on: a cut that slips by one paragraph must show.
      expect(paragraphs[0]).toContain(sentinel)
      expect(paragraphs.filter((part) => !part.includes(sentinel))).toEqual([])
    }
  })

  it('is what an entitled reader gets, and is found in each way in which it is looked for', async () => {
    const client = await signedIn('subscriber')
    const { slug } = closed[0]!
    const text = await (await client.request(`/api/articles/${slug}/body`)).text()
    expect(leaksIn(Buffer.from(text))).toBe(true)
    expect(leaksIn(Buffer.from(Buffer.from(`x${text}`).toString('base64')))).toBe(true)
  })
})

describe('the search index', () => {
  const index = filesOf(join(BUILD_OUTPUT, 'client', 'pagefind'))

  it('can be read by this test: every article’s lead-in is found in it', () => {
    const entries = index.filter((file) => file.endsWith('.pf_fragment')).map(textOf)
    expect(entries.length).toBeGreaterThan(closed.length)
    for (const article of publishedArticles) {
      const entry = entries.find((text) => text.includes(`"url":"/${article.slug}"`))
      const [first] = readBody(BUILD_STATE, article).leadIn.match(/[\w’]+(?: [\w’]+){4}/)!
      expect(entry, article.slug).toContain(first)
    }
    // The lists of words, in which a leak would show as well.
    const words = index.filter((file) => file.endsWith('.pf_index')).map(textOf)
    expect(words.some((text) => text.includes('verandah') || text.includes('lahor'))).toBe(true)
  })

  it('has no words from behind a lead-in', () => {
    expect(index.filter((file) => leaksIn(readFileSync(file)))).toEqual([])
  })
})

describe('no file of the site', () => {
  it('carries closed text', () => {
    const files = filesOf(BUILD_OUTPUT)
    expect(files.length).toBeGreaterThan(closed.length * 2)
    // What machines read lies there too, whatever its ending.
    const forMachines = ['feed', 'feed.json', 'category/culture/feed', 'sitemap.xml']
    const client = join(BUILD_OUTPUT, 'client')
    expect(files).toEqual(expect.arrayContaining(forMachines.map((file) => join(client, file))))
    expect(files.filter((file) => leaksIn(readFileSync(file)))).toEqual([])
  })

  it('names a picture from behind a lead-in', () => {
    const ids = closed.flatMap((article) =>
      [...readBody(BUILD_STATE, article).rest.matchAll(/\/images\/([a-z0-9-]+)\/1080/g)].map(
        (match) => match[1]!,
      ),
    )
    expect(ids.length).toBeGreaterThan(0)
    for (const file of filesOf(BUILD_OUTPUT)) {
      const text = textOf(file)
      expect(ids.filter((id) => text.includes(id))).toEqual([])
    }
  })

  it('carries anything of an article that is not published', async () => {
    const firestore = connectFirestore(stack.buildEnvironment)
    const answer = await firestore.query({ collection: 'articles' })
    if (!answer.ok) throw new Error('no articles')
    const hidden = answer.value.documents.filter(({ fields }) => fields.status !== 'published')
    expect(hidden.map(({ fields }) => fields.status).sort()).toEqual([
      'draft',
      'scheduled',
      'withdrawn',
    ])
    for (const file of filesOf(BUILD_OUTPUT)) {
      const text = textOf(file)
      for (const { id, fields } of hidden) {
        expect(text.includes(id) || text.includes(String(fields.title))).toBe(false)
      }
    }
    for (const { id } of hidden) {
      expect((await edgeClient().request(`/${id}`)).status).toBe(404)
    }
  })
})

/** The ways in which somebody may write an address to get past a rule that looks at it. */
function addressesOf(slug: string): string[] {
  const sealed = sealedBodyPath(slug)
  const api = `/api/articles/${slug}/body`
  const drafts = [`/preview/${slug}`, `/api/preview/${slug}/body`]
  const plain = [`/${slug}`, sealed, api, ...drafts]
  const encoded = (path: string) =>
    path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`)
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

async function requestVariants(slug: string): Promise<Found> {
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
    { 'X-Original-URL': sealedBodyPath(slug), 'X-Rewrite-URL': sealedBodyPath(slug) },
    { 'X-Forwarded-Host': 'localhost', Accept: 'application/json' },
  ]
  const found: Found = { leaks: [], answers: 0, sealedAnswers: new Set() }
  const look = async (path: string, method: string, extra: Record<string, string>) => {
    const { status, headers: answered, body } = await rawRequest(path, method, extra)
    found.answers++
    if (/^\/\/?sealed\/[a-z]/.test(path)) found.sealedAnswers.add(status)
    if (leaksIn(body) || leaksIn(Buffer.from(answered))) {
      found.leaks.push(`${method} ${path} ${JSON.stringify(extra)}`)
    }
  }
  for (const path of addressesOf(slug)) {
    await look(path, 'GET', {})
    await look(path, 'HEAD', {})
  }
  const signature = `key=1&until=4102444800&signature=${'A'.repeat(43)}`
  for (const path of [
    `/${slug}`,
    sealedBodyPath(slug),
    `/api/articles/${slug}/body`,
    `/preview/${slug}?${signature}`,
    `/api/preview/${slug}/body?${signature}`,
  ]) {
    for (const extra of headers) await look(path, 'GET', extra)
    for (const cookie of cookies) await look(path, 'GET', { Cookie: cookie })
    for (const method of ['POST', 'PUT', 'OPTIONS']) await look(path, method, {})
  }
  return found
}

type Found = { leaks: string[]; answers: number; sealedAnswers: Set<number> }
type RawAnswer = { status: number; headers: string; body: Buffer }

/** Sends the path as it is written: fetch would tidy it up first. A refused request is an error. */
function rawRequest(
  path: string,
  method: string,
  headers: Record<string, string>,
): Promise<RawAnswer> {
  const { hostname, port } = new URL(stack.siteUrl)
  const address = `127.${crypto.getRandomValues(new Uint8Array(3)).join('.')}`
  return new Promise((resolve, reject) => {
    const sent = request(
      { hostname, port, path, method, headers: { ...headers, 'CF-Connecting-IP': address } },
      async (answer) => {
        const chunks: Buffer[] = []
        for await (const chunk of answer) chunks.push(chunk)
        resolve({
          status: answer.statusCode!,
          headers: answer.rawHeaders.join('\n'),
          body: Buffer.concat(chunks),
        })
      },
    )
    sent.on('error', reject)
    sent.end()
  })
}

describe('no answer to the unentitled', () => {
  it('carries closed text, in whatever way the address is written or asked for', async () => {
    const samples = [
      closed.find((article) => article.access === 'members')!,
      closed.find((article) => article.access === 'metered')!,
    ]
    for (const { slug } of samples) {
      const { leaks, answers, sealedAnswers } = await requestVariants(slug)
      expect(leaks).toEqual([])
      expect(answers).toBeGreaterThan(150)
      // Sealed bytes carry no sentinel, so that they are refused is asked for by itself. An odd
      // spelling may be sent to the plain one, which is refused as well.
      expect([...sealedAnswers].filter((status) => status !== 404 && status !== 307)).toEqual([])
      expect(sealedAnswers.has(404)).toBe(true)
    }
  })

  it('carries closed text after a subscriber’s visit', async () => {
    const subscriber = await signedIn('subscriber')
    const lapsed = await signedIn('lapsed')
    for (const { slug } of closed) {
      const path = `/api/articles/${slug}/body`
      expect((await subscriber.request(path)).status).toBe(200)
      for (const client of [edgeClient(), lapsed]) {
        for (const address of [`/${slug}`, path, sealedBodyPath(slug)]) {
          const response = await client.request(address)
          expect(leaksIn(Buffer.from(await response.arrayBuffer()))).toBe(false)
        }
      }
    }
  })
})
