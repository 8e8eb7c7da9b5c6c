/** The state that the ledger's parts share, stored in one file. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { z } from 'zod'
import { ledgerStateSchema, type MissedDates, type ProviderEvent } from './ledger-records.ts'
import { toReported } from './reported-subscription.ts'
import type { Subscription } from './subscription-record.ts'

export type LedgerError =
  | 'INVALID_RESOURCE_ID'
  | 'SUBSCRIPTION_STATUS_INVALID'
  | 'ZERO_OUTSTANDING_BALANCE'
  | 'AMOUNT_GREATER_THAN_OUTSTANDING_BALANCE'
  | 'ORDER_NOT_APPROVED'
  | 'ORDER_ALREADY_CAPTURED'
  | 'INSTRUMENT_DECLINED'
  | 'PENDING_CAPTURE'
  | 'REFUND_NOT_ALLOWED'
  | 'REFUND_AMOUNT_EXCEEDED'
  | 'REFUND_TIME_LIMIT_EXCEEDED'
  | 'CAPTURE_FULLY_REFUNDED'
  | 'TRANSACTION_DISPUTED'

const idCharacters = 'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789'
export const createId = (length: number) =>
  Array.from(
    crypto.getRandomValues(new Uint8Array(length)),
    (byte) => idCharacters[byte % 34],
  ).join('')

export function openLedgerState({
  file,
  now,
  emit,
  ...options
}: {
  /** The file of the stored state; null stores it in memory. */
  readonly file: string | null
  readonly now: () => Date
  readonly emit: (event: ProviderEvent) => void
  /** Replaces the stored setting; by default `skip`. */
  readonly missedDates?: MissedDates
  /** Milliseconds that replace the stored setting; by default 0. */
  readonly staleDates?: number
}) {
  const stored: z.infer<typeof ledgerStateSchema> | null =
    file && existsSync(file)
      ? ledgerStateSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
      : null
  const mapById = <Entry extends { readonly id: string }>(entries: readonly Entry[] = []) =>
    new Map(entries.map((entry) => [entry.id, entry]))
  const subscriptions = mapById(stored?.subscriptions)
  const orders = mapById(stored?.orders)
  const payments = mapById(stored?.payments)
  const refunds = mapById(stored?.refunds)
  const disputeMovements = mapById(stored?.disputeMovements)
  const reversals = new Set(stored?.reversals)
  const requests = new Map(Object.entries(stored?.requests ?? {}))
  const disputes = new Map(Object.entries(stored?.disputes ?? {}))

  const settings: z.infer<typeof ledgerStateSchema>['settings'] = {
    missedDates: options.missedDates ?? stored?.settings.missedDates ?? 'skip',
    staleDates: options.staleDates ?? stored?.settings.staleDates ?? 0,
  }

  function save() {
    if (!file) return
    const state: z.infer<typeof ledgerStateSchema> = {
      subscriptions: [...subscriptions.values()],
      orders: [...orders.values()],
      payments: [...payments.values()],
      refunds: [...refunds.values()],
      disputeMovements: [...disputeMovements.values()],
      reversals: [...reversals],
      requests: Object.fromEntries(requests),
      disputes: Object.fromEntries(disputes),
      settings,
    }
    writeFileSync(file, JSON.stringify(state))
  }

  return {
    subscriptions,
    orders,
    payments,
    refunds,
    disputes,
    disputeMovements,
    reversals,
    now,
    at: () => now().toISOString(),
    emit,
    /** Returns the id of the object that an earlier request with this id created. */
    findRequest: (kind: string, requestId: string | null) =>
      requestId === null ? undefined : requests.get(`${kind} ${requestId}`),
    rememberRequest(kind: string, requestId: string | null, id: string) {
      if (requestId !== null) requests.set(`${kind} ${requestId}`, id)
    },
    save,
    storeSubscription(next: Subscription, eventType?: string): Subscription {
      subscriptions.set(next.id, next)
      save()
      const subscription = toReported(next, now())
      if (eventType) emit({ type: `BILLING.SUBSCRIPTION.${eventType}`, subscription })
      return next
    },
    getSettings: () => settings,
    setMissedDates(missedDates: MissedDates) {
      settings.missedDates = missedDates
      save()
    },
    /** Milliseconds for which GET and webhooks don't show a payment, from its time on. */
    setStaleDates(milliseconds: number) {
      settings.staleDates = milliseconds
      save()
    },
  }
}

export type LedgerState = ReturnType<typeof openLedgerState>
