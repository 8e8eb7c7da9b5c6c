/**
 * Google's consent page, for any email. The ID token is unsigned: the Auth emulator accepts it,
 * Firebase wouldn't. Requests that Google refuses before asking its user are refused here too.
 */
import { z } from 'zod'
import { escapeHtml } from '../../../src/domain/escape-html.ts'
import { readBody, startFakeServer } from './fake-server.ts'

export const googleClient = 'local-client.apps.googleusercontent.com'

const path = '/o/oauth2/v2/auth'

const consentRequestSchema = z.object({
  client_id: z.literal(googleClient),
  // A production client has one address; local sites have various ports.
  redirect_uri: z.string().regex(/^http:\/\/localhost:\d+\/login\/google$/),
  response_type: z.literal('id_token'),
  scope: z.string().regex(/\bopenid\b/),
  state: z.string().min(16),
  nonce: z.string().min(16),
  login_hint: z.string().optional(),
})
type ConsentRequest = z.infer<typeof consentRequestSchema>

const accountSchema = z.object({ email: z.email(), name: z.string().default('') })

/** The same email has the same `sub` every time. */
function createIdToken(
  { email, name }: z.infer<typeof accountSchema>,
  consentRequest: ConsentRequest,
): string {
  const encodePart = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    iss: 'https://accounts.google.com',
    aud: consentRequest.client_id,
    azp: consentRequest.client_id,
    sub: Buffer.from(email).toString('hex').slice(0, 60),
    email,
    email_verified: true,
    name,
    nonce: consentRequest.nonce,
    iat: now,
    exp: now + 3600,
  }
  return `${encodePart({ alg: 'none', typ: 'JWT' })}.${encodePart(claims)}.`
}

function renderConsentPage(consentRequest: ConsentRequest): string {
  const hidden = Object.entries(consentRequest).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value ?? '')}">`,
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Log in with Google (fake)</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>body{font:17px/1.5 sans-serif;max-width:24rem;margin:3rem auto;padding:0 1rem}label,button{display:block;margin:0 0 1rem}
input{display:block;width:100%;font:inherit;padding:.5rem;box-sizing:border-box}button{font:inherit;padding:.5rem 1rem}</style>
<h1>Log in with Google</h1><p>This is a fake Google page for development.</p>
<form method="post">${hidden.join('')}
<label>Email<input type="email" name="email" value="${escapeHtml(consentRequest.login_hint ?? '')}" required></label>
<label>Full name<input name="name"></label>
<button name="answer" value="allow">Continue</button><button name="answer" value="deny" formnovalidate>Cancel</button>
</form></html>`
}

function handleConsent(form: URLSearchParams): { location: string } | { problem: string } {
  const values = Object.fromEntries(form)
  const consentRequest = consentRequestSchema.safeParse(values)
  if (!consentRequest.success) return { problem: z.prettifyError(consentRequest.error) }
  const { redirect_uri, state } = consentRequest.data
  const buildRedirect = (parameters: Record<string, string>) => ({
    location: `${redirect_uri}#${new URLSearchParams({ state, ...parameters })}`,
  })
  if (values.answer !== 'allow') return buildRedirect({ error: 'access_denied' })
  const account = accountSchema.safeParse(values)
  if (!account.success) return { problem: z.prettifyError(account.error) }
  return buildRedirect({
    id_token: createIdToken(account.data, consentRequest.data),
    authuser: '0',
    prompt: 'none',
  })
}

export async function startFakeGoogleConsent(port: number) {
  const { stop } = await startFakeServer(port, async (request, response) => {
    const refuse = (problem: string) =>
      response.writeHead(400, { 'Content-Type': 'text/plain' }).end(problem)
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
    if (pathname !== path) return response.writeHead(404).end()
    if (request.method !== 'POST') {
      const consentRequest = consentRequestSchema.safeParse(Object.fromEntries(searchParams))
      if (!consentRequest.success) return refuse(z.prettifyError(consentRequest.error))
      return response
        .writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' })
        .end(renderConsentPage(consentRequest.data))
    }
    const outcome = handleConsent(new URLSearchParams(await readBody(request)))
    if ('problem' in outcome) return refuse(outcome.problem)
    return response.writeHead(303, { Location: outcome.location }).end()
  })
  return { url: `http://127.0.0.1:${port}${path}`, stop }
}
