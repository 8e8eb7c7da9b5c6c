/** PayPal's own actions, and controls that hold and repeat webhooks and backdate payments: POST /local/{name}. */
import { z } from 'zod'
import { fail, type Result } from '../../../../src/domain/result.ts'
import type { Ledger } from './ledger.ts'
import {
  captureOutcomes,
  disputeOutcomes,
  importedSchema,
  missedDatesModes,
} from './ledger-records.ts'
import type { Webhooks } from './webhook-sender.ts'

const id = z.string()
const payment = z.string()
const disputeOutcome = z.enum(disputeOutcomes).nullable()
const value = z.string().regex(/^\d+\.\d{2}$/)

type Control = (input: string) => unknown
const define =
  <Input>(schema: z.ZodType<Input>, run: (input: Input) => unknown): Control =>
  (text) => {
    const input = schema.safeParse(JSON.parse(text || '{}'))
    return input.success ? run(input.data) : fail(z.prettifyError(input.error))
  }

export function createOperatorControls(
  ledger: Ledger,
  { holdWebhooks, releaseWebhooks }: Pick<Webhooks, 'holdWebhooks' | 'releaseWebhooks'>,
) {
  const controls: Readonly<Record<string, Control>> = {
    /** Bills a subscription's next date at once. */
    bill: define(z.object({ id, isPaid: z.boolean() }), (order) =>
      ledger.billSubscription(order.id, order.isPaid),
    ),
    runBilling: define(z.object({}), () => ledger.runBilling()),
    missedDates: define(z.object({ mode: z.enum(missedDatesModes) }), ({ mode }) =>
      ledger.setMissedDates(mode),
    ),
    staleDates: define(z.object({ milliseconds: z.int().min(0) }), ({ milliseconds }) =>
      ledger.setStaleDates(milliseconds),
    ),
    /** Declines the subscription's card from now on. */
    decline: define(z.object({ id, isDeclining: z.boolean() }), (order) =>
      ledger.setDeclining(order.id, order.isDeclining),
    ),
    /**
     * Revises a subscription from its next date on, as a buyer can in a browser; only the merchant can override a
     * price.
     */
    revise: define(
      z.object({
        id,
        planId: z.string().optional(),
        quantity: z.int().min(1).optional(),
        overriddenPrice: value.nullable().optional(),
      }),
      ({ id: revised, ...change }) => ledger.revise(revised, change),
    ),
    /** Acts as PayPal, not as the merchant; so does `cancel`. */
    suspend: define(z.object({ id }), (order) => ledger.suspend(order.id)),
    cancel: define(z.object({ id }), (order) => ledger.cancel(order.id)),
    import: define(importedSchema, (imported) => ledger.importSubscription(imported)),

    /** Sets the outcome of the order's capture. */
    capture: define(z.object({ id, outcome: z.enum(captureOutcomes) }), (order) =>
      ledger.setCaptureOutcome(order.id, order.outcome),
    ),
    expire: define(z.object({ id }), (order) => ledger.expireOrder(order.id)),

    /** Completes or denies a pending payment. */
    complete: define(z.object({ payment, isPaid: z.boolean() }), (pending) =>
      ledger.complete(pending.payment, pending.isPaid),
    ),
    /** Refunds `value` (“9.99”), or the rest of the payment. */
    refund: define(
      z.object({ payment, status: z.enum(['REFUNDED', 'REVERSED']), value: value.optional() }),
      (refund) =>
        refund.status === 'REVERSED'
          ? ledger.reverse(refund.payment)
          : ledger.refund(refund.payment, { value: refund.value ?? null }),
    ),
    /** Opens a dispute, or resolves it. `count` 2 is the payment's second dispute. */
    dispute: define(
      z.object({ payment, outcome: disputeOutcome, count: z.int().min(1).default(1) }),
      (dispute) => ledger.dispute(dispute.payment, dispute.outcome, dispute.count),
    ),
    backdate: define(z.object({ payment, days: z.int().min(1) }), (backdated) =>
      ledger.backdatePayment(backdated.payment, backdated.days),
    ),

    hold: define(z.object({}), () => holdWebhooks()),
    release: define(
      z.object({
        order: z.enum(['asHeld', 'reversed']),
        times: z.int().min(1).max(25),
      }),
      (release) => releaseWebhooks(release),
    ),
  }

  /** Returns null if there is no such control. */
  return async function runControl(
    name: string,
    text: string,
  ): Promise<Result<unknown, unknown> | null> {
    const control = Object.hasOwn(controls, name) ? controls[name] : undefined
    if (!control) return null
    const result = await control(text)
    return (result as Result<unknown, unknown> | undefined) ?? { ok: true, value: null }
  }
}
