/** The stand-in's own page: every subscription, and what PayPal might do with it. */
import { escapeHtml } from '../outbox-page.ts'
import type { Ledger, Subscription } from './ledger.ts'
import { page } from './page.ts'

const action = (label: string, name: string, order: Readonly<Record<string, unknown>>) =>
  `<button data-name="${name}" data-order="${escapeHtml(JSON.stringify(order))}">${label}</button>`

function item(subscription: Subscription, ledger: Ledger): string {
  const { id, status, payer, nextBillingAt, failedPayments } = subscription
  const payments = ledger
    .paymentsOf(id, new Date(0), new Date('9999-12-31'))
    .map(
      (payment) =>
        `<li>$${payment.value}, <time>${payment.at}</time>, ${payment.status} ${
          payment.status === 'COMPLETED'
            ? action('Refund', 'refund', { payment: payment.id, how: 'REFUNDED' }) +
              action('Reverse', 'refund', { payment: payment.id, how: 'REVERSED' }) +
              action('Dispute', 'dispute', { payment: payment.id, outcome: null })
            : ''
        }</li>`,
    )
  return `<article><h2>${id}: ${status}</h2>
<p>${escapeHtml(payer?.email ?? 'nobody has agreed yet')}, next billing ${nextBillingAt ?? 'none'}, failed payments ${failedPayments}</p>
<p>${action('Bill it, and the payment goes through', 'bill', { id, isPaid: true })}
${action('Bill it, and the payment fails', 'bill', { id, isPaid: false })}
${subscription.isDeclining ? action('Take its card again', 'decline', { id, isDeclining: false }) : action('Decline its card', 'decline', { id, isDeclining: true })}
${action('Suspend', 'suspend', { id })} ${action('Cancel', 'cancel', { id })}</p>
<ul>${payments.join('')}</ul></article>`
}

export function operatorPage(ledger: Ledger): string {
  const items = ledger.list().map((subscription) => item(subscription, ledger))
  return page(
    'Subscriptions',
    `${items.join('') || '<p>Nobody has subscribed yet.</p>'}
<script>
for (const button of document.querySelectorAll('button')) button.addEventListener('click', async () => {
  await fetch('/local/' + button.dataset.name, { method: 'POST', body: button.dataset.order })
  location.reload()
})
</script>`,
  )
}
