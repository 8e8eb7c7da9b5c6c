/** Acts as the payer in PayPal's window. */
import { z } from 'zod'
import {
  renderApprovalPage,
  renderDeclinedPage,
  renderDonePage,
  renderExpiredPage,
  renderOrderApprovalPage,
} from './approval-page.ts'
import type { Plans } from './billing-cycle.ts'
import type { Ledger } from './ledger.ts'
import { getPayerId } from './payer-id.ts'
import type { Payer } from './subscription-record.ts'

const formSchema = z.object({
  /** An order that is declined or stays pending does so when the merchant captures it. */
  outcome: z.enum(['approve', 'decline', 'pending', 'cancel']),
  id: z.string().optional(),
  email: z.email(),
  givenName: z.string().max(140),
  surname: z.string().max(140),
  byCard: z.literal('on').optional(),
})
const revisionSchema = z.object({
  plan_id: z.string(),
  quantity: z.coerce.number().int().min(1).default(1),
})
type Revision = { readonly planId: string; readonly quantity: number } | null

type Outcome = z.infer<typeof formSchema>['outcome']

const addParameters = (address: string, parameters: Readonly<Record<string, string>>) => {
  if (address === '') return ''
  const url = new URL(address)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

export function createApproval(ledger: Ledger, plans: Plans) {
  /** The script's `revise` adds the change to the page's address; null for an approval. */
  function readRevision(query: URLSearchParams): Revision {
    const revision = revisionSchema.safeParse(Object.fromEntries(query)).data
    return revision && plans[revision.plan_id]
      ? { planId: revision.plan_id, quantity: revision.quantity }
      : null
  }

  function approveSubscription(
    id: string,
    outcome: Outcome,
    payer: Payer,
    revision: Revision,
  ): string | null {
    const found = ledger.find(id)
    if (!found.ok) return null
    const { status, returnUrl, cancelUrl } = found.value
    if (outcome === 'decline') return renderDeclinedPage()
    if (outcome === 'cancel') return renderDonePage({ id, outcome }, cancelUrl)
    // A second tab may already have approved the subscription.
    if (status === 'APPROVAL_PENDING') ledger.approve(id, payer)
    else if (revision) ledger.revise(id, revision)
    const nextUrl = addParameters(returnUrl, { subscription_id: id })
    return renderDonePage({ id, outcome: 'approve' }, nextUrl)
  }

  function approveOrder(id: string, outcome: Outcome, payer: Payer): string | null {
    const found = ledger.findOrder(id)
    if (!found.ok) return null
    const { returnUrl, cancelUrl } = found.value
    if (outcome === 'cancel')
      return renderDonePage({ id, outcome }, addParameters(cancelUrl, { token: id }))
    const captureOutcomes = { approve: 'paid', decline: 'declined', pending: 'pending' } as const
    ledger.approveOrder(id, payer, captureOutcomes[outcome])
    const payerId = getPayerId(payer)
    const nextUrl = addParameters(returnUrl, { token: id, PayerID: payerId })
    return renderDonePage({ id, outcome: 'approve', payerId }, nextUrl)
  }

  return {
    /** PayPal deletes expired orders, so an unknown id may be one of them. */
    renderPage(id: string, query: URLSearchParams): string {
      const subscription = ledger.find(id)
      if (subscription.ok)
        return renderApprovalPage({ ...subscription.value, ...readRevision(query) }, plans)
      const order = ledger.findOrder(id)
      return order.ok ? renderOrderApprovalPage(order.value) : renderExpiredPage()
    },
    /** Returns the next page; null if the form is invalid or nothing can be approved. */
    submit(id: string, form: URLSearchParams, query: URLSearchParams): string | null {
      const input = formSchema.safeParse(Object.fromEntries(form))
      if (!input.success) return null
      const { outcome, byCard, ...person } = input.data
      const payer = { ...person, byCard: byCard === 'on' }
      return (
        approveSubscription(id, outcome, payer, readRevision(query)) ??
        approveOrder(id, outcome, payer)
      )
    },
  }
}
