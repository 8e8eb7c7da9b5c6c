import type { Order, Refund } from './ledger-records.ts'

/** `id` is PayPal's id of the account. */
type PayerDetails = Partial<Record<'id' | 'email' | 'givenName' | 'surname', string>>

type ApprovalOptions = {
  readonly byCard?: boolean
  /** Orders only: approved, but declined or pending when it's captured. */
  readonly outcome?: 'approve' | 'decline' | 'pending'
}

export type PayPalPayer = {
  /** Approves a subscription or an order on PayPal's page, without returning. */
  approve(id: string, person?: PayerDetails & ApprovalOptions): Promise<void>
  trigger(action: string, payload: unknown): Promise<void>
  /** The headers that PayPal sends with this body. */
  sign(text: string): Promise<Record<string, string>>
  /** The id of the last payment of a subscription or an order. */
  findPayment(id: string): Promise<string>
  /** By id or custom id, the latest first. */
  listOrders(of: string): Promise<readonly Order[]>
  listRefunds(payment: string): Promise<readonly Refund[]>
  findStatus(id: string): Promise<string | undefined>
}

export function connectPayer(payPalUrl: string): PayPalPayer {
  const post = async (path: string, body: string | URLSearchParams) => {
    const response = await fetch(payPalUrl + path, { method: 'POST', body })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  }
  const list = async (path: string, of: string) =>
    (await fetch(`${payPalUrl}/local/${path}?of=${encodeURIComponent(of)}`)).json()
  return {
    approve(
      id,
      {
        outcome = 'approve',
        email = 'payer@example.com',
        givenName = 'Sample',
        surname = 'Payer',
        id: payerId,
        byCard,
      } = {},
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
    trigger: (action, payload) => post(`/local/${action}`, JSON.stringify(payload)),
    async sign(text) {
      const signed = await fetch(`${payPalUrl}/local/sign`, { method: 'POST', body: text })
      return (await signed.json()) as Record<string, string>
    },
    async findPayment(id) {
      return ((await list('payments', id)) as { id: string }[]).at(-1)!.id
    },
    listOrders: (of) => list('orders', of) as Promise<Order[]>,
    listRefunds: (payment) => list('refunds', payment) as Promise<Refund[]>,
    async findStatus(id) {
      const [found] = (await list('subscriptions', id)) as { status: string }[]
      return found?.status
    },
  }
}
