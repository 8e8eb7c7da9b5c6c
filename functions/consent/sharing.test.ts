/** A third party gets events, and the browser stores an id for it, only if the reader allows it. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getEndpointPath } from '../../src/contracts/endpoints/endpoint-path.ts'
import { createTokens } from '../identity/session-tokens.ts'
import { createEventReceiver } from '../statistics/collecting/event-receiver.ts'
import { createCountingLimits } from '../testing/fake-rate-limits.ts'
import { type LocalServer, recordCall, startLocalServer } from '../testing/local-server.ts'
import { createApp } from '../testing/route-table.ts'

const site = 'https://verandah.example'
const now = new Date('2026-11-23T12:00:00.000Z')
const answeredBefore = now.getTime() / 1000 - 3600
const tokens = createTokens({ current: 1, secrets: new Map([[1, new Uint8Array(32)]]) })

let server: LocalServer
let received: { readonly anonymousId: string; readonly timestamp: string }[]
let cookies: Map<string, string>

beforeAll(async () => {
  server = await startLocalServer(async (request, response) => {
    received.push(...JSON.parse((await recordCall(request)).body).batch)
    response.end()
  })
})
afterAll(() => server.stop())
beforeEach(() => {
  received = []
  cookies = new Map()
})

type Circumstances = {
  readonly country?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly hasReceiver?: boolean
}

async function send(
  method: string,
  path: string,
  body: object | null,
  { country = 'NP', headers = {}, hasReceiver = true }: Circumstances,
) {
  const eventReceiver = hasReceiver
    ? createEventReceiver({ url: server.url, writeKey: '', timeout: 5000 })
    : null
  const app = createApp({ eventReceiver, tokens, now: () => now, log: () => {} })
  const text = body && JSON.stringify(body)
  const request = new Request(site + path, {
    method,
    headers: {
      'Content-Type': 'application/json',
      Origin: site,
      // Otherwise the body's limit copies the request, in Node without its country.
      ...(text ? { 'Content-Length': String(text.length) } : {}),
      Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...headers,
    },
    ...(text ? { body: text } : {}),
  })
  Object.defineProperty(request, 'cf', { value: { country } })
  const background: Promise<unknown>[] = []
  const response = await app.request(request, undefined, createCountingLimits(), {
    waitUntil: (work: Promise<unknown>) => background.push(work),
    passThroughOnException: () => {},
  })
  await Promise.all(background)
  for (const line of response.headers.getSetCookie()) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
    if (/Max-Age=0(;|$)/.test(line)) cookies.delete(name!)
    else if (name !== 'country') cookies.set(name!, value!)
  }
  return response
}

const collect = (circumstances: Circumstances, timestamp = now) =>
  send(
    'POST',
    getEndpointPath('POST /api/collect'),
    {
      sentAt: now.toISOString(),
      batch: [
        {
          type: 'page',
          name: 'homepage',
          messageId: crypto.randomUUID(),
          timestamp: timestamp.toISOString(),
          context: { page: { path: '/', search: '', title: '', referrer: '' } },
        },
      ],
    },
    circumstances,
  )
const answer = async (isGranted: boolean, circumstances: Circumstances) =>
  (await send('PUT', getEndpointPath('PUT /api/consent'), { isGranted }, circumstances)).json()
const readSharing = async (circumstances: Circumstances) =>
  (await send('GET', getEndpointPath('GET /api/consent'), null, circumstances)).json()

const inFrance = { country: 'FR' }

describe('the third party', () => {
  it('gets the events of a browser under one id, where that needs no consent', async () => {
    for (let batch = 0; batch < 3; batch++) expect((await collect({})).status).toBe(202)
    expect(received).toHaveLength(3)
    expect(new Set(received.map(({ anonymousId }) => anonymousId))).toEqual(
      new Set([cookies.get('__Host-anonymous-id')]),
    )
    expect([...cookies.keys()]).toEqual(['__Host-anonymous-id'])
  })

  it.each([
    ['in a country that requires consent', inFrance],
    ['in an unknown country', { country: 'XX' }],
    ['with a forged answer', { ...inFrance, headers: { Cookie: 'consent=1.maybe.1' } }],
  ])('gets nothing %s, and the page is asked to put the question', async (_, circumstances) => {
    expect((await collect(circumstances)).status).toBe(202)
    expect(received).toEqual([])
    expect([...cookies]).toEqual([['consent', 'ask']])
  })

  it.each([
    ['Global Privacy Control', { 'Sec-GPC': '1' }],
    ['Do Not Track', { DNT: '1' }],
  ])('gets nothing of a reader with %s, who isn’t asked', async (_, headers) => {
    await collect({ headers })
    await collect({ ...inFrance, headers })
    expect(await answer(true, { ...inFrance, headers })).toMatchObject({ sharing: 'forbidden' })
    cookies.set('consent', `1.granted.${answeredBefore}`)
    await collect({ ...inFrance, headers })
    expect(received).toEqual([])
    expect([...cookies.keys()]).toEqual(['consent'])
  })

  it('gets what follows an agreement, and nothing from before', async () => {
    await collect(inFrance)
    expect(await answer(true, inFrance)).toEqual({
      sharing: 'allowed',
      answeredAt: now.toISOString(),
    })
    expect(cookies.get('consent')).toBe(`1.granted.${now.getTime() / 1000}`)
    await collect(inFrance, new Date(now.getTime() - 5000))
    expect(received).toEqual([])
    await collect(inFrance)
    expect(received).toHaveLength(1)
  })

  it('gets nothing more after a refusal, which removes the id', async () => {
    await collect({})
    expect(await answer(false, {})).toMatchObject({ sharing: 'refused' })
    await collect({})
    await collect(inFrance)
    expect(received).toHaveLength(1)
    expect([...cookies.keys()]).toEqual(['consent'])
    expect(await readSharing({})).toEqual({ sharing: 'refused', answeredAt: now.toISOString() })
  })

  it('isn’t mentioned where there is none', async () => {
    cookies.set('consent', 'ask')
    cookies.set('__Host-anonymous-id', crypto.randomUUID())
    await collect({ ...inFrance, hasReceiver: false })
    expect([...cookies]).toEqual([])
    expect(await readSharing({ hasReceiver: false })).toEqual({ sharing: 'off', answeredAt: null })
    expect(await answer(true, { hasReceiver: false })).toEqual({ sharing: 'off', answeredAt: null })
    expect([...cookies]).toEqual([])
  })

  it('gets no id that a page invented', async () => {
    cookies.set('__Host-anonymous-id', 'someone@example.com')
    await collect({})
    expect(received[0]!.anonymousId).toMatch(/^[0-9a-f-]{36}$/)
  })
})
