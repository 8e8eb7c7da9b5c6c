import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestFolder } from '../../../shared/testing/test-folder.ts'
import { freePort } from '../../stack/ports.ts'
import { refusedDomain, startInbox } from './inbox.ts'

let url: string
let inbox: Awaited<ReturnType<typeof startInbox>>

beforeEach(async () => {
  const port = await freePort(18_025)
  url = `http://127.0.0.1:${port}`
  inbox = await startInbox(port, createTestFolder())
})
afterEach(() => inbox.stop())

const post = (path: string, init: RequestInit = {}) =>
  fetch(url + path, { method: 'POST', ...init })
const sendEmail = (email: unknown, headers: Record<string, string> = {}) =>
  fetch(`${url}/messages`, { method: 'POST', headers, body: JSON.stringify(email) })
const email = {
  from: 'desk@example.com',
  to: 'reader@example.com',
  subject: 'A <b>',
  text: 'Hello',
}

const makeEvent = (messageId: string, event: string, properties: object) => ({
  type: 'track',
  messageId,
  anonymousId: 'somebody',
  event,
  properties,
  timestamp: '2026-11-20T10:00:00.000Z',
  context: { page: { path: '/' } },
})
const sendEvents = (batch: unknown[], authorization = `Basic ${btoa('key:')}`) =>
  fetch(`${url}/v1/batch`, {
    method: 'POST',
    headers: { Authorization: authorization },
    body: JSON.stringify({ batch, sentAt: '2026-11-20T10:00:01.000Z' }),
  })
const listEvents = async (name = '') =>
  (await fetch(`${url}/events.json?name=${encodeURIComponent(name)}`)).json()

describe('the inbox', () => {
  it('shows and escapes the emails that Firebase would send', async () => {
    expect(await (await fetch(url)).text()).toContain('None have been requested yet.')
    inbox.setAuthEmailSource(async () => [
      { to: '<i>@example.com', kind: 'PASSWORD_RESET', link: 'http://127.0.0.1/a?b=1&c="' },
    ])
    const inboxHtml = await (await fetch(url)).text()
    expect(inboxHtml).toContain('PASSWORD_RESET')
    expect(inboxHtml).toContain('href="http://127.0.0.1/a?b=1&#38;c=&#34;"')
    expect(inboxHtml).not.toContain('<i>')
  })

  it('stores emails, escapes their markup, and shows HTML in a frame without scripts', async () => {
    const html = '<h1>Hello</h1><script>alert(1)</script>'
    expect((await sendEmail({ ...email, html })).status).toBe(200)
    expect(await (await fetch(`${url}/messages`)).json()).toMatchObject([email])
    const page = await (await fetch(url)).text()
    expect(page).toContain('<article id="mail-1"><h2><a href="#mail-1">A &#60;b&#62;</a></h2>')
    expect(page).toContain('sandbox="allow-popups"')
    expect(page).toContain('&#60;script&#62;')
    expect(page).not.toMatch(/<b>|<script>/)
  })

  it('stores one email per idempotency key, and refuses another email with the key', async () => {
    const idempotencyHeaders = { 'Idempotency-Key': 'letter-1' }
    expect((await sendEmail(email, idempotencyHeaders)).status).toBe(200)
    expect((await sendEmail(email, idempotencyHeaders)).status).toBe(200)
    const other = await sendEmail({ ...email, text: 'Another' }, idempotencyHeaders)
    expect(other.status).toBe(409)
    expect(await other.json()).toEqual({ name: 'invalid_idempotent_request' })
    expect((await sendEmail(email, { 'Idempotency-Key': 'letter-2' })).status).toBe(200)
    const storedEmails = await (await fetch(`${url}/messages?to=${email.to}`)).json()
    expect(storedEmails).toMatchObject([{ id: 'letter-1' }, { id: 'letter-2' }])
    expect(await (await fetch(`${url}/messages?to=nobody@example.com`)).json()).toEqual([])
  })

  it('refuses an email without an address, or to the domain that is always refused', async () => {
    expect((await sendEmail({ ...email, to: undefined })).status).toBe(400)
    expect((await sendEmail({ ...email, to: `leela@${refusedDomain}` })).status).toBe(422)
    expect(await (await fetch(`${url}/messages`)).json()).toEqual([])
  })

  it('stores each event message once, and filters events by name', async () => {
    const first = makeEvent('1', 'CTA Clicked', { label: '<b>Subscribe</b>' })
    const second = makeEvent('2', 'Article Read', { slug: 'a-story' })
    expect((await sendEvents([first])).status).toBe(200)
    expect((await sendEvents([first, second])).status).toBe(200)
    expect(await listEvents()).toMatchObject([first, second])
    expect(await listEvents('Article Read')).toMatchObject([second])
    const page = await (await fetch(`${url}/events?name=CTA+Clicked`)).text()
    expect(page).toContain('&#60;b&#62;Subscribe')
    expect(page).not.toContain('<b>')
    expect(page).not.toContain('a-story')
  })

  it('refuses events that Segment would refuse, and calls without a key', async () => {
    expect((await sendEvents([{ type: 'track' }])).status).toBe(400)
    expect((await sendEvents([makeEvent('1', 'CTA Clicked', {})], '')).status).toBe(400)
    expect(await listEvents()).toEqual([])
  })

  it('passes on the deploy hook’s calls, and answers 503 before the stack is ready', async () => {
    const deploy = (authorization = 'Bearer local-key', body = '{"event_type":"publish"}') =>
      post('/deploy-hook', { headers: { Authorization: authorization }, body })
    for (const call of [post('/rebuild'), post('/cron'), deploy()]) {
      expect((await call).status).toBe(503)
    }
    let deploys = 0
    inbox.setControls({
      rebuild: async () => {},
      requestDeploy: () => deploys++,
      runCron: async () => {},
      counts: () => ({ started: 2, failed: 1, isRunning: false }),
    })
    expect((await deploy()).status).toBe(202)
    expect((await deploy('')).status).toBe(400)
    expect((await deploy('Bearer local-key', '')).status).toBe(400)
    expect(deploys).toBe(1)
  })
})
