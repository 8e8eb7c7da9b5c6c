/**
 * Stores and shows emails and events. Also controls the stack: the deploy hook, and for tests
 * POST /rebuild (responds when the build is done), GET /rebuilds and POST /cron (runs the jobs once).
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { z } from 'zod'
import { escapeHtml } from '../../../../src/domain/escape-html.ts'
import { type FakeResponse, readBody, sendResponse, startFakeServer } from '../fake-server.ts'
import { renderInboxPage, renderTime } from '../inbox-page.ts'
import type { RebuildQueue } from '../rebuild-queue.ts'
import type { AuthEmail } from './auth-emails.ts'
import { createEventLog } from './event-log.ts'

const emailSchema = z.object({
  from: z.string().max(320),
  to: z.string().max(320),
  subject: z.string().max(998),
  text: z.string().max(200_000),
  html: z.string().max(200_000).optional(),
})
/** Emails to this domain are refused, like those to an address that an email service can't use. */
export const refusedDomain = 'refused.example'

/** `id` is the sender's idempotency key. */
type Email = z.infer<typeof emailSchema> & { readonly receivedAt: string; readonly id?: string }

/** Shows HTML in a frame without scripts, whose links open a new tab, as in an email program. */
const renderEmailBody = ({ text, html }: Email) =>
  html === undefined
    ? `<pre>${escapeHtml(text)}</pre>`
    : `<details><summary>Plain text</summary><pre>${escapeHtml(text)}</pre></details>` +
      `<iframe title="Email as HTML" sandbox="allow-popups" srcdoc="${escapeHtml(`<base target="_blank">${html}`)}"></iframe>`

function renderEmailsPage(emails: readonly Email[], authEmails: readonly AuthEmail[]): string {
  // Emails are numbered in order of arrival, so that a link to one stays valid.
  const items = emails
    .map(
      (email, index) =>
        `<article id="mail-${index + 1}"><h2><a href="#mail-${index + 1}">${escapeHtml(email.subject)}</a></h2>` +
        `<p>To ${escapeHtml(email.to)}, from ${escapeHtml(email.from)}, ${renderTime(email.receivedAt)}</p>${renderEmailBody(email)}</article>`,
    )
    .toReversed()
  const authEmailList = authEmails
    .toReversed()
    .map(
      ({ to, kind, link }) =>
        `<p>To ${escapeHtml(to)}: <a href="${escapeHtml(link)}">${escapeHtml(kind)}</a></p>`,
    )
  return renderInboxPage(
    'Emails',
    `${items.join('') || '<p>No emails have been sent yet.</p>'}
<h1>Emails from Firebase</h1>${authEmailList.join('') || '<p>None have been requested yet.</p>'}`,
  )
}

export const deployHook = { path: '/deploy-hook', token: 'local-key', event: 'publish' } as const

/** Returns null if GitHub would accept the call. */
function findDeployProblem(body: string, authorization: string): string | null {
  if (authorization !== `Bearer ${deployHook.token}`) return 'The token is missing or wrong.'
  const { event_type: event } = JSON.parse(body || '{}')
  return event === deployHook.event ? null : 'The event_type is missing or wrong.'
}

export type StackControls = Pick<RebuildQueue, 'rebuild' | 'requestDeploy' | 'counts'> & {
  runCron(): Promise<void>
}

const html = (text: string): FakeResponse => [200, 'text/html; charset=utf-8', text]
const text = (status: number, explanation: string): FakeResponse => [
  status,
  'text/plain',
  explanation,
]
const notReadyAnswer = text(503, 'the stack is still starting')
const jsonAnswer = (value: unknown, status = 200): FakeResponse => [
  status,
  'application/json',
  JSON.stringify(value),
]

export async function startInbox(port: number, folder: string) {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'mail.ndjson')
  const eventLog = createEventLog(join(folder, 'events.ndjson'))
  const readEmails = (): Email[] =>
    existsSync(file)
      ? readFileSync(file, 'utf8')
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line))
      : []
  let controls: StackControls | undefined
  let authEmails: () => Promise<readonly AuthEmail[]> = async () => []

  async function handleRequest(
    method: string,
    { pathname, searchParams }: URL,
    body: string,
    { authorization = '', 'idempotency-key': key }: IncomingHttpHeaders,
  ): Promise<FakeResponse> {
    switch (`${method} ${pathname}`) {
      case 'GET /':
        return html(renderEmailsPage(readEmails(), await authEmails()))
      case 'GET /auth-emails':
        return jsonAnswer(await authEmails())
      case 'GET /messages': {
        const to = searchParams.get('to')
        return jsonAnswer(readEmails().filter((email) => to === null || email.to === to))
      }
      case 'POST /messages': {
        const email = emailSchema.safeParse(JSON.parse(body))
        if (!email.success) {
          const message = z.prettifyError(email.error)
          return jsonAnswer({ name: 'validation_error', message }, 400)
        }
        if (email.data.to.endsWith(`@${refusedDomain}`)) {
          return jsonAnswer({ name: 'validation_error', message: 'Invalid `to` field.' }, 422)
        }
        const id = typeof key === 'string' ? key : undefined
        const duplicate =
          id === undefined ? undefined : readEmails().find((stored) => stored.id === id)
        if (duplicate) {
          // An email service sends an email once per idempotency key.
          return duplicate.text === email.data.text
            ? jsonAnswer({ id })
            : jsonAnswer({ name: 'invalid_idempotent_request' }, 409)
        }
        const receivedAt = new Date().toISOString()
        appendFileSync(file, `${JSON.stringify({ ...email.data, receivedAt, id })}\n`)
        return jsonAnswer({ id: id ?? receivedAt })
      }
      case 'GET /events':
        return html(eventLog.renderPage(searchParams.get('name')))
      case 'GET /events.json':
        return jsonAnswer(eventLog.list(searchParams.get('name')))
      case 'POST /v1/batch': {
        const problem = eventLog.receive(body, authorization)
        return problem ? text(400, problem) : jsonAnswer({ success: true })
      }
      case 'POST /rebuild':
        if (!controls) return notReadyAnswer
        await controls.rebuild()
        return text(200, 'rebuilt')
      case 'GET /rebuilds':
        return controls ? jsonAnswer(controls.counts()) : notReadyAnswer
      case 'POST /cron':
        if (!controls) return notReadyAnswer
        await controls.runCron()
        return text(200, 'cron job done')
      case `POST ${deployHook.path}`: {
        const problem = findDeployProblem(body, authorization)
        if (problem) return text(400, problem)
        if (!controls) return notReadyAnswer
        controls.requestDeploy()
        return text(202, 'accepted')
      }
      default:
        return text(404, 'not found')
    }
  }

  const { stop } = await startFakeServer(port, async (request, response) =>
    sendResponse(
      response,
      await handleRequest(
        request.method ?? '',
        new URL(request.url ?? '', 'http://inbox'),
        await readBody(request),
        request.headers,
      ),
    ),
  )
  return {
    setControls(next: StackControls) {
      controls = next
    },
    setAuthEmailSource(next: typeof authEmails) {
      authEmails = next
    },
    stop,
  }
}
