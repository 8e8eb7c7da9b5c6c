import { openLedger } from '../ledger.ts'

export type LedgerOptions = Omit<
  Partial<Parameters<typeof openLedger>[0]>,
  'now' | 'emit' | 'plans'
>

const payer = {
  email: 'nimal@example.com',
  givenName: 'Nimal',
  surname: 'Perera',
  byCard: true,
}
/** The time of the subscription's approval. */
export const start = '2026-03-13T12:00:00Z'

/** Opens a ledger with a monthly subscription at $10, approved at `approvedAt` unless that is null. */
export function openTestLedger({
  approvedAt = start,
  startsAt = null,
  ...options
}: LedgerOptions & { approvedAt?: string | null; startsAt?: string | null } = {}) {
  let now = new Date(approvedAt ?? start)
  const events: string[] = []
  const ledger = openLedger({
    file: null,
    plans: { 'P-MONTH': { months: 1, value: '10.00' } },
    now: () => now,
    emit: ({ type }) => events.push(type.replace('BILLING.SUBSCRIPTION.', '')),
    ...options,
  })
  const order = { planId: 'P-MONTH', customId: 'ama', startsAt, returnUrl: '', cancelUrl: '' }
  const created = ledger.create(order, null)
  const id = created.ok ? created.value.subscription.id : ''
  if (approvedAt) ledger.approve(id, payer)
  const find = () => {
    const found = ledger.find(id)
    if (!found.ok) throw new Error(found.failure)
    return found.value
  }
  const listPayments = (of = id) => ledger.paymentsOf(of, new Date(0), new Date('2100-01-01'))
  events.length = 0
  return {
    ledger,
    id,
    events,
    find,
    /** Moves the clock without billing. */
    passTo(date: string) {
      now = new Date(date.includes('T') ? date : `${date}T12:00:00Z`)
    },
    billUntil(date: string) {
      this.passTo(date)
      ledger.runBilling()
    },
    nextDate: () => find().nextBillingAt?.slice(0, 10) ?? null,
    listPayments,
    /** “2026-03-13 10.00 COMPLETED” */
    payments: () =>
      listPayments().map(({ at, value, status }) => `${at.slice(0, 10)} ${value} ${status}`),
  }
}
