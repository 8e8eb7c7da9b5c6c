/**
 * The local end of logging in with Google: the page on which Google asks its users, for whoever one
 * says one is. It gives the ID token as Google does, unsigned, which the Auth emulator takes and
 * Firebase itself would not. What Google refuses before it asks anybody is refused here too.
 */
import { createServer } from 'node:http'
import { z } from 'zod'
import { escapeHtml } from './outbox-page.ts'

export const googleClient = 'local-client.apps.googleusercontent.com'

const path = '/o/oauth2/v2/auth'

const questionSchema = z.object({
  client_id: z.literal(googleClient),
  // A live client has its one address there; local sites have one port after another.
  redirect_uri: z.string().regex(/^http:\/\/localhost:\d+\/login\/google$/),
  response_type: z.literal('id_token'),
  scope: z.string().regex(/\bopenid\b/),
  state: z.string().min(16),
  nonce: z.string().min(16),
  login_hint: z.string().optional(),
})
type Question = z.infer<typeof questionSchema>

const personSchema = z.object({ email: z.email(), name: z.string().default('') })

/** The same person has the same number every time. */
function tokenFor({ email, name }: z.infer<typeof personSchema>, question: Question): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    iss: 'https://accounts.google.com',
    aud: question.client_id,
    azp: question.client_id,
    sub: Buffer.from(email).toString('hex').slice(0, 60),
    email,
    email_verified: true,
    name,
    nonce: question.nonce,
    iat: now,
    exp: now + 3600,
  }
  return `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.`
}

function page(question: Question): string {
  const hidden = Object.entries(question).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value ?? '')}">`,
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Sign in, as with Google</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>body{font:17px/1.5 sans-serif;max-width:24rem;margin:3rem auto;padding:0 1rem}label,button{display:block;margin:0 0 1rem}
input{display:block;width:100%;font:inherit;padding:.5rem;box-sizing:border-box}button{font:inherit;padding:.5rem 1rem}</style>
<h1>Who are you?</h1><p>In place of Google, on this machine alone.</p>
<form method="post">${hidden.join('')}
<label>Address<input type="email" name="email" value="${escapeHtml(question.login_hint ?? '')}" required></label>
<label>Full name<input name="name"></label>
<button name="answer" value="allow">Continue</button><button name="answer" value="deny" formnovalidate>Cancel</button>
</form></html>`
}

/** Where the answer leads, or what is wrong with the question. */
function answerTo(form: URLSearchParams): { location: string } | { problem: string } {
  const values = Object.fromEntries(form)
  const question = questionSchema.safeParse(values)
  if (!question.success) return { problem: z.prettifyError(question.error) }
  const { redirect_uri, state } = question.data
  const back = (parameters: Record<string, string>) => ({
    location: `${redirect_uri}#${new URLSearchParams({ state, ...parameters })}`,
  })
  if (values.answer !== 'allow') return back({ error: 'access_denied' })
  const person = personSchema.safeParse(values)
  if (!person.success) return { problem: z.prettifyError(person.error) }
  return back({ id_token: tokenFor(person.data, question.data), authuser: '0', prompt: 'none' })
}

export async function startGoogleConsent(port: number) {
  const server = createServer(async (request, response) => {
    const refuse = (problem: string) =>
      response.writeHead(400, { 'Content-Type': 'text/plain' }).end(problem)
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
    if (pathname !== path) return response.writeHead(404).end()
    if (request.method !== 'POST') {
      const question = questionSchema.safeParse(Object.fromEntries(searchParams))
      if (!question.success) return refuse(z.prettifyError(question.error))
      return response
        .writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' })
        .end(page(question.data))
    }
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const answer = answerTo(new URLSearchParams(Buffer.concat(chunks).toString()))
    if ('problem' in answer) return refuse(answer.problem)
    return response.writeHead(303, { Location: answer.location }).end()
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${port}${path}`,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
