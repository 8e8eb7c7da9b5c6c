import { getPriceAtPayPal, type Plans } from '../../scripts/dev/fakes/paypal/billing-cycle.ts'
import { type Ledger, openLedger } from '../../scripts/dev/fakes/paypal/ledger.ts'
import { toCents } from '../../scripts/dev/fakes/paypal/payment-value.ts'
import { toWebhookEvent } from '../../scripts/dev/fakes/paypal/paypal-resources.ts'
import { createRestApi, payPalKeys } from '../../scripts/dev/fakes/paypal/rest-api.ts'
import type { RestRequest } from '../../scripts/dev/fakes/paypal/rest-request.ts'
import type { Subscription } from '../../scripts/dev/fakes/paypal/subscription-record.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import type { PayPalSubscription } from '../../src/domain/subscription/paypal-subscription.ts'
import { getPeriodMonths, getPlanPrice, type PlanId } from '../../src/domain/subscription/plan.ts'
import { createPayPal, type PayPal } from '../platform/adapters/paypal.ts'
import { formatPayPalValue } from '../platform/adapters/paypal-payments.ts'
import type { PayPalFailure, PayPalRest } from '../platform/adapters/paypal-rest.ts'
import type { InterruptibleCall } from './interruptible-call.ts'

/** PayPal's plan ids. The domestic and the international plan of each kind have the same id. */
export const payPalPlans = {
  monthly_13: 'P-MONTH',
  international_monthly: 'P-MONTH',
  annual_99: 'P-YEAR',
  international_annual: 'P-YEAR',
  student_45: 'P-STUDENT',
  international_student: 'P-STUDENT',
} as const

const createLedgerPlan = (plan: PlanId) => ({
  months: getPeriodMonths(plan),
  value: formatPayPalValue(getPlanPrice(plan)),
})

/** The last plan belongs to the same product, but isn't sold. */
export const ledgerPlans = {
  [payPalPlans.monthly_13]: createLedgerPlan('monthly_13'),
  [payPalPlans.annual_99]: createLedgerPlan('annual_99'),
  [payPalPlans.student_45]: createLedgerPlan('student_45'),
  'P-CHEAP': { months: 1, value: '1.00' },
}

export type WebhookEvent = { readonly id: string; readonly text: string }

export function openInProcessLedger(
  now: () => Date,
  onEvent: (event: WebhookEvent) => void,
  plans: Plans = ledgerPlans,
): Ledger {
  const ledger: Ledger = openLedger({
    file: null,
    plans,
    now,
    emit: (ledgerEvent) => {
      const id = `WH-${crypto.randomUUID()}`
      const event = toWebhookEvent(ledgerEvent, { id, at: now(), plans, url, ledger })
      onEvent({ id, text: JSON.stringify(event) })
    },
  })
  return ledger
}

const url = 'https://paypal.example'

/** Connects the adapter to the fake's REST API without HTTP. `call` wraps each call. */
function createInProcessRest(ledger: Ledger, call: InterruptibleCall, plans: Plans): PayPalRest {
  const webhooks = { verify: () => 'SUCCESS' as const }
  const handle = createRestApi({ ledger, webhooks, plans, url })
  const send = (method: string, address: string, text: string, headers: RestRequest['headers']) => {
    const { pathname: path, searchParams: query } = new URL(address, url)
    return handle({ method, path, query, text, headers })
  }
  const { clientId, secret } = payPalKeys
  const login = { authorization: `Basic ${btoa(`${clientId}:${secret}`)}` }
  const issued = send('POST', '/v1/oauth2/token', 'grant_type=client_credentials', login)
  const { access_token } = issued.body as { readonly access_token: string }
  return {
    call: ({ method, path, body: content, requestId }) =>
      call(
        async (): Promise<Result<unknown, PayPalFailure>> => {
          const text = content === undefined ? '' : JSON.stringify(content)
          const authorization = `Bearer ${access_token}`
          const headers = { authorization, 'paypal-request-id': requestId }
          const { status, body = null } = send(method, path, text, headers)
          if (status < 300) return succeed(body)
          if (status === 404) return fail({ kind: 'notFound' })
          if (status !== 422) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`)
          const { details } = body as { readonly details: readonly { readonly issue: string }[] }
          return fail({ kind: 'refused', issue: details[0]!.issue })
        },
        { isRead: method === 'GET' },
      ),
  }
}

/** `call` wraps each call; `refunded` collects the ids of refunded payments. */
export function createInProcessPayPal(
  ledger: Ledger,
  call: InterruptibleCall,
  refunded: string[],
  plans: Plans = ledgerPlans,
): PayPal {
  const rest = createInProcessRest(ledger, call, plans)
  const paypal = createPayPal(rest, { plans: payPalPlans, webhook: 'W-1', url })
  return {
    ...paypal,
    async refund(id, requestId) {
      const isNew = ledger.payment(id)?.status !== 'REFUNDED'
      try {
        return await paypal.refund(id, requestId)
      } finally {
        if (isNew && ledger.payment(id)?.status === 'REFUNDED') refunded.push(id)
      }
    },
  }
}

export const toPayPalState = (
  found: Subscription,
  plans: Plans = ledgerPlans,
): PayPalSubscription => {
  const { id, status, nextBillingAt, lastPayment, failedPayments, lastFailedAt } = found
  return {
    id,
    status,
    planId: found.planId,
    nextMinorUnits: toCents(getPriceAtPayPal(found, plans)),
    nextBillingAt: nextBillingAt && status === 'ACTIVE' ? new Date(nextBillingAt) : null,
    lastPaymentAt: lastPayment && new Date(lastPayment.at),
    lastPaymentMinorUnits: lastPayment && toCents(lastPayment.value),
    outstandingMinorUnits: toCents(found.outstandingBalance),
    failedPayments,
    lastFailedAt: lastFailedAt ? new Date(lastFailedAt) : null,
  }
}
