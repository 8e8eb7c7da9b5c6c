import { describe, expect, it } from 'vitest'
import { signBotCheckToken } from '../../scripts/dev/fakes/fake-bot-check.ts'
import { getEndpointPath } from '../../src/contracts/endpoints/endpoint-path.ts'
import {
  type JoinRequest,
  joinMessageIds,
} from '../../src/contracts/endpoints/newsletter-endpoints.ts'
import { botCheckActions } from '../../src/contracts/settings/bot-check-config.ts'
import { site } from '../../src/publication/identity.ts'
import { createEdgeClient, type EdgeClient, expectError, stack } from '../testing/edge-client.ts'
import { commitWrites, createAddress, findListEntry } from '../testing/test-readers.ts'
import { getListPath } from './newsletter-list.ts'

const agent = 'Mozilla/5.0 (a browser of the tests)'

function token(changes: Partial<Parameters<typeof signBotCheckToken>[0]> = {}): string {
  const hostname = new URL(stack.siteUrl).hostname
  const id = crypto.randomUUID()
  const action = botCheckActions.joinNewsletter
  return signBotCheckToken({ action, hostname, score: 0.9, id, ...changes })
}

const claimed = { fbp: '', fbc: '', userAgent: 'What the browser claims', ip: '198.51.100.1' }

const join = (
  body: Partial<JoinRequest> | string,
  client = createEdgeClient(),
  source = 'footer',
) =>
  client.send('POST /api/join-newsletter', body, {
    params: { source },
    headers: { 'User-Agent': agent },
  })

const joinWithToken = (email: string, client?: EdgeClient, source?: string) =>
  join({ ...claimed, email, botCheck: token() }, client, source)

const storeState = async (email: string, state: 'confirmed' | 'unsubscribed') =>
  commitWrites([
    { set: await getListPath(email), fields: { ...(await findListEntry(email)), state } },
  ])

async function describeResponse(response: Response) {
  const headers = [...response.headers].filter(([name]) => name !== 'date')
  return { status: response.status, headers, body: await response.text() }
}

describe('POST /api/join-newsletter', () => {
  it('stores a new address as pending, with what the server saw and not what was claimed', async () => {
    const email = createAddress()
    const client = createEdgeClient()
    const seen = await client.fetchJson('GET /api/client')
    const before = Date.now()
    const response = await joinWithToken(`  ${email.toUpperCase()} `, client)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ joined: true })
    const reader = await findListEntry(email)
    expect(reader).toMatchObject({ email, state: 'pending', source: 'footer', userAgent: agent })
    expect(reader?.ip).toBe((seen as { ip: string }).ip)
    expect(reader?.ip).toMatch(/^127\./)
    expect(reader?.consentedAt.getTime()).toBeGreaterThanOrEqual(before)
  })

  it('stores one entry for repeated and simultaneous requests', async () => {
    const email = createAddress()
    await Promise.all(Array.from({ length: 8 }, () => joinWithToken(email)))
    const { pendingUntil, ...first } = (await findListEntry(email))!
    expect(first.state).toBe('pending')
    expect((await joinWithToken(email, createEdgeClient(), 'newsletter')).status).toBe(200)
    const again = (await findListEntry(email))!
    expect(again).toMatchObject(first)
    expect(again.pendingUntil!.getTime()).toBeGreaterThan(pendingUntil!.getTime())
  })

  it('leaves a confirmed entry, and renews an unsubscribed one', async () => {
    const email = createAddress()
    await joinWithToken(email)
    const pending = (await findListEntry(email))!
    await storeState(email, 'confirmed')
    await joinWithToken(email)
    expect(await findListEntry(email)).toEqual({ ...pending, state: 'confirmed' })

    await storeState(email, 'unsubscribed')
    await joinWithToken(email, createEdgeClient(), 'newsletter')
    const again = (await findListEntry(email))!
    expect(again).toMatchObject({ state: 'pending', source: 'newsletter' })
    expect(again.consentedAt.getTime()).toBeGreaterThan(pending.consentedAt.getTime())
  })

  it('answers the same for known and unknown addresses', async () => {
    const email = createAddress()
    const unknown = await describeResponse(await joinWithToken(email))
    expect(await describeResponse(await joinWithToken(email))).toEqual(unknown)
    for (const state of ['confirmed', 'unsubscribed'] as const) {
      await storeState(email, state)
      expect(await describeResponse(await joinWithToken(email))).toEqual(unknown)
    }
  })

  it.each(['', 'reader', 'reader@', 'reader@localhost', 'a b@example.com'])(
    'refuses %j as an address',
    async (email) => {
      const message = await expectError(joinWithToken(email), 400, 'bad_request')
      expect(message).toContain('doesn’t look like an email address')
    },
  )

  it('answers 429 to one address alone', async () => {
    const fast = createEdgeClient()
    const statuses: number[] = []
    for (let time = 0; time <= 60; time++) statuses.push((await join('{}', fast)).status)
    expect(statuses).toContain(429)
    expect((await joinWithToken(createAddress())).status).toBe(200)
  })
})

// Its rate limits are tested in join-newsletter-limits.test.ts.
describe('without a bot check token', () => {
  it('accepts the five specified fields, and answers the same for a known address', async () => {
    const email = createAddress()
    const response = await join({ ...claimed, email })
    expect([response.status, await response.clone().json()]).toEqual([200, { joined: true }])
    expect(await findListEntry(email)).toMatchObject({ email, state: 'pending', userAgent: agent })
    const known = await describeResponse(await join({ ...claimed, email }))
    expect(known).toEqual(await describeResponse(response))
  })
})

describe('a form without JavaScript', () => {
  const path = getEndpointPath('POST /api/join-newsletter', { source: 'newsletter' })
  const send = (fields: Record<string, string>) =>
    createEdgeClient().request(path, { method: 'POST', body: new URLSearchParams(fields) })

  it('is accepted, and redirected to the message that says so', async () => {
    const email = createAddress()
    const response = await send({ email })
    expect(response.status).toBe(303)
    expect(response.headers.get('Location')).toBe(`/newsletter#${joinMessageIds.joined}`)
    expect(await findListEntry(email)).toMatchObject({ state: 'pending', source: 'newsletter' })
  })

  it.each([
    ['an invalid address', { email: 'reader' }, joinMessageIds.invalidAddress],
    [
      'a token that is refused',
      { email: 'reader@example.com', botCheck: 'x' },
      joinMessageIds.notJoined,
    ],
  ])('with %s is redirected to the message that says what to do', async (_, fields, outcome) => {
    const response = await send(fields)
    expect(response.status).toBe(303)
    expect(response.headers.get('Location')).toBe(`/newsletter#${outcome}`)
    const page = await (await createEdgeClient().request('/newsletter')).text()
    expect(page).toContain(`id="${outcome}"`)
  })
})

describe('the bot check', () => {
  it.each([
    ['an empty token', ''],
    ['a malformed token', 'x'],
    ['a token of another site', token({ hostname: 'evil.example' })],
    ['a token for another action', token({ action: 'log_in' })],
    ['a token with a low score', token({ score: 0.1 })],
  ])('refuses %s, and says what to do', async (_, botCheck) => {
    const email = createAddress()
    const refused = join({ ...claimed, email, botCheck })
    const message = await expectError(refused, 403, 'bot_check_failed')
    expect(message).toContain('Try again')
    expect(message).toContain(site.newsletterEmail)
    expect(await findListEntry(email)).toBeNull()
  })

  it('accepts a token once', async () => {
    const botCheck = token()
    const [first, second] = [createAddress(), createAddress()]
    expect((await join({ ...claimed, email: first, botCheck })).status).toBe(200)
    expect((await join({ ...claimed, email: second, botCheck })).status).toBe(403)
    expect(await findListEntry(second)).toBeNull()
  })
})
