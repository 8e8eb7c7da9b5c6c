/** Computes the highest costs that a caller can cause: the costs of calls, times the numbers that rate limits allow. */
import {
  type CallCost,
  type CallLimit,
  type Cost,
  getCallCost,
  listOpenRoutes,
  type PageCost,
  pageCosts,
} from '../../../functions/platform/http/call-costs.ts'
import { botCheckCeilings } from '../../../functions/platform/http/caller-bot-check.ts'
import { rateLimits } from '../../../functions/platform/http/rate-limits.ts'
import { rateLimitNumbers } from '../../../functions/testing/fake-rate-limits.ts'
import { api } from '../../../src/contracts/endpoints/endpoints.ts'

/** Strangers and guests are counted by network, and so are all readers who are signed in on it. */
export type Caller = 'guests' | 'reader' | 'readers'

export type Ceiling = Required<Cost> & { readonly calls: number }

/** Calls caused by payments are left out, because they aren't free for the caller. */
type Limited = { readonly limit: CallLimit; readonly cost: Cost }

const kinds = ['reads', 'writes', 'payPal', 'emails', 'botChecks'] as const

const listParts = (limit: CallLimit, { rarely, ...cost }: CallCost): readonly Limited[] => [
  { limit, cost },
  ...(rarely?.by === 'limit' ? [{ limit: rarely.limit, cost: rarely }] : []),
]

const listLimited = (caller: Caller): readonly Limited[] => [
  ...listOpenRoutes().flatMap((route) =>
    // Endpoints for staff count at a guest's cost, because they refuse everybody else in the same way.
    listParts(
      api[route].limit,
      getCallCost(route, caller === 'guests' || api[route].caller === 'staff'),
    ),
  ),
  ...Object.entries<PageCost>(pageCosts).flatMap(([page, { guest, ...cost }]) =>
    listParts(['LOOK_UP_LIMIT', page], caller === 'guests' ? (guest ?? cost) : cost),
  ),
]

/** Returns the ceiling for a minute. All calls that share a counter count as the most expensive one. */
export function getCeiling(caller: Caller): Ceiling {
  const counters = new Map<string, { readonly count: number; readonly cost: Required<Cost> }>()
  for (const { limit, cost } of listLimited(caller)) {
    const binding = rateLimits[limit[0]][caller]
    const key = `${binding} ${limit[1]}`
    const dearest = counters.get(key)?.cost
    counters.set(key, {
      count: rateLimitNumbers[binding]!,
      cost: mapKinds((kind) => Math.max(dearest?.[kind] ?? 0, cost[kind] ?? 0)),
    })
  }
  const all = [...counters.values()]
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
  return {
    calls: sum(all.map(({ count }) => count)),
    ...mapKinds((kind) =>
      Math.min(
        sum(all.map(({ count, cost }) => count * cost[kind])),
        getBudget(kind, caller, Math.max(...all.map(({ cost }) => cost[kind]))),
      ),
    ),
  }
}

/** Adds each counter's ceiling once. */
const botChecksPerMinute = Object.values(
  Object.fromEntries(
    Object.values(botCheckCeilings).map(({ counter, binding }) => [counter, binding]),
  ),
).reduce((sum, binding) => sum + rateLimitNumbers[binding]!, 0)

/**
 * Returns the limit on all of one caller's calls (functions/identity/caller-paypal.ts,
 * platform/http/caller-bot-check.ts).
 */
function getBudget(kind: keyof Cost, caller: Caller, mostPerCall: number): number {
  if (kind === 'botChecks') return botChecksPerMinute
  if (kind !== 'payPal') return Number.POSITIVE_INFINITY
  const budget = caller === 'reader' ? 'PAYPAL_CALLER_LIMIT' : 'PAYPAL_NETWORK_LIMIT'
  return rateLimitNumbers[budget]! * mostPerCall
}

const mapKinds = (getAmount: (kind: (typeof kinds)[number]) => number) =>
  Object.fromEntries(kinds.map((kind) => [kind, getAmount(kind)])) as Required<Cost>
