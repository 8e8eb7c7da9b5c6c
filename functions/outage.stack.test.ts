import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Edge, startEdge } from '../scripts/local/edge.ts'
import { freePort } from '../scripts/local/ports.ts'
import { latestSnapshot } from '../scripts/local/snapshots.ts'
import { articleBodyPath } from '../src/contracts/article-body.ts'
import {
  ago,
  articleWith,
  closedPartOf,
  edgeClient,
  idTokenOf,
  openSession,
  signCookie,
  stack,
} from './edge-client.ts'

/** What Firestore does in its turn: nothing listens, every answer is an error, or it is rubbish. */
type Ailment = 'refuses' | 'fails' | 'talks rubbish'

const closedArticle = articleWith('members')
const rest = closedPartOf(closedArticle.slug)
const bodyPath = articleBodyPath(closedArticle.slug)
const uid = 'sample-subscriber'
const open = { sub: uid, status: 'isSubscribed', detail: 'active', entitled: true, until: null }
const shut = { ...open, status: 'notSubscribed', detail: 'none', entitled: false }

type Pass = Record<string, unknown> | null

/** An edge that takes this port for Firestore's. */
async function startOutageEdge(firestorePort: number, storage: string): Promise<Edge> {
  return startEdge({
    port: await freePort(18_787),
    site: latestSnapshot(join(stack.folder, 'snapshots'))!,
    variables: { ...stack.workerVariables, FIRESTORE_URL: `http://127.0.0.1:${firestorePort}` },
    storage,
    verbose: false,
    onCrash: (message) => console.error(message),
  })
}

/** A reader whose pass says this, since then. */
async function readerAt(edge: Edge, pass: Pass, passIssued = ago(60)) {
  const client = edgeClient(edge.url)
  const session = { sub: uid, since: Math.floor(ago(3600).getTime() / 1000) }
  client.cookies.set('__Host-session', await signCookie('session', session, ago(3600)))
  if (pass) client.cookies.set('__Host-pass', await signCookie('pass', pass, passIssued))
  return client
}

describe('while Firestore hangs', () => {
  let edge: Edge
  const storage = mkdtempSync(join(tmpdir(), 'outage-'))
  const silent = createServer(() => {})

  beforeAll(async () => {
    const firestorePort = await freePort(19_000)
    silent.listen(firestorePort, '127.0.0.1')
    edge = await startOutageEdge(firestorePort, storage)
  })
  afterAll(async () => {
    await edge.stop()
    silent.closeAllConnections()
    silent.close()
    rmSync(storage, { recursive: true })
  })

  it('an entitled reader waits a few seconds and reads', async () => {
    const client = await readerAt(edge, open, ago(3600))
    const response = await client.request(bodyPath, { signal: AbortSignal.timeout(20_000) })
    expect(response.status).toBe(200)
    expect(await response.text()).toBe(rest)
  })
})

describe.each<Ailment>(['refuses', 'fails', 'talks rubbish'])('while Firestore %s', (ailment) => {
  let edge: Edge
  let storage: string
  let backend: Server | undefined

  beforeAll(async () => {
    const firestorePort = await freePort(19_000)
    if (ailment !== 'refuses') {
      backend = createServer((_request, response) => {
        response.writeHead(ailment === 'fails' ? 503 : 200).end('<html>')
      }).listen(firestorePort, '127.0.0.1')
    }
    storage = mkdtempSync(join(tmpdir(), 'outage-'))
    edge = await startOutageEdge(firestorePort, storage)
  })
  afterAll(async () => {
    await edge.stop()
    backend?.close()
    rmSync(storage, { recursive: true })
  })

  const reader = (pass: Pass, issued?: Date) => readerAt(edge, pass, issued)

  async function expectUnavailable(response: Response) {
    expect(response.status).toBe(503)
    expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(await response.json()).toMatchObject({ error: { code: 'unavailable' } })
  }

  it('pages are served', async () => {
    for (const path of ['/', `/${closedArticle.slug}`]) {
      expect((await edgeClient(edge.url).request(path)).status).toBe(200)
    }
    expect((await edgeClient(edge.url).request('/no-such-page')).status).toBe(404)
    expect((await edgeClient(edge.url).request('/api/client')).status).toBe(200)
  })

  it('a reader with a fresh pass reads', async () => {
    const response = await (await reader(open)).request(bodyPath)
    expect(response.status).toBe(200)
    expect(await response.text()).toBe(rest)
  })

  it('a pass of up to 24 hours still opens, and is not renewed', async () => {
    const client = await reader(open, ago(23.9 * 3600))
    const response = await client.request(bodyPath)
    expect(response.status).toBe(200)
    expect(response.headers.getSetCookie()).toEqual([])
    expect(await (await client.request('/api/subscription')).json()).toMatchObject({
      status: 'isSubscribed',
    })
  })

  it('an older pass, or none, gets 503: nobody is told to subscribe because of it', async () => {
    await expectUnavailable(await (await reader(open, ago(24.1 * 3600))).request(bodyPath))
    await expectUnavailable(await (await reader(null)).request(bodyPath))
    await expectUnavailable(await (await reader(null)).request('/api/subscription'))
    // They may have subscribed since the pass was written.
    await expectUnavailable(await (await reader(shut, ago(3600))).request(bodyPath))
  })

  it('an entitlement that ended is over all the same', async () => {
    const until = Math.floor(ago(60).getTime() / 1000)
    await expectUnavailable(await (await reader({ ...open, until }, ago(7200))).request(bodyPath))
  })

  it('a guest is told to log in, as ever', async () => {
    expect((await edgeClient(edge.url).request(bodyPath)).status).toBe(401)
  })

  it('signing in, the user record and health say 503', async () => {
    await expectUnavailable(await openSession(edgeClient(edge.url), await idTokenOf('subscriber')))
    await expectUnavailable(await (await reader(open)).request('/api/user'))
    const health = await edgeClient(edge.url).request('/api/health')
    expect(health.status).toBe(503)
    expect(await health.json()).toEqual({ status: 'degraded', firestore: 'unavailable' })
  })
})
