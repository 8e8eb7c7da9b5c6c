/**
 * The PayPal client for requests, and the only one handlers get. Each request counts against the budgets of the
 * purchase, the caller and their network, and a purchase that wasn't approved a moment ago isn't looked up again. A
 * refused call fails as if PayPal were unavailable, so that an event or a cron job completes the purchase later, and
 * the response is `too_many_requests` (serve-endpoints.ts). PayPal's events and cron jobs use the plain client, and
 * have their own limits.
 */
import { fail, type Result } from '../../src/domain/result.ts'
import type { PayPal } from '../platform/adapters/paypal.ts'
import type { PayPalFailure } from '../platform/adapters/paypal-rest.ts'
import { countOne, isNetworkWithinLimit } from '../platform/http/caller-network.ts'
import type { Limit, NetworkLimit } from '../platform/http/rate-limits.ts'
import { createLruCache } from '../platform/lru-cache.ts'
import { readReaderCookies, readTokenCookie } from './cookies.ts'
import type { Tokens } from './session-tokens.ts'

/**
 * Milliseconds for which an unapproved purchase isn't looked up at PayPal again. The pages to which payers return keep
 * polling for longer before reporting that nothing was approved (`src/features/checkout/finish-store.ts`).
 */
export const unapprovedMemory = 5000

/** The maximum number of purchases per isolate, to limit its memory. */
const maxRemembered = 10_000

/** A plan's price is looked up only after a counted call about a purchase that isn't paid in full. */
type Calls = Omit<PayPal, 'checkTransmission' | 'findPlanPrice'>

export type PayPalLimits = Readonly<
  Record<'PAYPAL_PURCHASE_LIMIT' | 'PAYPAL_CALLER_LIMIT', Limit> &
    Record<'PAYPAL_NETWORK_LIMIT', NetworkLimit>
>

export type CallerPayPal = PayPal & {
  /** Returns whether any call of this request was refused. */
  hasRefused(): boolean
  /**
   * Returns whether a call was refused because this purchase wasn't approved a moment ago. It may have been approved
   * since.
   */
  wasUnapproved(purchase: string): boolean
}

type Caller = {
  readonly request: Request
  readonly env: PayPalLimits
  readonly tokens: Tokens
  readonly now: () => Date
}

const byId = (id: string) => id

/** Returns the purchase that each call is about: PayPal's id, or the id of the request that creates it. */
const purchaseOf: {
  readonly [Name in keyof Calls]: (...parameters: Parameters<Calls[Name]>) => string
} = {
  create: ({ requestId }) => requestId,
  createOrder: ({ requestId }) => requestId,
  find: byId,
  findOrder: byId,
  findCapture: byId,
  findDispute: byId,
  transactions: byId,
  setStatus: byId,
  clearBalance: byId,
  capture: byId,
  captureOrder: byId,
  refund: byId,
  refundPart: byId,
  verify: ({ transmission_id }) => transmission_id,
  listMovements: () => 'movements',
}

const notCalled: PayPalFailure = { kind: 'unavailable', reason: 'not called for this caller' }

type Found<Name extends 'find' | 'findOrder'> = Awaited<ReturnType<Calls[Name]>>

const isUnapprovedSubscription = (found: Found<'find'>) =>
  found.ok && found.value.payPalState.status === 'APPROVAL_PENDING'

/** Whether the order is unapproved. PayPal drops unapproved orders. */
const isUnapprovedOrder = (found: Found<'findOrder'>) =>
  found.ok
    ? found.value.capture === null && found.value.status !== 'APPROVED'
    : found.failure.kind === 'notFound'

/** Creates the state of one isolate: when each purchase may be looked up again. */
export function createCallerPayPals(paypal: PayPal) {
  const unapprovedUntil = createLruCache<string, number>(maxRemembered, () => 1)

  /** Creates one request's PayPal client. */
  return function createCallerPayPal(caller: Caller): CallerPayPal {
    const { now } = caller
    const admissions = new Map<string, Promise<boolean>>()
    const unapproved = new Set<string>()
    let isRefused = false
    let isCallerAdmitted: Promise<boolean> | undefined

    function refuse() {
      isRefused = true
      return fail(notCalled)
    }

    /**
     * The order matters: calls above a purchase's limit don't count against the caller, nor a caller's excess calls
     * against others.
     */
    async function countRequest(purchase: string): Promise<boolean> {
      if (!(await countOne(caller.env.PAYPAL_PURCHASE_LIMIT, purchase))) return false
      isCallerAdmitted ??= isWithinCallerLimits(caller)
      return isCallerAdmitted
    }

    const makeCall: MakeCall = async (purchase, call) => {
      const admission = admissions.get(purchase) ?? countRequest(purchase)
      admissions.set(purchase, admission)
      return (await admission) ? call() : refuse()
    }

    /** Refuses the call instead of returning the cached answer, which may be older than the stored record. */
    async function findUnlessUnapproved<Value>(
      purchase: string,
      find: () => Promise<Result<Value, PayPalFailure>>,
      isUnapproved: (found: Result<Value, PayPalFailure>) => boolean,
    ): Promise<Result<Value, PayPalFailure>> {
      const until = unapprovedUntil.get(purchase) ?? 0
      if (now().getTime() < until && !admissions.has(purchase)) {
        unapproved.add(purchase)
        return refuse()
      }
      const found = await find()
      if (isUnapproved(found)) unapprovedUntil.set(purchase, now().getTime() + unapprovedMemory)
      return found
    }

    const counted = countCalls(paypal, makeCall)
    return {
      ...counted,
      find: (id) => findUnlessUnapproved(id, () => counted.find(id), isUnapprovedSubscription),
      findOrder: (id) => findUnlessUnapproved(id, () => counted.findOrder(id), isUnapprovedOrder),
      checkTransmission: (...parameters) => paypal.checkTransmission(...parameters),
      findPlanPrice: (...parameters) => paypal.findPlanPrice(...parameters),
      hasRefused: () => isRefused,
      wasUnapproved: (purchase) => unapproved.has(purchase),
    }
  }
}

type MakeCall = <Value>(
  purchase: string,
  call: () => Promise<Result<Value, PayPalFailure>>,
) => Promise<Result<Value, PayPalFailure>>

function countCalls(paypal: PayPal, makeCall: MakeCall): Calls {
  type Method = (...parameters: unknown[]) => Promise<Result<unknown, PayPalFailure>>
  const methods = paypal as unknown as Readonly<Record<string, Method>>
  const purchases = Object.entries(purchaseOf) as [string, (...parameters: unknown[]) => string][]
  return Object.fromEntries(
    purchases.map(([name, getPurchase]) => [
      name,
      (...parameters: unknown[]) =>
        makeCall(getPurchase(...parameters), () => methods[name]!(...parameters)),
    ]),
  ) as unknown as Calls
}

/**
 * Readers are counted by uid and guests by their signed id, with separate limits per network, which many people may
 * share.
 */
async function isWithinCallerLimits({ request, env, tokens, now }: Caller): Promise<boolean> {
  const session = await tokens.readSession(readReaderCookies(request).session, now())
  const guest = await tokens.readToken('buyer', readTokenCookie(request, 'buyer'), now())
  const caller = session ? `reader ${session.uid}` : guest && `guest ${guest}`
  if (caller && !(await countOne(env.PAYPAL_CALLER_LIMIT, caller))) return false
  return isNetworkWithinLimit(
    { env, request },
    'PAYPAL_NETWORK_LIMIT',
    session ? 'readers' : 'guests',
  )
}
