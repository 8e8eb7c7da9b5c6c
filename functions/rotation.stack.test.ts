/**
 * Rotated keys: a site whose bodies are sealed partly with an old key and partly with a new one, and
 * readers whose cookies were signed with an old one, before an edge that has both keys, and before
 * one that has lost the old.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { addKey, dropKeys, promoteKey } from '../scripts/live/keys.ts'
import { type Edge, startEdge } from '../scripts/local/edge.ts'
import { freePort } from '../scripts/local/ports.ts'
import { buildSite } from '../scripts/site/build.ts'
import { articleBodyPath } from '../src/contracts/article-body.ts'
import {
  ago,
  closedPartOf,
  edgeClient,
  errorOf,
  publishedArticles,
  signCookie,
  signedIn,
  stack,
} from './edge-client.ts'

const { buildEnvironment, workerVariables } = stack
/** Within the project: a build resolves packages from where its output lies. */
const folder = mkdtempSync(join(stack.folder, 'rotation-'))
const state = join(folder, 'build')
const site = join(folder, 'site')
const sealedIn = (output: string, slug: string) => join(output, 'client', 'sealed', slug)
const keyOf = (slug: string) => readFileSync(sealedIn(site, slug))[1]

const closed = publishedArticles.filter(({ access }) => access !== 'public').map(({ slug }) => slug)
/** Those that still lie sealed with the old key, as in a build that has not come to them yet. */
const old = closed.filter((_, index) => index % 2 === 0)
const renewed = closed.filter((_, index) => index % 2 === 1)

const rotated = (ring: string | undefined) => promoteKey(addKey(ring!))
const rings = {
  SEALING_KEYS: rotated(workerVariables.SEALING_KEYS),
  SESSION_KEYS: rotated(workerVariables.SESSION_KEYS),
}

const edges: Edge[] = []

async function startEdgeWith(variables: Record<string, string>): Promise<Edge> {
  const edge = await startEdge({
    port: await freePort(18_787),
    site,
    variables: { ...workerVariables, ...variables },
    storage: join(folder, `edge-${edges.length}`),
    verbose: true,
    onCrash: (message) => console.error(message),
  })
  edges.push(edge)
  return edge
}

/** A reader who signed in before the rotation, that many seconds ago. */
async function readerSince(edge: Edge, seconds: number, passSeconds: number) {
  const client = edgeClient(edge.url)
  const sub = 'sample-subscriber'
  // Not before the account was made, which is when its sessions begin to count.
  const since = Date.now() / 1000
  const standing = { status: 'isSubscribed', detail: 'active', entitled: true, until: null }
  client.cookies.set('__Host-session', await signCookie('session', { sub, since }, ago(seconds)))
  client.cookies.set(
    '__Host-pass',
    await signCookie('pass', { sub, ...standing }, ago(passSeconds)),
  )
  client.cookies.set('reader', 'isSubscribed.open')
  return client
}

const day = 24 * 60 * 60

beforeAll(async () => {
  cpSync(buildEnvironment.BUILD_STATE, state, { recursive: true, preserveTimestamps: true })
  cpSync(buildEnvironment.BUILD_OUTPUT, site, { recursive: true, preserveTimestamps: true })
  // The copy is this state's own, so that the build takes it up where it stands.
  writeFileSync(join(site, '.built-from'), resolve(state))
})

afterAll(async () => {
  await Promise.all(edges.map((edge) => edge.stop()))
  rmSync(folder, { recursive: true })
})

describe('a build with a new sealing key', () => {
  it('seals every body anew', async () => {
    expect(new Set(closed.map(keyOf))).toEqual(new Set([1]))
    const environment = { ...buildEnvironment, BUILD_STATE: state, BUILD_OUTPUT: site }
    await buildSite({ ...environment, SEALING_KEYS: rings.SEALING_KEYS }, () => {})
    expect(new Set(closed.map(keyOf))).toEqual(new Set([2]))
  })
})

describe('an edge with both keys', () => {
  let edge: Edge
  beforeAll(async () => {
    for (const slug of old) {
      cpSync(sealedIn(buildEnvironment.BUILD_OUTPUT, slug), sealedIn(site, slug))
    }
    edge = await startEdgeWith(rings)
  })

  it('opens what is sealed with either', async () => {
    expect(new Set(closed.map(keyOf))).toEqual(new Set([1, 2]))
    const client = await signedIn('subscriber', edge.url)
    for (const slug of [...old.slice(0, 4), ...renewed.slice(0, 4)]) {
      const response = await client.request(articleBodyPath(slug))
      expect(response.status).toBe(200)
      expect(await response.text()).toBe(closedPartOf(slug))
    }
  })

  it('takes a session and a pass of the old key, and leaves them while they are fresh', async () => {
    const client = await readerSince(edge, 3600, 60)
    const response = await client.request(articleBodyPath(closed[0]!))
    expect(response.status).toBe(200)
    expect(response.headers.getSetCookie()).toEqual([])
  })

  it('renews both with the new key in their time', async () => {
    const client = await readerSince(edge, 2 * day, 3600)
    expect((await client.request(articleBodyPath(closed[0]!))).status).toBe(200)
    for (const name of ['__Host-session', '__Host-pass']) {
      expect(decodeProtectedHeader(client.cookies.get(name)!).kid).toBe('2')
    }
  })

  it('signs with the new key whoever signs in', async () => {
    const client = await signedIn('subscriber', edge.url)
    expect(decodeProtectedHeader(client.cookies.get('__Host-session')!).kid).toBe('2')
  })
})

describe('an edge without the old keys', () => {
  let edge: Edge
  const said = vi.spyOn(console, 'log').mockImplementation(() => {})
  afterAll(() => said.mockRestore())
  beforeAll(async () => {
    edge = await startEdgeWith({
      SEALING_KEYS: dropKeys(rings.SEALING_KEYS),
      SESSION_KEYS: dropKeys(rings.SESSION_KEYS),
    })
  })

  it('opens what is sealed anew, and says of the rest that the mistake is ours', async () => {
    const client = await signedIn('subscriber', edge.url)
    expect(await (await client.request(articleBodyPath(renewed[0]!))).text()).toBe(
      closedPartOf(renewed[0]!),
    )
    const response = await client.request(articleBodyPath(old[0]!))
    expect(await errorOf(response)).toMatchObject({ status: 500, code: 'internal' })
    // Nobody is signed out, or told to subscribe, because of it.
    expect(response.headers.getSetCookie()).toEqual([])
    // The log comes by another way than the answer, and may come after it.
    const logged = { event: 'sealed_body_unreadable', slug: old[0] }
    await vi.waitFor(() => expect(said.mock.calls.join()).toContain(JSON.stringify(logged)))
  })

  it('signs out whoever comes with cookies of the old key, without an error', async () => {
    const client = await readerSince(edge, 2 * day, 60)
    const response = await client.request(articleBodyPath(closed[0]!))
    expect(await errorOf(response)).toMatchObject({ status: 401, code: 'signed_out' })
    expect([...client.cookies.keys()]).toEqual([])
    const subscription = await client.request('/api/subscription')
    expect(await subscription.json()).toMatchObject({ signedIn: false, entitled: false })
  })

  it('takes cookies that were renewed in time', async () => {
    const client = await readerSince(edges[0]!, 2 * day, 3600)
    await client.request('/api/subscription')
    const later = edgeClient(edge.url)
    for (const [name, value] of client.cookies) later.cookies.set(name, value)
    expect((await later.request(articleBodyPath(renewed[0]!))).status).toBe(200)
  })
})
