/**
 * Counts the cost of each call to the API, and of each page with a separate limit, in a test. No call may cost more
 * than `../platform/http/call-costs.ts` declares.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Endpoint } from '../../src/contracts/endpoints/endpoint.ts'
import { type ApiRoute, api } from '../../src/contracts/endpoints/endpoints.ts'
import { signatureHeader } from '../../src/contracts/signing/desk-signature.ts'
import {
  type CallCost,
  type Cost,
  getCallCost,
  isOpenRoute,
  type LimitedPage,
  pageCosts,
} from '../platform/http/call-costs.ts'

type CountedCost = { reads: number; writes: number; payPal: number; emails: number }

/** Costs of the pages whose address determines their limit, by method and path. */
const pages = {
  'GET /gift/:code': 'gift-page',
  'GET /g/:code': 'gift-link',
  'GET /preview/:slug': 'preview',
  'GET /reader/:handle': 'profile-page',
  'POST /newsletter/confirm/:key': 'newsletter-confirm',
} as const satisfies Readonly<Record<string, LimitedPage>>

const createPattern = (route: string) => new RegExp(`^${route.replace(/:[a-z]+/gi, '[^/]+')}$`)

const endpoints = Object.values<Endpoint>(api).map(({ route }) => ({
  route: route as ApiRoute,
  pattern: createPattern(route),
}))
const pagePatterns = Object.entries(pages).map(([route, page]) => ({
  route,
  cost: pageCosts[page] as CallCost,
  pattern: createPattern(route),
}))

/** Returns null if no cost is declared. */
function findCost({ method, url, headers }: Request) {
  const called = `${method} ${new URL(url).pathname}`
  const isGuest =
    !headers.get('Cookie')?.includes('__Host-session=') &&
    !headers.has('Authorization') &&
    !headers.has(signatureHeader)
  const route = endpoints.find(({ pattern }) => pattern.test(called))?.route
  if (route && isOpenRoute(route)) return { route, cost: getCallCost(route, isGuest) }
  return pagePatterns.find(({ pattern }) => pattern.test(called)) ?? null
}

export class CallMeter {
  /** How often a call may repeat its cost because other calls change the same record at the same time. */
  maxAttempts = 1
  /** Counts all calls, including those of cron jobs. */
  readonly total: CountedCost = { reads: 0, writes: 0, payPal: 0, emails: 0 }
  private readonly counted = new AsyncLocalStorage<CountedCost>()

  /** Throws if the call has exceeded its cost by the time of its response. */
  async run(request: Request, answer: () => Promise<Response> | Response): Promise<Response> {
    const counted: CountedCost = { reads: 0, writes: 0, payPal: 0, emails: 0 }
    const response = await this.counted.run(counted, answer)
    const declared = findCost(request)
    if (declared) checkCost(declared.route, counted, declared.cost, this.maxAttempts)
    return response
  }

  count(kind: keyof CountedCost, amount: number) {
    this.total[kind] += amount
    const counted = this.counted.getStore()
    if (counted) counted[kind] += amount
  }
}

function checkCost(route: string, counted: CountedCost, declared: CallCost, maxAttempts: number) {
  const isWithin = (cost: Cost = {}) =>
    Object.entries(counted).every(
      ([kind, amount]) => amount <= maxAttempts * (cost[kind as keyof Cost] ?? 0),
    )
  if (!isWithin(declared) && !isWithin(declared.rarely))
    throw new Error(`${route} costs ${JSON.stringify(counted)}, more than call-costs.ts says`)
}
