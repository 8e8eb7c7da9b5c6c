/** The documents that the meter reads and writes in Firestore, counted between the Worker and the database. */
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { createTokens } from '../../../functions/identity/session-tokens.ts'
import { loadContentCopy } from '../../../src/content/content-copy.ts'
import { getEndpointPath, resolveRoute } from '../../../src/contracts/endpoints/endpoint-path.ts'
import { botCheckActions } from '../../../src/contracts/settings/bot-check-config.ts'
import { keyringSchema } from '../../../src/contracts/signing/keyring.ts'
import { connectFirestore } from '../../shared/connect-firestore.ts'
import { signBotCheckToken } from '../fakes/fake-bot-check.ts'
import { readBody, startFakeServer } from '../fakes/fake-server.ts'
import { findLatestSnapshot } from '../stack/snapshots.ts'
import type { Stack } from '../stack/stack.ts'
import { startEdgeWithDatabase, withStack } from './bench-stack.ts'
import { createTable, type Section } from './figure.ts'
import { checkMeterTargets, type UnlockCost } from './targets.ts'

type Call = { readonly documents?: unknown[]; readonly writes?: unknown[] }

/** Passes calls on to the database, and counts their documents. */
async function startDocumentCounter(database: string) {
  let reads = 0
  let writes = 0
  async function pass(request: IncomingMessage) {
    const body = await readBody(request)
    const call: Call = body ? JSON.parse(body) : {}
    writes += call.writes?.length ?? 0
    reads += call.documents?.length ?? (request.method === 'GET' ? 1 : 0)
    const answer = await fetch(database + request.url, {
      method: request.method ?? 'GET',
      headers: { 'Content-Type': 'application/json', Authorization: 'Bearer owner' },
      ...(body ? { body } : {}),
    })
    const answered = await answer.text()
    // A query is billed for each document, and for one if it finds none.
    if (request.url?.endsWith(':runQuery')) {
      reads += Math.max(1, answered.split('"document"').length - 1)
    }
    return { status: answer.status, answered }
  }
  const server = await startFakeServer(0, async (request, response) => {
    const { status, answered } = await pass(request)
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(answered)
  })
  return {
    url: `http://127.0.0.1:${server.port}`,
    counted: () => ({ reads, writes }),
    stop: server.stop,
  }
}

/** A browser at the Worker. */
function openClient(url: string) {
  const cookies = new Map<string, string>()
  async function request(method: string, path: string, body?: object) {
    const response = await fetch(url + path, {
      method,
      headers: {
        Origin: url,
        'Content-Type': 'application/json',
        'CF-Connecting-IP': '127.0.0.7',
        Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      cookies.set(name!, value!)
    }
    return response
  }
  return {
    cookies,
    view: (slug: string) => request('GET', `/${slug}`),
    wall: (slug: string) =>
      request('GET', getEndpointPath('GET /api/articles/:slug/wall', { slug })),
    async unlock(slug: string, fields: object = { way: 'free' }) {
      const { path } = resolveRoute('POST /api/articles/:slug/unlock', { slug })
      const { hostname } = new URL(url)
      const id = crypto.randomUUID()
      const action = botCheckActions.unlock
      const botCheck = signBotCheckToken({ action, hostname, score: 0.9, id })
      const response = await request('POST', path, { ...fields, botCheck })
      const { state } = (await response.json()) as { state?: string }
      if (state !== 'open') throw new Error(`${slug} wasn’t unlocked: ${response.status}`)
    },
  }
}

const entitlement = {
  status: 'notSubscribed',
  detail: 'none',
  entitled: false,
  until: null,
  plan: null,
  price: null,
  previousPlan: null,
  paidThrough: null,
  resumesAt: null,
  nextPayment: null,
  givenMonths: 0,
  givenUntil: null,
  allowedSteps: [],
} as const

async function measureMeter(stack: Stack): Promise<Section> {
  const { buildEnvironment, folder, workerVariables } = stack.backends
  const slugs = [...loadContentCopy(buildEnvironment.BUILD_STATE)!.articles.values()]
    .filter(({ access }) => access === 'metered')
    .map(({ slug }) => slug)
  const [one, two, three] = slugs as [string, string, string]
  const database = await startDocumentCounter(workerVariables.FIRESTORE_URL!)
  const site = findLatestSnapshot(join(folder, 'snapshots'))!
  const edge = await startEdgeWithDatabase(stack, site, database.url)
  const rows: UnlockCost[] = []
  async function measure(what: string, run: () => Promise<unknown>) {
    const before = database.counted()
    await run()
    const { reads, writes } = database.counted()
    rows.push({ what, reads: reads - before.reads, writes: writes - before.writes })
  }
  try {
    const guest = openClient(edge.url)
    await measure('a page view', () => guest.view(one))
    await measure('a wall', () => guest.wall(one))
    await measure('a guest’s free story', () => guest.unlock(one))
    const email = `bench-${crypto.randomUUID()}@example.com`
    await measure('a guest’s story in return for an address', () =>
      guest.unlock(two, { way: 'email', email, weekly: false }),
    )
    await measure('an unlocked story again', () => guest.unlock(one))

    const uid = `bench-${crypto.randomUUID()}`
    const now = new Date()
    const reader = {
      first_name: 'Bench',
      last_name: '',
      email: `${uid}@example.com`,
      emailVerified: true,
      createdAt: now,
    }
    await connectFirestore(buildEnvironment).commit([{ set: `users/${uid}`, fields: reader }])
    const tokens = createTokens(keyringSchema.parse(workerVariables.SESSION_KEYS))
    const client = openClient(edge.url)
    client.cookies.set('__Host-session', await tokens.issueSession(uid, now, now))
    client.cookies.set('__Host-pass', await tokens.issuePass(uid, entitlement, now))
    const meter = {
      owner: { kind: 'reader', id: uid },
      unlocks: [],
      spent: [],
      spentByAddress: [],
    } as const
    client.cookies.set('__Host-meter', await tokens.issueMeter(meter, now))
    await measure('a reader’s wall', () => client.wall(three))
    await measure('a reader’s free story', () => client.unlock(three))
  } finally {
    await edge.stop()
    await database.stop()
  }
  return {
    tables: [
      createTable('The meter, documents of the database', rows, [
        ['request', ({ what }) => what],
        ['read', ({ reads }) => String(reads)],
        ['written', ({ writes }) => String(writes)],
      ]),
    ],
    targets: checkMeterTargets(rows),
  }
}

export const benchmarkMeter = (): Promise<Section> => withStack(measureMeter)
