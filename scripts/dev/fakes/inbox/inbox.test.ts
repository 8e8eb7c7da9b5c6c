import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestFolder } from '../../../shared/testing/test-folder.ts'
import { freePort } from '../../stack/ports.ts'
import { refusedDomain, startInbox } from './inbox.ts'

let folder: string
let url: string
let inbox: Awaited<ReturnType<typeof startInbox>>

beforeEach(async () => {
  folder = createTestFolder()
  const port = await freePort(18_025)
  url = `http://127.0.0.1:${port}`
  inbox = await startInbox(port, folder)
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

  it('stores emails and escapes their markup', async () => {
    expect((await sendEmail(email)).status).toBe(200)
    expect(await (await fetch(`${url}/messages`)).json()).toMatchObject([email])
    const page = await (await fetch(url)).text()
    expect(page).toContain('A &#60;b&#62;')
    expect(page).not.toContain('<b>')
  })

  it('links each subject to its email, at a stable address', async () => {
    await sendEmail({ ...email, subject: 'The <first>' })
    await sendEmail({ ...email, subject: 'The second' })
    const page = await (await fetch(url)).text()
    expect(page).toContain(
      '<article id="mail-1"><h2><a href="#mail-1">The &#60;first&#62;</a></h2>',
    )
    expect(page).toContain('<article id="mail-2"><h2><a href="#mail-2">The second</a></h2>')
    expect(page.indexOf('The second')).toBeLessThan(page.indexOf('The &#60;first'))
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

  it('shows times in the browser’s format, and links to each email', async () => {
    await sendEmail(email)
    const page = await (await fetch(url)).text()
    const [, id] = /<a href="#(mail-\d+)">/.exec(page)!
    expect(page).toContain(`id="${id}"`)
    const [, instant] = /<time datetime="([^"]+)"/.exec(page)!
    const [, script] = /<script type="module">(.+?)<\/script>/s.exec(page)!
    const time = { dateTime: instant!, title: '', textContent: '' }
    const document = { querySelectorAll: () => [time] }
    runInNewContext(script!, { document, navigator: { languages: ['de-DE'] } })
    const format = new Intl.DateTimeFormat('de-DE', { dateStyle: 'medium', timeStyle: 'medium' })
    const textContent = format.format(new Date(instant!))
    expect(time).toEqual({ dateTime: instant, title: instant, textContent })
  })

  it('shows an HTML email in a frame without scripts', async () => {
    await sendEmail({ ...email, html: '<h1>Hello</h1><script>alert(1)</script>' })
    const page = await (await fetch(url)).text()
    expect(page).toContain('sandbox="allow-popups"')
    expect(page).toContain('&#60;script&#62;')
    expect(page).not.toContain('<script>')
  })

  it('refuses an email without an address, or to the domain for it', async () => {
    expect((await sendEmail({ ...email, to: undefined })).status).toBe(400)
    expect((await sendEmail({ ...email, to: `leela@${refusedDomain}` })).status).toBe(422)
    expect(await (await fetch(`${url}/messages`)).json()).toEqual([])
  })

  it('stores events once per message, and filters them by name', async () => {
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

  it('keeps events between starts', async () => {
    await sendEvents([makeEvent('1', 'CTA Clicked', {})])
    await inbox.stop()
    const port = await freePort(18_125)
    url = `http://127.0.0.1:${port}`
    inbox = await startInbox(port, folder)
    expect(await listEvents()).toHaveLength(1)
    await sendEvents([makeEvent('1', 'CTA Clicked', {})])
    expect(await listEvents()).toHaveLength(1)
  })

  it('refuses events that Segment would refuse, and calls without a key', async () => {
    expect((await sendEvents([{ type: 'track' }])).status).toBe(400)
    expect((await sendEvents([makeEvent('1', 'CTA Clicked', {})], '')).status).toBe(400)
    expect(await listEvents()).toEqual([])
  })

  it('passes on requests to rebuild, and answers 503 before the stack is ready', async () => {
    const deploy = (authorization = 'Bearer local-key', body = '{"event_type":"publish"}') =>
      post('/deploy-hook', { headers: { Authorization: authorization }, body })
    for (const call of [post('/rebuild'), post('/cron'), deploy(), fetch(`${url}/rebuilds`)]) {
      expect((await call).status).toBe(503)
    }
    const deploys: string[] = []
    const counts = { started: 2, failed: 1, isRunning: false }
    inbox.setControls({
      rebuild: async () => void deploys.push('rebuild'),
      requestDeploy: () => void deploys.push('deploy'),
      runCron: async () => void deploys.push('cron'),
      counts: () => counts,
    })
    expect((await post('/rebuild')).status).toBe(200)
    expect((await post('/cron')).status).toBe(200)
    expect((await deploy()).status).toBe(202)
    expect((await deploy('')).status).toBe(400)
    expect((await deploy('Bearer local-key', '')).status).toBe(400)
    expect(deploys).toEqual(['rebuild', 'cron', 'deploy'])
    expect(await (await fetch(`${url}/rebuilds`)).json()).toEqual(counts)
  })
})
