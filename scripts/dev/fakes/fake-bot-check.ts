/**
 * The part of reCAPTCHA v3 that is used: the browser script and `siteverify`. Every browser scores as
 * a person unless a test sets `fakeScore`. As at Google, a token is valid once.
 */
import { z } from 'zod'
import { parseJson } from '../../../src/domain/parse-json.ts'
import { readBody, startFakeServer } from './fake-server.ts'

export const botCheckKeys = { siteKey: 'local-site-key', secret: 'local-bot-check' } as const

const claimsSchema = z.object({
  action: z.string(),
  hostname: z.string(),
  score: z.number(),
  id: z.string(),
})
export type BotCheckClaims = z.infer<typeof claimsSchema>

export function signBotCheckToken(claims: BotCheckClaims): string {
  return Buffer.from(JSON.stringify(claims)).toString('base64url')
}

const script = `globalThis.grecaptcha = {
  ready: (call) => call(),
  execute: async (siteKey, { action }) => {
    const claims = { action, hostname: location.hostname, score: globalThis.fakeScore ?? 0.9, id: Math.random().toString(36) }
    return btoa(JSON.stringify(claims)).replace(/\\+/g, '-').replace(/\\//g, '_').replace(/=+$/, '')
  },
}`

function parseToken(token: string): BotCheckClaims | null {
  return claimsSchema.safeParse(parseJson(Buffer.from(token, 'base64url').toString())).data ?? null
}

export async function startFakeBotCheck(port: number) {
  const usedTokens = new Set<string>()

  function verify(form: URLSearchParams) {
    const refuse = (code: string) => ({ success: false, 'error-codes': [code] })
    if (form.get('secret') !== botCheckKeys.secret) return refuse('invalid-input-secret')
    const token = form.get('response')
    if (!token) return refuse('missing-input-response')
    const claims = parseToken(token)
    if (!claims) return refuse('invalid-input-response')
    if (usedTokens.has(claims.id)) return refuse('timeout-or-duplicate')
    usedTokens.add(claims.id)
    const { action, hostname, score } = claims
    return { success: true, challenge_ts: new Date().toISOString(), action, hostname, score }
  }

  const { stop } = await startFakeServer(port, async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1')
    if (request.method === 'GET' && pathname === '/recaptcha/api.js') {
      response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(script)
    } else if (request.method === 'POST' && pathname === '/recaptcha/api/siteverify') {
      const result = verify(new URLSearchParams(await readBody(request)))
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(result))
    } else response.writeHead(404).end()
  })
  return { url: `http://127.0.0.1:${port}`, stop }
}
