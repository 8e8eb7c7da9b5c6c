import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type FaultyEdge, startFaultyEdge } from '../../scripts/dev/stack/faulty-edge.ts'
import type { Fields } from '../platform/adapters/firestore-values.ts'
import { changePoll } from '../testing/change-poll.ts'
import {
  createEdgeClient,
  createSignedInClient,
  expectError,
  findArticle,
  getArticleBodyPath,
  readClosedPart,
} from '../testing/edge-client.ts'
import { commitWrites, readFields } from '../testing/test-readers.ts'

const secret = 'quetzalcoatlus'
const body = `The open part of it.\n\n<!-- more -->\n\nThe ${secret} is closed.\n\n## A heading`
const slug = 'only-just-published'
const builtArticleSlug = findArticle('members').slug

const unservedArticles: Record<string, Fields> = {
  draft: { status: 'draft' },
  scheduled: { status: 'scheduled' },
  withdrawn: { status: 'withdrawn' },
  'no-article': { title: '' },
  'open-by-mistake': { body: `The ${secret} is short.` },
}

let edge: FaultyEdge
let template: Fields
const written = new Set<string>()
const originals = new Map<string, Fields>()

async function write(path: string, fields: Fields) {
  written.add(path)
  await commitWrites([{ set: path, fields, serverTimes: ['updatedAt'] }])
}

const publish = (fields: Fields = {}, id = slug) =>
  write(`articles/${id}`, { ...template, title: 'Only just published', body, ...fields })

async function change(id: string, changes: Fields) {
  const path = `articles/${id}`
  const fields = (await readFields(path))!
  originals.set(path, fields)
  const changed = { ...fields, ...changes }
  await commitWrites([{ set: path, fields: changed, serverTimes: ['updatedAt'] }])
}

beforeAll(async () => {
  template = (await readFields(`articles/${builtArticleSlug}`))!
  edge = await startFaultyEdge()
  await publish({ access: 'public' }, `${slug}-public`)
  for (const [name, fields] of Object.entries(unservedArticles))
    await publish(fields, `${slug}-${name}`)
  await publish()
})
afterAll(async () => {
  await commitWrites([...written].map((path) => ({ remove: path })))
  await edge.stop()
})

afterEach(async () => {
  await edge.firestore.setHealth('well')
  // The documents get a new time, so that lists of changes include them.
  for (const [path, fields] of originals) {
    await commitWrites([{ set: path, fields, serverTimes: ['updatedAt'] }])
  }
  originals.clear()
})

const guest = () => createEdgeClient(edge.url)
const subscriber = () => createSignedInClient('subscriber', edge.url)

async function get(path: string, client = guest()) {
  const response = await client.request(path)
  return { response, status: response.status, text: await response.text() }
}

async function waitForStatus(path: string, status: number, client = guest()) {
  await expect.poll(async () => (await get(path, client)).status, changePoll).toBe(status)
  return get(path, client)
}

describe('an article that isn’t in the build', () => {
  it('is served with its free preview, and without its closed part', async () => {
    const { response, text } = await waitForStatus(`/${slug}`, 200)
    expect(response.headers.get('Content-Type')).toMatch(/^text\/html/)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(response.headers.get('Content-Security-Policy')).toMatch(/script-src 'self'.*'sha256-/)
    expect(text).toContain('<h1')
    expect(text).toContain('The open part of it.')
    expect(text).toContain('"isAccessibleForFree":false')
    expect(text).toContain(`data-body="${getArticleBodyPath(slug)}"`)
    expect(text).not.toContain(secret)
    expect(text).not.toMatch(/a.heading/i)
    const head = await guest().request(`/${slug}`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  it('opens its closed part to subscribers only', async () => {
    const path = getArticleBodyPath(slug)
    const { response, text, status } = await get(path, await subscriber())
    expect(status).toBe(200)
    expect(response.headers.get('Cache-Control')).toBe('private, no-store')
    expect(text).toBe(`<p>The ${secret} is closed.</p>\n<h2 id="on-a-heading">A heading</h2>`)
    await expectError(guest().request(path), 401, 'signed_out')
    const lapsed = await createSignedInClient('lapsed', edge.url)
    await expectError(lapsed.request(path), 403, 'not_entitled', 'ended')
  })

  it('contains its whole text if it’s public, and has no closed part', async () => {
    const { status, text } = await get(`/${slug}-public`)
    expect(status).toBe(200)
    expect(text).toContain(secret)
    expect(text).not.toContain('data-wall')
    const closed = await get(getArticleBodyPath(`${slug}-public`), await subscriber())
    expect(closed.status).toBe(404)
  })

  it('isn’t served if it’s unpublished or malformed', async () => {
    const reader = await subscriber()
    const found = Object.keys(unservedArticles).map(async (name) => {
      const { status, text } = await get(`/${slug}-${name}`)
      const closed = await get(getArticleBodyPath(`${slug}-${name}`), reader)
      return [name, status, text.includes(secret), closed.status]
    })
    expect(await Promise.all(found)).toEqual([
      ['draft', 404, false, 404],
      ['scheduled', 404, false, 404],
      ['withdrawn', 404, false, 410],
      ['no-article', 404, false, 404],
      ['open-by-mistake', 404, false, 404],
    ])
  })

  it('is served without categories, tags and authors that don’t exist', async () => {
    const unknown = { category: 'gossip', tags: ['atlantis'], authors: ['nobody'] }
    await publish(unknown, `${slug}-by-nobody`)
    const status = async () => (await get(`/${slug}-by-nobody`)).status
    await expect.poll(status, changePoll).toBe(200)
    expect((await get(`/${slug}-by-nobody`)).text).toContain('The open part')
  })
})

describe('an article of the build', () => {
  it('has no closed part once it’s withdrawn', async () => {
    const reader = await subscriber()
    const path = getArticleBodyPath(builtArticleSlug)
    expect((await get(path, reader)).status).toBe(200)
    await change(builtArticleSlug, { status: 'withdrawn' })
    await waitForStatus(path, 410, reader)
    await expectError(reader.request(path), 410, 'withdrawn')
    await expectError(guest().request(path), 401, 'signed_out')
    const set = `articles/${builtArticleSlug}`
    await commitWrites([{ set, fields: template, serverTimes: ['updatedAt'] }])
    expect((await waitForStatus(path, 200, reader)).text).toBe(
      await readClosedPart(builtArticleSlug),
    )
  })

  it('keeps its built closed part after its text and access have changed', async () => {
    await change(builtArticleSlug, { access: 'public', body })
    await publish({}, `${slug}-after-it`)
    await waitForStatus(`/${slug}-after-it`, 200)
    const { status, text } = await get(getArticleBodyPath(builtArticleSlug), await subscriber())
    expect([status, text]).toEqual([200, await readClosedPart(builtArticleSlug)])
    expect((await get(getArticleBodyPath(builtArticleSlug))).status).toBe(401)
  })

  it('has a closed part once it’s no longer public, even if it was public in the build', async () => {
    const open = findArticle('public').slug
    const reader = await subscriber()
    expect((await get(getArticleBodyPath(open), reader)).status).toBe(404)
    await change(open, { access: 'members' })
    await waitForStatus(getArticleBodyPath(open), 200, reader)
  })
})

describe('while Firestore is unavailable', () => {
  it.each(['stopped', 'failing', 'slow'] as const)(
    'the build’s pages and closed parts are still served: %s',
    async (fault) => {
      await waitForStatus(`/${slug}`, 200)
      const reader = await subscriber()
      await edge.firestore.setHealth(fault)
      // The list of changes has expired and can't be read.
      await expect
        .poll(
          async () => (await get(getArticleBodyPath(builtArticleSlug), reader)).text,
          changePoll,
        )
        .toBe(await readClosedPart(builtArticleSlug))
      expect((await get(`/${builtArticleSlug}`)).status).toBe(200)
      expect((await get('/no-such-page')).status).toBe(404)
      const { response, status, text } = await get(`/${slug}`)
      expect(status).toBe(503)
      expect(response.headers.get('Retry-After')).toBe('10')
      expect(text).toContain('Something went wrong on our side')
      await expectError(reader.request(getArticleBodyPath(slug)), 503, 'unavailable')
      await edge.firestore.setHealth('well')
      expect((await waitForStatus(`/${slug}`, 200)).text).toContain('The open part')
    },
  )
})
