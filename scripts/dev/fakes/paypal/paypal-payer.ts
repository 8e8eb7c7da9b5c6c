type PayerDetails = Partial<Record<'email' | 'givenName' | 'surname', string>>

export type PayPalPayer = {
  /** Approves on PayPal's page, and pays. */
  approve(id: string, person?: PayerDetails & { readonly byCard?: boolean }): Promise<void>
  trigger(action: string, payload: unknown): Promise<void>
  /** The headers that PayPal sends with this body. */
  sign(text: string): Promise<Record<string, string>>
  findPayment(id: string): Promise<string>
  findStatus(id: string): Promise<string | undefined>
}

export function connectPayer(payPalUrl: string): PayPalPayer {
  const post = async (path: string, body: string | URLSearchParams) => {
    const response = await fetch(payPalUrl + path, { method: 'POST', body })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  }
  return {
    approve(
      id,
      { email = 'payer@example.com', givenName = 'Sample', surname = 'Payer', byCard } = {},
    ) {
      const form = {
        outcome: 'approve',
        email,
        givenName,
        surname,
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
      const listed = await fetch(`${payPalUrl}/local/payments?of=${id}`)
      return ((await listed.json()) as { id: string }[]).at(-1)!.id
    },
    async findStatus(id) {
      const listed = await fetch(`${payPalUrl}/local/subscriptions?of=${id}`)
      const [found] = (await listed.json()) as { status: string }[]
      return found?.status
    },
  }
}
