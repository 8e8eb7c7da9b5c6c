/** For tests: what a payer and PayPal do at the stand-in. */

type Person = Partial<Record<'email' | 'givenName' | 'surname', string>>

export type Payer = {
  /** Agrees on PayPal's page, and pays. */
  approve(id: string, person?: Person & { readonly byCard?: boolean }): Promise<void>
  /** What PayPal does by itself: its name is that of the stand-in's control. */
  tell(control: string, order: unknown): Promise<void>
  /** The headers that PayPal sends with these bytes. */
  sign(text: string): Promise<Record<string, string>>
  /** Its last payment. */
  paymentOf(id: string): Promise<string>
  /** PayPal's own word on it. */
  statusOf(id: string): Promise<string | undefined>
}

export function payerAt(payPalUrl: string): Payer {
  const post = async (path: string, body: string | URLSearchParams) => {
    const answer = await fetch(payPalUrl + path, { method: 'POST', body })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
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
    tell: (control, order) => post(`/local/${control}`, JSON.stringify(order)),
    async sign(text) {
      const signed = await fetch(`${payPalUrl}/local/sign`, { method: 'POST', body: text })
      return (await signed.json()) as Record<string, string>
    },
    async paymentOf(id) {
      const listed = await fetch(`${payPalUrl}/local/payments?of=${id}`)
      return ((await listed.json()) as { id: string }[]).at(-1)!.id
    },
    async statusOf(id) {
      const listed = await fetch(`${payPalUrl}/local/subscriptions?of=${id}`)
      const [found] = (await listed.json()) as { status: string }[]
      return found?.status
    },
  }
}
