/** Measures the rate at which a server answers requests of signed-in subscribers. */
import { randomBytes } from 'node:crypto'
import autocannon, { type Result } from 'autocannon'
import { createTokens } from '../../../functions/identity/session-tokens.ts'
import { keyringSchema } from '../../../src/contracts/signing/keyring.ts'
import type { Stack } from '../stack/stack.ts'

export type Target = {
  readonly name: string
  readonly url: string
  readonly cookies: readonly string[]
}

/** Enough readers that none reaches the rate limit in the fastest run. */
const readers = 2000

/** Creates the cookies of signed-in subscribers with fresh passes. */
export async function createCookies(stack: Stack): Promise<readonly string[]> {
  const keys = keyringSchema.parse(stack.backends.workerVariables.SESSION_KEYS)
  const tokens = createTokens(keys)
  const now = new Date()
  const entitlement = {
    status: 'isSubscribed',
    detail: 'active',
    entitled: true,
    until: null,
    plan: 'annual_99',
    price: null,
    previousPlan: null,
    paidThrough: new Date(now.getTime() + 100 * 24 * 60 * 60 * 1000),
    resumesAt: null,
    nextPayment: null,
    givenMonths: 0,
    givenUntil: null,
    allowedSteps: ['cancel', 'pause', 'acceptOffer'],
  } as const
  const all = Array.from({ length: readers }, async (_, number) => {
    const uid = `bench-${number}`
    const session = await tokens.issueSession(uid, now, now)
    const pass = await tokens.issuePass(uid, entitlement, now)
    return `__Host-session=${session}; __Host-pass=${pass}`
  })
  return Promise.all(all)
}

/** The headers that browsers send. */
export const acceptHeaders = { Accept: 'image/webp,*/*', 'Accept-Encoding': 'gzip, br' }

let requests = 0
export const createHeaders = ({ cookies }: Target) => ({
  ...acceptHeaders,
  cookie: cookies[requests++ % cookies.length]!,
  'CF-Connecting-IP': `127.${randomBytes(3).join('.')}`,
})

export async function measureRate(target: Target, connections: number, seconds: number) {
  const { url } = target
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: [
      {
        setupRequest: (request) => ({
          ...request,
          headers: { ...request.headers, ...createHeaders(target) },
        }),
      },
    ],
  })
  checkResponses(url, result)
  return result
}

/** Throws unless there were responses, all of them 2xx. */
export function checkResponses(url: string, { non2xx, errors, requests }: Result) {
  if (non2xx > 0 || errors > 0) {
    throw new Error(`${url}: ${non2xx} responses weren’t 2xx, ${errors} errors`)
  }
  if (requests.total === 0) throw new Error(`${url}: no response`)
}
