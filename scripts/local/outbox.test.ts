import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startOutbox } from './outbox.ts'
import { freePort } from './ports.ts'

let folder: string
let url: string
let outbox: Awaited<ReturnType<typeof startOutbox>>

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'outbox-'))
  const port = await freePort(18_025)
  url = `http://127.0.0.1:${port}`
  outbox = await startOutbox(port, folder)
})
afterEach(async () => {
  await outbox.stop()
  rmSync(folder, { recursive: true })
})

const post = (path: string, init: RequestInit = {}) =>
  fetch(url + path, { method: 'POST', ...init })
const send = (mail: unknown, headers: Record<string, string> = {}) =>
  fetch(`${url}/messages`, { method: 'POST', headers, body: JSON.stringify(mail) })
const mail = { from: 'desk@example.com', to: 'reader@example.com', subject: 'A <b>', text: 'Hello' }

const sample = (messageId: string, event: string, properties: object) => ({
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
const events = async (name = '') =>
  (await fetch(`${url}/events.json?name=${encodeURIComponent(name)}`)).json()

describe('the outbox', () => {
  it('shows the letters that Firebase would send, without believing them either', async () => {
    expect(await (await fetch(url)).text()).toContain('None has been asked for yet.')
    outbox.setFirebaseLetters(async () => [
      { to: '<i>@example.com', kind: 'PASSWORD_RESET', link: 'http://127.0.0.1/a?b=1&c="' },
    ])
    const shown = await (await fetch(url)).text()
    expect(shown).toContain('PASSWORD_RESET')
    expect(shown).toContain('href="http://127.0.0.1/a?b=1&#38;c=&#34;"')
    expect(shown).not.toContain('<i>')
  })

  it('keeps mails and shows them without believing their markup', async () => {
    expect((await send(mail)).status).toBe(200)
    expect(await (await fetch(`${url}/messages`)).json()).toMatchObject([mail])
    const page = await (await fetch(url)).text()
    expect(page).toContain('A &#60;b&#62;')
    expect(page).not.toContain('<b>')
  })

  it('links each mail’s subject to the mail, by a link that stays when more arrive', async () => {
    await send({ ...mail, subject: 'The <first>' })
    await send({ ...mail, subject: 'The second' })
    const page = await (await fetch(url)).text()
    expect(page).toContain(
      '<article id="mail-1"><h2><a href="#mail-1">The &#60;first&#62;</a></h2>',
    )
    expect(page).toContain('<article id="mail-2"><h2><a href="#mail-2">The second</a></h2>')
    expect(page.indexOf('The second')).toBeLessThan(page.indexOf('The &#60;first'))
  })

  it('takes a letter once for each key, and says so where the key comes with another letter', async () => {
    const keyed = { 'Idempotency-Key': 'letter-1' }
    expect((await send(mail, keyed)).status).toBe(200)
    expect((await send(mail, keyed)).status).toBe(200)
    const other = await send({ ...mail, text: 'Another' }, keyed)
    expect(other.status).toBe(409)
    expect(await other.json()).toEqual({ name: 'invalid_idempotent_request' })
    expect((await send(mail, { 'Idempotency-Key': 'letter-2' })).status).toBe(200)
    const kept = await (await fetch(`${url}/messages?to=${mail.to}`)).json()
    expect(kept).toMatchObject([{ id: 'letter-1' }, { id: 'letter-2' }])
    expect(await (await fetch(`${url}/messages?to=nobody@example.com`)).json()).toEqual([])
  })

  it('shows a letter as mail programs do, in a frame in which nothing runs', async () => {
    await send({ ...mail, html: '<h1>Hello</h1><script>alert(1)</script>' })
    const page = await (await fetch(url)).text()
    expect(page).toContain('sandbox="allow-popups"')
    expect(page).toContain('&#60;script&#62;')
    expect(page).not.toContain('<script>')
  })

  it('refuses a mail without an address', async () => {
    expect((await send({ ...mail, to: undefined })).status).toBe(400)
    expect(await (await fetch(`${url}/messages`)).json()).toEqual([])
  })

  it('takes events once each, by their message, and shows those of a name', async () => {
    const first = sample('1', 'CTA Clicked', { label: '<b>Subscribe</b>' })
    const second = sample('2', 'Article Read', { slug: 'a-story' })
    expect((await sendEvents([first])).status).toBe(200)
    expect((await sendEvents([first, second])).status).toBe(200)
    expect(await events()).toMatchObject([first, second])
    expect(await events('Article Read')).toMatchObject([second])
    const page = await (await fetch(`${url}/events?name=CTA+Clicked`)).text()
    expect(page).toContain('&#60;b&#62;Subscribe')
    expect(page).not.toContain('<b>')
    expect(page).not.toContain('a-story')
  })

  it('keeps events for the next start', async () => {
    await sendEvents([sample('1', 'CTA Clicked', {})])
    await outbox.stop()
    const port = await freePort(18_125)
    url = `http://127.0.0.1:${port}`
    outbox = await startOutbox(port, folder)
    expect(await events()).toHaveLength(1)
    await sendEvents([sample('1', 'CTA Clicked', {})])
    expect(await events()).toHaveLength(1)
  })

  it('refuses events that Segment would refuse, and a call without a key', async () => {
    expect((await sendEvents([{ type: 'track' }])).status).toBe(400)
    expect((await sendEvents([sample('1', 'CTA Clicked', {})], '')).status).toBe(400)
    expect(await events()).toEqual([])
  })

  it('passes a wish to rebuild on, and says when nobody listens yet', async () => {
    const deploy = (authorization = 'Bearer local-key', body = '{"event_type":"publish"}') =>
      post('/deploy-hook', { headers: { Authorization: authorization }, body })
    for (const call of [post('/rebuild'), post('/cron'), deploy(), fetch(`${url}/rebuilds`)]) {
      expect((await call).status).toBe(503)
    }
    const told: string[] = []
    const counts = { begun: 2, failed: 1, isRunning: false }
    outbox.setControls({
      rebuild: async () => void told.push('rebuild'),
      deploy: () => void told.push('deploy'),
      runCron: async () => void told.push('cron'),
      counts: () => counts,
    })
    expect((await post('/rebuild')).status).toBe(200)
    expect((await post('/cron')).status).toBe(200)
    expect((await deploy()).status).toBe(202)
    expect((await deploy('')).status).toBe(400)
    expect((await deploy('Bearer local-key', '')).status).toBe(400)
    expect(told).toEqual(['rebuild', 'cron', 'deploy'])
    expect(await (await fetch(`${url}/rebuilds`)).json()).toEqual(counts)
  })
})
