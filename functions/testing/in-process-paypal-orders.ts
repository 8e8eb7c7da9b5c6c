import type { Ledger } from '../../scripts/dev/fakes/paypal/ledger.ts'
import { createOrderRestApi } from '../../scripts/dev/fakes/paypal/order-rest-api.ts'
import { createReportingRestApi } from '../../scripts/dev/fakes/paypal/reporting-rest-api.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import { createPayPalOrders, type PayPalOrders } from '../platform/adapters/paypal-orders.ts'
import { createPayPalPayments, type PayPalPayments } from '../platform/adapters/paypal-payments.ts'
import {
  createPayPalReporting,
  type PayPalReporting,
} from '../platform/adapters/paypal-reporting.ts'
import type { PayPalFailure, PayPalRest } from '../platform/adapters/paypal-rest.ts'
import type { InterruptibleCall } from './interruptible-call.ts'

/** Connects the adapter to the fake's REST API without HTTP. `call` wraps each call. */
export function createInProcessOrders(
  ledger: Ledger,
  call: InterruptibleCall,
): PayPalOrders & PayPalReporting & Pick<PayPalPayments, 'refundPart'> {
  const handleOrderRequest = createOrderRestApi(ledger, 'https://paypal.example')
  const handleReportingRequest = createReportingRestApi(ledger)
  const send = ({ method, path, body, requestId }: Parameters<PayPalRest['call']>[0]) => {
    const text = body === undefined ? '' : JSON.stringify(body)
    const headers = { 'paypal-request-id': requestId }
    const { pathname, searchParams: query } = new URL(path, 'https://paypal.example')
    const request = { method, path: pathname, text, headers, query }
    return (handleOrderRequest(request) ?? handleReportingRequest(request))!
  }
  const rest: PayPalRest = {
    call: (request) =>
      call(
        async (): Promise<Result<unknown, PayPalFailure>> => {
          const { status, body } = send(request)
          if (status < 300) return succeed(body)
          if (status === 404) return fail({ kind: 'notFound' })
          if (status !== 422) throw new Error(`${request.path}: ${status} ${JSON.stringify(body)}`)
          const { details } = body as { readonly details: readonly { readonly issue: string }[] }
          return fail({ kind: 'refused', issue: details[0]!.issue })
        },
        { isRead: request.method === 'GET' },
      ),
  }
  const { refundPart } = createPayPalPayments(rest)
  return { ...createPayPalOrders(rest), ...createPayPalReporting(rest), refundPart }
}
