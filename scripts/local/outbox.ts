/**
 * The local end of mail and of events: takes what their services in production would take, keeps it,
 * and shows it on a page. It also takes what the stack is told: the local deploy hook, and for tests
 * POST /rebuild (answers when it is done), GET /rebuilds and POST /cron (a minute is over).
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { z } from 'zod'
import { deployHook, problemOfDeploy } from './deploy-hook.ts'
import { createEventBox } from './event-box.ts'
import type { FirebaseLetter } from './firebase-letters.ts'
import { escapeHtml, outboxPage, timeOf } from './outbox-page.ts'
import type { Rebuilds } from './rebuilds.ts'

const mailSchema = z.object({
  from: z.string().max(320),
  to: z.string().max(320),
  subject: z.string().max(998),
  text: z.string().max(200_000),
  html: z.string().max(200_000).optional(),
})
/** `id`: what the sender knows it by. */
type Mail = z.infer<typeof mailSchema> & { readonly receivedAt: string; readonly id?: string }

/** As mail programs show it: in a frame in which nothing runs, and links open beside it. */
const shown = ({ text, html }: Mail) =>
  html === undefined
    ? `<pre>${escapeHtml(text)}</pre>`
    : `<details><summary>As text</summary><pre>${escapeHtml(text)}</pre></details>` +
      `<iframe title="The letter" sandbox="allow-popups" srcdoc="${escapeHtml(`<base target="_blank">${html}`)}"></iframe>`

function mailsPage(mails: readonly Mail[], letters: readonly FirebaseLetter[]): string {
  // Numbered as they arrived, so a link to one stays valid.
  const items = mails
    .map(
      (mail, index) =>
        `<article id="mail-${index + 1}"><h2><a href="#mail-${index + 1}">${escapeHtml(mail.subject)}</a></h2>` +
        `<p>To ${escapeHtml(mail.to)}, from ${escapeHtml(mail.from)}, ${timeOf(mail.receivedAt)}</p>${shown(mail)}</article>`,
    )
    .toReversed()
  const firebase = letters
    .toReversed()
    .map(
      ({ to, kind, link }) =>
        `<p>To ${escapeHtml(to)}: <a href="${escapeHtml(link)}">${escapeHtml(kind)}</a></p>`,
    )
  return outboxPage(
    'Mails',
    `${items.join('') || '<p>No mail has been sent yet.</p>'}
<h1>Firebase’s own letters</h1>${firebase.join('') || '<p>None has been asked for yet.</p>'}`,
  )
}

/** What the running stack can be told to do. */
export type StackControls = Pick<Rebuilds, 'rebuild' | 'deploy' | 'counts'> & {
  /** Runs what the Worker does every minute. */
  runCron(): Promise<void>
}

type Answer = readonly [status: number, type: string, text: string]

const html = (text: string): Answer => [200, 'text/html; charset=utf-8', text]
const text = (status: number, words: string): Answer => [status, 'text/plain', words]
const stillStarting = text(503, 'the stack is still starting')
const json = (value: unknown, status = 200): Answer => [
  status,
  'application/json',
  JSON.stringify(value),
]

/** What arrives is kept in the folder. */
export async function startOutbox(port: number, folder: string) {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'mail.ndjson')
  const eventBox = createEventBox(join(folder, 'events.ndjson'))
  const read = (): Mail[] =>
    existsSync(file)
      ? readFileSync(file, 'utf8')
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line))
      : []
  let controls: StackControls | undefined
  let letters: () => Promise<readonly FirebaseLetter[]> = async () => []

  async function answer(
    method: string,
    { pathname, searchParams }: URL,
    body: string,
    { authorization = '', 'idempotency-key': key }: IncomingHttpHeaders,
  ): Promise<Answer> {
    switch (`${method} ${pathname}`) {
      case 'GET /':
        return html(mailsPage(read(), await letters()))
      case 'GET /letters':
        return json(await letters())
      case 'GET /messages': {
        const to = searchParams.get('to')
        return json(read().filter((mail) => to === null || mail.to === to))
      }
      case 'POST /messages': {
        const mail = mailSchema.safeParse(JSON.parse(body))
        if (!mail.success) {
          const message = z.prettifyError(mail.error)
          return json({ name: 'validation_error', message }, 400)
        }
        const id = typeof key === 'string' ? key : undefined
        const earlier = id === undefined ? undefined : read().find((kept) => kept.id === id)
        if (earlier) {
          // As a service does with a key that it has seen: the letter has gone out already.
          return earlier.text === mail.data.text
            ? json({ id })
            : json({ name: 'invalid_idempotent_request' }, 409)
        }
        const receivedAt = new Date().toISOString()
        appendFileSync(file, `${JSON.stringify({ ...mail.data, receivedAt, id })}\n`)
        return json({ id: id ?? receivedAt })
      }
      case 'GET /events':
        return html(eventBox.page(searchParams.get('name')))
      case 'GET /events.json':
        return json(eventBox.list(searchParams.get('name')))
      case 'POST /v1/batch': {
        const problem = eventBox.take(body, authorization)
        return problem ? text(400, problem) : json({ success: true })
      }
      case 'POST /rebuild':
        if (!controls) return stillStarting
        await controls.rebuild()
        return text(200, 'rebuilt')
      case 'GET /rebuilds':
        return controls ? json(controls.counts()) : stillStarting
      case 'POST /cron':
        if (!controls) return stillStarting
        await controls.runCron()
        return text(200, 'a minute is over')
      case `POST ${deployHook.path}`: {
        const problem = problemOfDeploy(body, authorization)
        if (problem) return text(400, problem)
        if (!controls) return stillStarting
        controls.deploy()
        return text(202, 'accepted')
      }
      default:
        return text(404, 'nothing here')
    }
  }

  const server = createServer(async (request, response) => {
    try {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const [status, type, text] = await answer(
        request.method ?? '',
        new URL(request.url ?? '', 'http://outbox'),
        Buffer.concat(chunks).toString(),
        request.headers,
      )
      response.writeHead(status, { 'Content-Type': type }).end(text)
    } catch (error) {
      response.writeHead(500, { 'Content-Type': 'text/plain' }).end(String(error))
    }
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    setControls(next: StackControls) {
      controls = next
    },
    setFirebaseLetters(next: typeof letters) {
      letters = next
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
