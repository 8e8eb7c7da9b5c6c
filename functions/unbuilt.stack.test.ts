/**
 * What was written into the database since the build: read at once where it is published, given to
 * nobody where it is withdrawn, and led on to where it has moved once that is built. On an edge of its
 * own, whose calls of Firestore are counted and can be made to fail.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type FaultyEdge, startFaultyEdge } from '../scripts/local/faulty-edge.ts'
import { connectFirestore } from '../scripts/site/firestore.ts'
import { articleBodyPath } from '../src/contracts/article-body.ts'
import { redirectKey } from '../src/domain/redirect.ts'
import type { Fields } from './adapters/firestore-values.ts'
import { articleWith, closedPartOf, edgeClient, errorOf, signedIn, stack } from './edge-client.ts'
import { rememberedFor } from './publishing/changed-list.ts'

const firestore = connectFirestore(stack.buildEnvironment)
const secret = 'quetzalcoatlus'
const body = `The open part of it.\n\n<!-- more -->\n\nThe ${secret} is closed.\n\n## A heading`
const slug = 'only-just-published'
const builtSlug = articleWith('members').slug

/** Articles that no page may show, by what they are. */
const unfit: Record<string, Fields> = {
  draft: { status: 'draft' },
  scheduled: { status: 'scheduled' },
  withdrawn: { status: 'withdrawn' },
  'no-article': { category: 'gossip' },
  'open-by-mistake': { body: `The ${secret} is short.` },
  'by-nobody': { authors: ['nobody'] },
}

let edge: FaultyEdge
let template: Fields
const written = new Set<string>()
const originals = new Map<string, Fields>()

async function commit(...writes: Parameters<typeof firestore.commit>[0][number][]) {
  const committed = await firestore.commit(writes)
  if (!committed.ok) throw new Error(JSON.stringify(committed.failure))
}

async function write(path: string, fields: Fields) {
  written.add(path)
  await commit({ set: path, fields, serverTimes: ['updatedAt'] })
}

const publish = (fields: Fields = {}, id = slug) =>
  write(`articles/${id}`, { ...template, title: 'Only just published', body, ...fields })

/** Changes an article of the sample until the end of the test. */
async function change(id: string, fields: Fields) {
  const path = `articles/${id}`
  const stored = await firestore.get(path)
  if (!stored.ok || !stored.value) throw new Error(`${path} is not there`)
  originals.set(path, stored.value.fields)
  await commit({
    set: path,
    fields: { ...stored.value.fields, ...fields },
    serverTimes: ['updatedAt'],
  })
}

beforeAll(async () => {
  const stored = await firestore.get(`articles/${builtSlug}`)
  if (!stored.ok || !stored.value) throw new Error('no sample')
  template = stored.value.fields
  edge = await startFaultyEdge()
  await publish({ access: 'public' }, `${slug}-public`)
  for (const [name, fields] of Object.entries(unfit)) await publish(fields, `${slug}-${name}`)
  // The last, so that a list that has it has all of them.
  await publish()
})
afterAll(async () => {
  for (const path of written) await commit({ remove: path })
  await edge.stop()
})

afterEach(async () => {
  await edge.firestore.become('well')
  // As of now: lists that have the change have to see its end.
  for (const [path, fields] of originals) {
    await commit({ set: path, fields, serverTimes: ['updatedAt'] })
  }
  originals.clear()
})

const guest = () => edgeClient(edge.url)
const subscriber = () => signedIn('subscriber', edge.url)

async function get(path: string, client = guest()) {
  const response = await client.request(path)
  return { response, status: response.status, text: await response.text() }
}

/** As soon as the list is asked for again. */
const soon = { timeout: rememberedFor * 3, interval: 250 }

async function becomes(path: string, status: number, client = guest()) {
  await expect.poll(async () => (await get(path, client)).status, soon).toBe(status)
  return get(path, client)
}

describe('an article that was published since the build', () => {
  it('is there with its lead-in, and with nothing of its closed part', async () => {
    const { response, text } = await becomes(`/${slug}`, 200)
    expect(response.headers.get('Content-Type')).toMatch(/^text\/html/)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(response.headers.get('Content-Security-Policy')).toMatch(/script-src 'self'.*'sha256-/)
    expect(text).toContain('<h1')
    expect(text).toContain('The open part of it.')
    expect(text).toContain('"isAccessibleForFree":false')
    expect(text).toContain(`data-body="${articleBodyPath(slug)}"`)
    expect(text).not.toContain(secret)
    expect(text).not.toContain('A heading')
    const head = await guest().request(`/${slug}`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  it('gives its closed part to whom it is open, and to nobody else', async () => {
    const path = articleBodyPath(slug)
    const { response, text, status } = await get(path, await subscriber())
    expect(status).toBe(200)
    expect(response.headers.get('Cache-Control')).toBe('private, no-store')
    expect(text).toBe(`<p>The ${secret} is closed.</p>\n<h2>A heading</h2>`)
    expect(await errorOf(await guest().request(path))).toMatchObject({ status: 401 })
    const lapsed = await signedIn('lapsed', edge.url)
    expect(await errorOf(await lapsed.request(path))).toMatchObject({
      status: 403,
      reason: 'ended',
    })
  })

  it('carries its whole text where everybody may read it, and has no closed part', async () => {
    const { status, text } = await get(`/${slug}-public`)
    expect(status).toBe(200)
    expect(text).toContain(secret)
    expect(text).not.toContain('data-wall')
    expect((await get(articleBodyPath(`${slug}-public`), await subscriber())).status).toBe(404)
  })

  it('is not there where it is not published, or not fit to be', async () => {
    const reader = await subscriber()
    const found = Object.keys(unfit).map(async (name) => {
      const { status, text } = await get(`/${slug}-${name}`)
      const closed = await get(articleBodyPath(`${slug}-${name}`), reader)
      return [name, status, text.includes(secret), closed.status]
    })
    expect(await Promise.all(found)).toEqual([
      ['draft', 404, false, 404],
      ['scheduled', 404, false, 404],
      ['withdrawn', 404, false, 410],
      ['no-article', 404, false, 404],
      ['open-by-mistake', 404, false, 404],
      // Its page would have to name its author, and who may read its text may.
      ['by-nobody', 404, false, 200],
    ])
  })

  it('is not there by another writing of its address', async () => {
    const writings = [`/${slug.toUpperCase()}`, `/x/${slug}`, `/${slug}.html`, `//preview/${slug}`]
    for (const path of writings) {
      const { status, text } = await get(path)
      expect([path, status, text.includes('The open part')]).toEqual([path, 404, false])
    }
  })
})

describe('what is not on the list', () => {
  it('costs no read, whatever it is and however many ask', async () => {
    await get('/no-such-story')
    const before = edge.firestore.requests()
    const begun = Date.now()
    const paths = Array.from({ length: 40 }, (_, index) => `/no-such-story-${index}`)
    const statuses = await Promise.all(paths.map(async (path) => (await get(path)).status))
    expect(new Set(statuses)).toEqual(new Set([404]))
    const odd = ['/latest/999', '/a/b/c', '/preview', '/moved/0', '/built', '/%', `/${builtSlug}`]
    for (const path of odd) await get(path)
    // One look at the list in five seconds is all that there may have been.
    const looks = Math.ceil((Date.now() - begun) / rememberedFor)
    expect(edge.firestore.requests() - before).toBeLessThanOrEqual(looks)
  })
})

describe('an article of the build', () => {
  it('gives nothing from when it is withdrawn, even of what lies open', async () => {
    const reader = await subscriber()
    const path = articleBodyPath(builtSlug)
    expect((await get(path, reader)).status).toBe(200)
    await change(builtSlug, { status: 'withdrawn' })
    await becomes(path, 410, reader)
    expect(await errorOf(await reader.request(path))).toMatchObject({ code: 'withdrawn' })
    expect(await errorOf(await guest().request(path))).toMatchObject({ status: 401 })
    await commit({ set: `articles/${builtSlug}`, fields: template, serverTimes: ['updatedAt'] })
    expect((await becomes(path, 200, reader)).text).toBe(closedPartOf(builtSlug))
  })

  it('goes on as it was built while its text or its access is another', async () => {
    await change(builtSlug, { access: 'public', body })
    await publish({}, `${slug}-after-it`)
    // Now the list has the change as well.
    await becomes(`/${slug}-after-it`, 200)
    const { status, text } = await get(articleBodyPath(builtSlug), await subscriber())
    expect([status, text]).toEqual([200, closedPartOf(builtSlug)])
    expect((await get(articleBodyPath(builtSlug))).status).toBe(401)
  })

  it('gives its closed part where it was open to all when it was built', async () => {
    const open = articleWith('public').slug
    const reader = await subscriber()
    expect((await get(articleBodyPath(open), reader)).status).toBe(404)
    await change(open, { access: 'members' })
    await becomes(articleBodyPath(open), 200, reader)
  })
})

describe('while Firestore is away', () => {
  it.each(['stopped', 'failing', 'slow'] as const)(
    'and %s, pages and closed parts go on',
    async (ailment) => {
      await becomes(`/${slug}`, 200)
      const reader = await subscriber()
      await edge.firestore.become(ailment)
      // The list is older than it may be, and is asked for in vain.
      await expect
        .poll(async () => (await get(articleBodyPath(builtSlug), reader)).text, soon)
        .toBe(closedPartOf(builtSlug))
      expect((await get(`/${builtSlug}`)).status).toBe(200)
      expect((await get('/no-such-page')).status).toBe(404)
      const { response, status, text } = await get(`/${slug}`)
      expect(status).toBe(503)
      expect(response.headers.get('Retry-After')).toBe('10')
      expect(text).toContain('The fault is ours')
      const bodyOf = await reader.request(articleBodyPath(slug))
      expect(await errorOf(bodyOf)).toMatchObject({ status: 503, code: 'unavailable' })
      await edge.firestore.become('well')
      expect((await becomes(`/${slug}`, 200)).text).toContain('The open part')
    },
  )
})

describe('a redirect that is not built yet', () => {
  it('does nothing, and takes nothing away', async () => {
    await write(`redirects/${await redirectKey('/some-old-name')}`, {
      from: '/some-old-name',
      to: '/latest',
    })
    expect((await get('/some-old-name')).status).toBe(404)
  })
})
