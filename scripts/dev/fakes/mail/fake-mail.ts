/**
 * Fakes of the providers that send The Weekly, with a page for their operator. For tests: POST /local/mood,
 * POST /local/events, GET /local/emails.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { eventBits } from '../../../../src/domain/issue/chunk.ts'
import { createCertificate } from '../certificate.ts'
import { type FakeResponse, readBody, sendResponse, startFakeServer } from '../fake-server.ts'
import { renderMailPage } from './mail-operator-page.ts'
import { createMailStore, type MailMood, mailMoods } from './mail-store.ts'
import { mailApis } from './provider-apis.ts'
import { createEvent } from './provider-events.ts'

const eventKinds = Object.keys(eventBits) as [keyof typeof eventBits]

const eventsSchema = z.object({
  /** Without an id, the events are about all emails. */
  id: z.string().optional(),
  kind: z.enum(eventKinds),
  /** How often the events are sent, in reverse order. */
  times: z.int().min(1).max(10).default(1),
})

const json = (value: unknown, status = 200): FakeResponse => [
  status,
  'application/json',
  JSON.stringify(value),
]

const slowness = 3000

/** `target`: the site's origin. */
export async function startFakeMail(port: number, target: () => string) {
  const store = createMailStore()
  const { key, cert } = createCertificate()

  async function sendEvents({ id, kind, times }: z.infer<typeof eventsSchema>) {
    const emails = store.emails.filter((email) => id === undefined || email.id === id)
    const signer = { key, certificateUrl: `${url}/certificate.pem` }
    const events = emails.map((email) => createEvent(email, kind, new Date(), signer))
    const statuses: number[] = []
    for (const { path, headers, body } of Array(times).fill(events.toReversed()).flat()) {
      const response = await fetch(target() + path, { method: 'POST', headers, body })
      await response.body?.cancel()
      statuses.push(response.status)
    }
    return statuses
  }

  async function control(name: string, text: string): Promise<FakeResponse> {
    if (name === 'mood') {
      const { mood } = z.object({ mood: z.enum(mailMoods) }).parse(JSON.parse(text))
      store.setMood(mood)
      return json({})
    }
    if (name === 'events') return json(await sendEvents(eventsSchema.parse(JSON.parse(text))))
    return json({ error: 'There is no such control.' }, 404)
  }

  const server = await startFakeServer(port, async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
    const api = mailApis[pathname]
    if (api) return serveApi(api, request, response, store)
    if (pathname === '/certificate.pem') return sendResponse(response, [200, 'text/plain', cert])
    if (pathname === '/local/emails') {
      const to = searchParams.get('to')
      const emails = store.emails.filter((email) => to === null || email.to === to)
      return sendResponse(response, json(emails))
    }
    if (pathname.startsWith('/local/'))
      return sendResponse(response, await control(pathname.slice(7), await readBody(request)))
    return sendResponse(response, [200, 'text/html; charset=utf-8', renderMailPage(store)])
  })
  const url = `http://127.0.0.1:${server.port}`
  return { url, store, stop: server.stop }
}

async function serveApi(
  api: (typeof mailApis)[string],
  request: IncomingMessage,
  response: ServerResponse,
  store: ReturnType<typeof createMailStore>,
) {
  const text = await readBody(request)
  const mood: MailMood = store.mood
  if (mood === 'slow') await setTimeout(slowness)
  const refusal =
    api.authenticate(request.headers) ??
    (mood === 'throttle' ? api.throttle() : mood === 'refuse' ? api.refuse() : null)
  const { status, body } = refusal ?? api.send(text, request.headers, store)
  if (mood === 'loseAnswer') return response.destroy()
  if (status === 429) response.setHeader('Retry-After', '2')
  return sendResponse(response, json(body, status))
}
