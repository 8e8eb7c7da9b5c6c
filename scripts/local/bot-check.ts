/**
 * The local end of the bot check: speaks as much of reCAPTCHA v3 as is used, the script for browsers
 * and `siteverify` for the edge. Every browser counts as a person, unless a test has said otherwise
 * in `standInScore`. Like Google's, a token is good once.
 */
import { createServer } from 'node:http'
import { z } from 'zod'

export const botCheckKeys = { siteKey: 'local-site-key', secret: 'local-bot-check' } as const

const claimsSchema = z.object({
  action: z.string(),
  hostname: z.string(),
  score: z.number(),
  id: z.string(),
})
export type BotCheckClaims = z.infer<typeof claimsSchema>

/** What the script makes in a browser. */
export function botCheckTokenOf(claims: BotCheckClaims): string {
  return Buffer.from(JSON.stringify(claims)).toString('base64url')
}

const script = `globalThis.grecaptcha = {
  ready: (call) => call(),
  execute: async (siteKey, { action }) => {
    const claims = { action, hostname: location.hostname, score: globalThis.standInScore ?? 0.9, id: Math.random().toString(36) }
    return btoa(JSON.stringify(claims)).replace(/\\+/g, '-').replace(/\\//g, '_').replace(/=+$/, '')
  },
}`

function readToken(token: string): BotCheckClaims | null {
  try {
    return claimsSchema.parse(JSON.parse(Buffer.from(token, 'base64url').toString()))
  } catch {
    return null
  }
}

export async function startBotCheck(port: number) {
  const used = new Set<string>()

  function verify(form: URLSearchParams) {
    const refuse = (code: string) => ({ success: false, 'error-codes': [code] })
    if (form.get('secret') !== botCheckKeys.secret) return refuse('invalid-input-secret')
    const token = form.get('response')
    if (!token) return refuse('missing-input-response')
    const claims = readToken(token)
    if (!claims) return refuse('invalid-input-response')
    if (used.has(claims.id)) return refuse('timeout-or-duplicate')
    used.add(claims.id)
    const { action, hostname, score } = claims
    return { success: true, challenge_ts: new Date().toISOString(), action, hostname, score }
  }

  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1')
    if (request.method === 'GET' && pathname === '/recaptcha/api.js') {
      response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(script)
    } else if (request.method === 'POST' && pathname === '/recaptcha/api/siteverify') {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const answer = verify(new URLSearchParams(Buffer.concat(chunks).toString()))
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer))
    } else response.writeHead(404).end()
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
