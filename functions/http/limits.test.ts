import { beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '../../src/contracts/endpoints.ts'
import { createTokens } from '../account/tokens.ts'
import { countingLimits, limitNumbers } from '../edge-client-limits.ts'
import { createApp } from '../route-table.ts'
import { limitBindings } from './limits.ts'

const site = 'https://verandah.example'
const carrier = '203.0.113.7'
const tokens = createTokens({ current: 1, secrets: new Map([[1, new Uint8Array(32)]]) })
const app = createApp({ tokens, now: () => new Date(), log: () => {} })

let limits: ReturnType<typeof countingLimits>
beforeEach(() => {
  limits = countingLimits()
})

/** A session as a sign-in would give it, now. */
const sessionOf = (uid: string) => tokens.issueSession(uid, new Date(), new Date())

type Call = { readonly from?: string; readonly session?: string }

async function call(method: string, path: string, { from = carrier, session }: Call) {
  const headers = {
    Origin: site,
    'CF-Connecting-IP': from,
    'Content-Type': 'application/json',
    ...(session ? { Cookie: `__Host-session=${session}` } : {}),
  }
  const body = method === 'GET' ? null : '{}'
  const response = await app.request(site + path, { method, headers, body }, limits)
  return response.status
}

/** What a page asks of the edge: cheap. */
const read = (by: Call = {}) => call('GET', endpoints.client, by)
const signIn = (by: Call = {}) => call('POST', endpoints.session, by)

async function repeat(count: number, ask: () => Promise<number>) {
  let refused = 0
  for (let time = 0; time < count; time++) if ((await ask()) === 429) refused++
  return refused
}

const limitOf = (name: string) => limitNumbers[name]!

it('finds every binding in wrangler.toml', () => {
  expect(Object.keys(limitNumbers).toSorted()).toEqual([...limitBindings].toSorted())
})

describe('readers who share an address', () => {
  it('are counted one by one: 300 of them read ten times in a minute', async () => {
    for (let reader = 0; reader < 300; reader++) {
      const session = await sessionOf(`reader-${reader}`)
      expect(await repeat(10, () => read({ session }))).toBe(0)
    }
  })

  it('are not affected by one who asks too often', async () => {
    const fast = await sessionOf('fast')
    const much = limitOf('READ_CEILING') + limitOf('READ_LIMIT')
    expect(await repeat(much, () => read({ session: fast }))).toBe(much - limitOf('READ_LIMIT'))
    expect(await read({ session: await sessionOf('neighbour') })).toBe(200)
    expect(await read()).toBe(200)
  })

  it('are not affected by guests who ask too often, nor the other way round', async () => {
    expect(await repeat(limitOf('READ_CEILING') + 1, () => read())).toBe(1)
    expect(await read({ session: await sessionOf('reader') })).toBe(200)
  })

  it('have a ceiling together, whatever number of accounts somebody makes', async () => {
    let refused = 0
    const accounts = limitOf('READ_CEILING') / limitOf('READ_LIMIT') + 2
    for (let account = 0; account < accounts; account++) {
      const session = await sessionOf(`account-${account}`)
      refused += await repeat(limitOf('READ_LIMIT'), () => read({ session }))
    }
    expect(refused).toBe(2 * limitOf('READ_LIMIT'))
  })
})

describe('a reader', () => {
  it('has one count, whatever the network and however often they sign in', async () => {
    let refused = 0
    for (let time = 0; time <= limitOf('READ_LIMIT'); time++) {
      const since = new Date(Date.now() - time * 1000)
      const session = await tokens.issueSession('reader', since, since)
      if ((await read({ session, from: `198.51.100.${time % 200}` })) === 429) refused++
    }
    expect(refused).toBe(1)
  })

  it('is a guest with a session that we did not sign, or that is over', async () => {
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
    await repeat(limitOf('READ_CEILING'), () => read())
    for (const session of sessions) expect(await read({ session })).toBe(429)
  })
})

describe('guests of one network', () => {
  it('may call what is cheap many times as often as one reader', async () => {
    expect(await repeat(limitOf('READ_LIMIT') * 10, () => read())).toBe(0)
  })

  it('may have us look something up less often, which readers don’t notice', async () => {
    const preview = (by: Call = {}) => call('GET', '/api/preview/a--story/body', by)
    expect(await repeat(1000, () => preview())).toBe(1000 - limitOf('LOOK_UP_CEILING'))
    expect(await read()).toBe(200)
    expect(await preview({ session: await sessionOf('reader') })).toBe(404)
  })

  it('may sign in seldom: usable behind a shared address, and no more', async () => {
    expect(await repeat(30, () => signIn())).toBe(0)
    expect(await repeat(100, () => signIn())).toBeGreaterThan(50)
    expect(await signIn({ from: '198.51.100.1' })).toBe(400)
  })
})

describe('signing in', () => {
  it('is not more often possible with sessions made for it', async () => {
    let refused = 0
    for (let account = 0; account < 20; account++) {
      const session = await sessionOf(`account-${account}`)
      refused += await repeat(20, () => signIn({ session }))
    }
    expect(refused).toBe(400 - limitOf('SIGN_IN_CEILING'))
  })

  it('that was refused too often keeps nobody from signing out', async () => {
    const session = await sessionOf('reader')
    await repeat(100, () => signIn({ session }))
    expect(await call('DELETE', endpoints.session, { session })).toBe(204)
  })
})
