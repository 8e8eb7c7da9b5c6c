/** Counts what each call of the API costs in a test. None may cost more than `../platform/http/call-costs.ts` says. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Endpoint } from '../../src/contracts/endpoints/endpoint.ts'
import { type ApiRoute, api } from '../../src/contracts/endpoints/endpoints.ts'
import { type CallCost, type Cost, getCallCost, isOpenRoute } from '../platform/http/call-costs.ts'

type CountedCost = { reads: number; writes: number; payPal: number; emails: number }

const endpoints = Object.values<Endpoint>(api).map((endpoint) => ({
  ...endpoint,
  pattern: new RegExp(`^${endpoint.path.replace(/:[a-z]+/gi, '[^/]+')}$`),
}))

function findRoute({ method, url }: Request): ApiRoute | undefined {
  const { pathname } = new URL(url)
  const found = endpoints.find((one) => one.method === method && one.pattern.test(pathname))
  return found?.route as ApiRoute | undefined
}

export class CallMeter {
  private readonly counted = new AsyncLocalStorage<CountedCost>()

  /** Throws if the call has cost too much when its response is there. */
  async run(request: Request, answer: () => Promise<Response> | Response): Promise<Response> {
    const counted: CountedCost = { reads: 0, writes: 0, payPal: 0, emails: 0 }
    const response = await this.counted.run(counted, answer)
    const route = findRoute(request)
    if (route && isOpenRoute(route)) {
      const isGuest = !request.headers.get('Cookie')?.includes('__Host-session=')
      checkCost(route, counted, getCallCost(route, isGuest))
    }
    return response
  }

  count(kind: keyof CountedCost, amount: number) {
    const counted = this.counted.getStore()
    if (counted) counted[kind] += amount
  }
}

function checkCost(route: ApiRoute, counted: CountedCost, declared: CallCost) {
  const isWithin = (cost: Cost = {}) =>
    Object.entries(counted).every(([kind, amount]) => amount <= (cost[kind as keyof Cost] ?? 0))
  if (!isWithin(declared) && !isWithin(declared.rarely))
    throw new Error(`${route} costs ${JSON.stringify(counted)}, more than call-costs.ts says`)
}
