import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { connectFirestore } from '../../scripts/shared/connect-firestore.ts'
import type { StaffRole } from '../../src/domain/staff/staff.ts'
import {
  createEdgeClient,
  createReaderWithSession,
  expectError,
  sendAsDesk,
  stack,
} from '../testing/edge-client.ts'
import { createReader } from '../testing/test-readers.ts'
import { unwrap } from '../testing/unwrap.ts'

const path = '/desk/statistics'

async function setRole(uid: string, role: StaffRole | null) {
  unwrap(
    await connectFirestore(stack.buildEnvironment).commit([
      { set: `users/${uid}`, fields: { role }, merge: true },
    ]),
  )
}

async function createEditor() {
  const { uid, client } = await createReader()
  await setRole(uid, 'editor')
  return { uid, ...client }
}

/** Reads an answer, except for the parts that differ between any two missing pages. */
async function readAnswer(response: Response) {
  const { status, headers } = response
  return { status, policy: headers.get('Content-Security-Policy'), html: await response.text() }
}

describe('the desk’s pages', () => {
  let editor: Awaited<ReturnType<typeof createEditor>>
  beforeAll(async () => {
    editor = await createEditor()
  })

  it.each([
    ['a guest', async () => createEdgeClient()],
    ['a reader', () => createReaderWithSession()],
    ['a subscriber', () => createReaderWithSession({}, { isSubscribed: true })],
  ])('answer 404 for %s, like any other missing page', async (_, createClient) => {
    const client = await createClient()
    const missing = await readAnswer(await client.request('/desk/there-is-nothing-here'))
    expect(missing.status).toBe(404)
    for (const address of [
      '/desk/stories',
      '/desk/pictures',
      '/desk/pictures/rain-0123456789abcdef',
      '/desk/new',
      '/desk/keys',
      path,
      `${path}/plans`,
      `${path}/now`,
      `${path}/stories/rain`,
    ]) {
      expect(await readAnswer(await client.request(address))).toEqual(missing)
    }
  })

  it('are shown to an editor, uncached and with a security policy of their own', async () => {
    const response = await editor.request(path)
    expect(response.status).toBe(200)
    const { headers } = response
    expect(headers.get('Cache-Control')).toBe('no-store')
    expect(headers.get('X-Robots-Tag')).toBe('noindex')
    const policy = headers.get('Content-Security-Policy')!
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toMatch(/script-src 'self'(?: 'sha256-[\w+/=]+')*$/)
    // The policy allows no other origin as a source.
    expect(policy).not.toMatch(/https?:/)
    const html = await response.text()
    expect(html).toContain('<h1')
    expect(html).toContain('noindex')
    expect(html).not.toContain('/api/collect')
  })

  it('lead guests from /desk to the login, and readers to a 404', async () => {
    const guest = await createEdgeClient().request('/desk')
    expect(guest.status).toBe(302)
    expect(guest.headers.get('Location')).toBe('/login?return=%2Fdesk')
    expect((await (await createReaderWithSession()).request('/desk')).status).toBe(404)
  })

  it('tell staff when their role doesn’t include a page', async () => {
    const { uid, client } = await createReader()
    await setRole(uid, 'writer')
    const refused = await client.request(path)
    expect(refused.status).toBe(403)
    expect(await refused.text()).toContain('Your role, writer, doesn’t include statistics.')
    expect((await client.request('/desk/keys')).status).toBe(200)
  })

  it('answer 404 as soon as the role is revoked', async () => {
    const other = await createEditor()
    expect((await other.request(path)).status).toBe(200)
    await setRole(other.uid, null)
    expect((await other.request(path)).status).toBe(404)
  })

  it('refuse methods other than GET', async () => {
    expect((await editor.request(path, { method: 'POST' })).status).toBe(405)
  })

  it.each(['overview', 'nothing', 'Plans', '__proto__', 'constructor'])(
    'answer 404 for the report “%s”',
    async (name) => {
      expect((await editor.request(`${path}/${name}`)).status).toBe(404)
    },
  )

  it.each(['a b', 'UPPER', 'no-such-story', '..%2f..%2fusers'])(
    'answer 404 for the story “%s”',
    async (slug) => {
      expect((await editor.request(`${path}/stories/${encodeURI(slug)}`)).status).toBe(404)
    },
  )

  it.each([path, '/desk', '/desk/stories', '/desk/pictures'])(
    'weigh less than 60 KB in total: %s',
    async (address) => {
      const html = await (await editor.request(address)).text()
      const files = [...html.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css|woff2|svg))"/g)].map(
        ([, address]) => address!,
      )
      expect(files.length).toBeGreaterThan(2)
      const sizes = await Promise.all(
        [...new Set(files)].map(async (address) => {
          const bytes = Buffer.from(await (await editor.request(address)).arrayBuffer())
          return address.endsWith('.woff2') ? bytes.length : gzipSync(bytes).length
        }),
      )
      const total = sizes.reduce((sum, size) => sum + size, gzipSync(html).length)
      expect(total).toBeLessThan(60_000)
    },
  )
})

describe('GET /api/statistics', () => {
  it('answers 404 for a story that doesn’t exist', async () => {
    const call = {
      method: 'GET',
      path: '/api/statistics/stories/no-such-story',
      body: '',
    } as const
    await expectError(sendAsDesk(call), 404, 'not_found')
  })
})
