/**
 * The local end of mail: takes what the mail service of production would take, keeps it, and shows
 * it on a page. It also answers the local deploy hook, POST /rebuild.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { dirname } from 'node:path'
import { z } from 'zod'
import type { FirebaseLetter } from './firebase-letters.ts'

const mailSchema = z.object({
  from: z.string().max(320),
  to: z.string().max(320),
  subject: z.string().max(998),
  text: z.string().max(200_000),
})
type Mail = z.infer<typeof mailSchema> & { readonly receivedAt: string }

const escapeHtml = (value: string) =>
  value.replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`)

function page(mails: readonly Mail[], letters: readonly FirebaseLetter[]): string {
  const items = mails
    .toReversed()
    .map(
      (mail) =>
        `<article><h2>${escapeHtml(mail.subject)}</h2><p>To ${escapeHtml(mail.to)}, from ${escapeHtml(mail.from)}, ` +
        `<time>${mail.receivedAt}</time></p><pre>${escapeHtml(mail.text)}</pre></article>`,
    )
  const firebase = letters
    .toReversed()
    .map(
      ({ to, kind, link }) =>
        `<p>To ${escapeHtml(to)}: <a href="${escapeHtml(link)}">${escapeHtml(kind)}</a></p>`,
    )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Outbox</title>
<style>body{font:17px/1.5 Georgia,serif;max-width:44rem;margin:3rem auto;padding:0 1rem;background:#fffdf8;color:#16130f}
h2{margin:2rem 0 0;font-size:1.2rem}p{margin:0;color:#5c554b}pre{white-space:pre-wrap;font:inherit}</style>
<h1>Outbox</h1>${items.join('') || '<p>No mail has been sent yet.</p>'}
<h1>Firebase’s own letters</h1>${firebase.join('') || '<p>None has been asked for yet.</p>'}</html>`
}

export async function startOutbox(port: number, file: string) {
  mkdirSync(dirname(file), { recursive: true })
  const read = (): Mail[] =>
    existsSync(file)
      ? readFileSync(file, 'utf8')
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line))
      : []
  let rebuild: (() => Promise<void>) | undefined
  let letters: () => Promise<readonly FirebaseLetter[]> = async () => []

  async function answer(
    method: string,
    path: string,
    body: string,
  ): Promise<[number, string, string]> {
    if (method === 'GET' && path === '/')
      return [200, 'text/html; charset=utf-8', page(read(), await letters())]
    if (method === 'GET' && path === '/messages')
      return [200, 'application/json', JSON.stringify(read())]
    if (method === 'POST' && path === '/messages') {
      const mail = mailSchema.safeParse(JSON.parse(body))
      if (!mail.success) return [400, 'text/plain', z.prettifyError(mail.error)]
      appendFileSync(
        file,
        `${JSON.stringify({ ...mail.data, receivedAt: new Date().toISOString() })}\n`,
      )
      return [202, 'text/plain', 'accepted']
    }
    if (method === 'POST' && path === '/rebuild') {
      if (!rebuild) return [503, 'text/plain', 'the stack is still starting']
      await rebuild()
      return [200, 'text/plain', 'rebuilt']
    }
    return [404, 'text/plain', 'nothing here']
  }

  const server = createServer(async (request, response) => {
    try {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const [status, type, text] = await answer(
        request.method ?? '',
        request.url ?? '',
        Buffer.concat(chunks).toString(),
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
    setRebuild(next: () => Promise<void>) {
      rebuild = next
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
