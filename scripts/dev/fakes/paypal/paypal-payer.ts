import type { Order, Refund } from './ledger-records.ts'

/** `id` is PayPal's id of the account. */
type PayerDetails = Partial<Record<'id' | 'email' | 'givenName' | 'surname', string>>

type ApprovalOptions = {
  readonly byCard?: boolean
  /** For orders only: the order is approved, but its capture is declined or stays pending. */
  readonly outcome?: 'approve' | 'decline' | 'pending'
}

export function connectPayer(payPalUrl: string) {
  const post = async (path: string, body: string | URLSearchParams) => {
    const response = await fetch(payPalUrl + path, { method: 'POST', body })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  }
  const list = async (path: string, of: string) =>
    (await fetch(`${payPalUrl}/local/${path}?of=${encodeURIComponent(of)}`)).json()
  return {
    /** Approves a subscription or an order on PayPal's page, without returning to the site. */
    approve(
      id: string,
      {
        outcome = 'approve',
        email = 'payer@example.com',
        givenName = 'Sample',
        surname = 'Payer',
        id: payerId,
        byCard,
      }: PayerDetails & ApprovalOptions = {},
    ) {
      const form = {
        outcome,
        email,
        givenName,
        surname,
        ...(payerId ? { id: payerId } : {}),
        ...(byCard ? { byCard: 'on' } : {}),
      }
      return post(`/approve/${id}`, new URLSearchParams(form))
    },
    trigger: (action: string, payload: unknown) =>
      post(`/local/${action}`, JSON.stringify(payload)),
    /** Returns the headers that PayPal sends with this body. */
    async sign(text: string) {
      const signed = await fetch(`${payPalUrl}/local/sign`, { method: 'POST', body: text })
      return (await signed.json()) as Record<string, string>
    },
    /** Returns the id of the last payment of a subscription or an order. */
    async findPayment(id: string) {
      return ((await list('payments', id)) as { id: string }[]).at(-1)!.id
    },
    /** Lists orders by id or custom id, the latest first. */
    listOrders: (of: string) => list('orders', of) as Promise<Order[]>,
    listRefunds: (payment: string) => list('refunds', payment) as Promise<Refund[]>,
    async findStatus(id: string) {
      const [found] = (await list('subscriptions', id)) as { status: string }[]
      return found?.status
    },
  }
}
