import { beforeEach, describe, expect, it } from 'vitest'
import { getEndpointPath } from '../../../src/contracts/endpoints/endpoint-path.ts'
import { createTokens } from '../../identity/session-tokens.ts'
import { createErrorPageCache } from '../../pages/error-page-cache.ts'
import { createCountingLimits, rateLimitNumbers } from '../../testing/fake-rate-limits.ts'
import { createApp } from '../../testing/route-table.ts'
import { batchSize } from './batched-count.ts'
import { rateLimitBindings } from './rate-limits.ts'

const site = 'https://verandah.example'
const carrierNetwork = '203.0.113.7'
const tokens = createTokens({ current: 1, secrets: new Map([[1, new Uint8Array(32)]]) })

let app: ReturnType<typeof createApp>
let limits: ReturnType<typeof createCountingLimits>
beforeEach(() => {
  app = createApp({
    tokens,
    now: () => new Date(),
    log: () => {},
    errorPages: createErrorPageCache(),
    renderPage: async () => new Response('Too many requests', { status: 429 }),
  })
  limits = createCountingLimits()
})

const createSession = (uid: string) => tokens.issueSession(uid, new Date(), new Date())

const execution = { waitUntil: () => {}, passThroughOnException: () => {} }

type Call = { readonly from?: string; readonly session?: string }

async function call(method: string, path: string, { from = carrierNetwork, session }: Call) {
  const headers = {
    Origin: site,
    'CF-Connecting-IP': from,
    'Content-Type': 'application/json',
    ...(session ? { Cookie: `__Host-session=${session}` } : {}),
  }
  const body = method === 'GET' ? null : '{}'
  const response = await app.request(site + path, { method, headers, body }, limits, execution)
  return response.status
}

const read = (by: Call = {}) => call('GET', getEndpointPath('GET /api/client'), by)
const signIn = (by: Call = {}) => call('POST', getEndpointPath('POST /api/session'), by)

async function callRepeatedly(count: number, ask: () => Promise<number>) {
  let refused = 0
  for (let time = 0; time < count; time++) if ((await ask()) === 429) refused++
  return refused
}

const getLimit = (name: string) => rateLimitNumbers[name]!

/** Cheap calls that an isolate lets through above a limit. */
const uncounted = batchSize - 1

it('every rate limit has its binding in wrangler.toml', () => {
  expect(Object.keys(rateLimitNumbers).toSorted()).toEqual([...rateLimitBindings].toSorted())
})

describe('readers who share an address', () => {
  it('are counted separately', async () => {
    for (let reader = 0; reader < 300; reader++) {
      const session = await createSession(`reader-${reader}`)
      expect(await callRepeatedly(10, () => read({ session }))).toBe(0)
    }
  })

  it('aren’t affected by one reader’s excess calls', async () => {
    const fast = await createSession('fast')
    const much = getLimit('READ_NETWORK_LIMIT') + getLimit('READ_LIMIT')
    expect(await callRepeatedly(much, () => read({ session: fast }))).toBe(
      much - getLimit('READ_LIMIT') - uncounted,
    )
    expect(await read({ session: await createSession('neighbour') })).toBe(200)
    expect(await read()).toBe(200)
    // Calls about something else aren't refused: this one fails only because its body is invalid.
    expect(await call('POST', getEndpointPath('POST /api/collect'), { session: fast })).toBe(400)
  })

  it('aren’t affected by guests’ excess calls', async () => {
    expect(await callRepeatedly(getLimit('READ_NETWORK_LIMIT') + uncounted + 1, () => read())).toBe(
      1,
    )
    expect(await read({ session: await createSession('reader') })).toBe(200)
  })

  it('share a ceiling, however many accounts are created', async () => {
    let refused = 0
    const accounts = getLimit('READ_NETWORK_LIMIT') / getLimit('READ_LIMIT') + 2
    for (let account = 0; account < accounts; account++) {
      const session = await createSession(`account-${account}`)
      refused += await callRepeatedly(getLimit('READ_LIMIT'), () => read({ session }))
    }
    expect(refused).toBe(2 * getLimit('READ_LIMIT') - uncounted)
  })
})

describe('a reader', () => {
  it('has one limit for all networks and sessions', async () => {
    let refused = 0
    for (let time = 0; time <= getLimit('READ_LIMIT') + uncounted; time++) {
      const since = new Date(Date.now() - time * 1000)
      const session = await tokens.issueSession('reader', since, since)
      if ((await read({ session, from: `198.51.100.${time % 200}` })) === 429) refused++
    }
    expect(refused).toBe(1)
  })

  it('is treated as a guest with a forged or expired session', async () => {
    const foreign = createTokens({
      current: 1,
      secrets: new Map([[1, new Uint8Array(32).fill(1)]]),
    })
    const longAgo = new Date(Date.now() - 31 * 24 * 60 * 60 * 1000)
    const sessions = await Promise.all([
      foreign.issueSession('reader', new Date(), new Date()),
      tokens.issueSession('reader', longAgo, longAgo),
      'nonsense',
    ])
    await callRepeatedly(getLimit('READ_NETWORK_LIMIT') + uncounted, () => read())
    for (const session of sessions) expect(await read({ session })).toBe(429)
  })
})

describe('guests on one network', () => {
  it('can’t keep trying gift links', async () => {
    const follow = () => call('GET', '/g/bcdfghjkmnpqrstvwxz2', {})
    expect(await callRepeatedly(getLimit('LOOK_UP_NETWORK_LIMIT') + 3, follow)).toBe(3)
  })

  it('are counted for all paths together', async () => {
    const paths = [getEndpointPath('GET /api/client'), getEndpointPath('GET /api/user')]
    let calls = 0
    const readEither = () => call('GET', paths[calls++ % 2]!, {})
    expect(await callRepeatedly(getLimit('READ_NETWORK_LIMIT') + uncounted + 1, readEither)).toBe(1)
  })

  it('may make fewer look-ups than a reader, without affecting readers', async () => {
    const preview = (by: Call = {}) => call('GET', '/api/preview/a--story/body', by)
    expect(await callRepeatedly(1000, () => preview())).toBe(
      1000 - getLimit('LOOK_UP_NETWORK_LIMIT'),
    )
    expect(await read()).toBe(200)
    expect(await preview({ session: await createSession('reader') })).toBe(404)
  })

  it('may sign in rarely, but enough for a shared address', async () => {
    expect(await callRepeatedly(30, () => signIn())).toBe(0)
    expect(await callRepeatedly(100, () => signIn())).toBeGreaterThan(50)
    expect(await signIn({ from: '198.51.100.1' })).toBe(400)
  })
})

describe('signing in', () => {
  it('isn’t possible more often with new sessions', async () => {
    let refused = 0
    for (let account = 0; account < 20; account++) {
      const session = await createSession(`account-${account}`)
      refused += await callRepeatedly(20, () => signIn({ session }))
    }
    expect(refused).toBe(400 - getLimit('SIGN_IN_NETWORK_LIMIT'))
  })

  it('doesn’t prevent logging out, even above its limit', async () => {
    const session = await createSession('reader')
    await callRepeatedly(100, () => signIn({ session }))
    expect(await call('DELETE', getEndpointPath('POST /api/session'), { session })).toBe(204)
  })
})
