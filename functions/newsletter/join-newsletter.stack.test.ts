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
import { createAddress, findListEntry } from '../testing/test-readers.ts'

const agent = 'Mozilla/5.0 (a browser of the tests)'

function token(changes: Partial<Parameters<typeof signBotCheckToken>[0]> = {}): string {
  const hostname = new URL(stack.siteUrl).hostname
  const id = crypto.randomUUID()
  const action = botCheckActions.joinNewsletter
  return signBotCheckToken({ action, hostname, score: 0.9, id, ...changes })
}

const claimed = { fbp: '', fbc: '', userAgent: 'What the browser claims', ip: '198.51.100.1' }

const join = (body: Partial<JoinRequest>, client = createEdgeClient()) =>
  client.send('POST /api/join-newsletter', body, {
    params: { source: 'footer' },
    headers: { 'User-Agent': agent },
  })

const joinWithToken = (email: string, client?: EdgeClient) =>
  join({ ...claimed, email, botCheck: token() }, client)

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

  it.each(['', 'reader', 'reader@', 'reader@localhost', 'a b@example.com'])(
    'refuses %j as an address',
    async (email) => {
      const message = await expectError(joinWithToken(email), 400, 'bad_request')
      expect(message).toContain('doesn’t look like an email address')
    },
  )
})

describe('a form without JavaScript', () => {
  const path = getEndpointPath('POST /api/join-newsletter', { source: 'newsletter' })
  const send = (fields: Record<string, string>) =>
    createEdgeClient().request(path, { method: 'POST', body: new URLSearchParams(fields) })

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
