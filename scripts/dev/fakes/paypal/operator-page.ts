import { escapeHtml } from '../inbox/inbox-page.ts'
import { renderFakePayPalPage } from './approval-page.ts'
import type { Ledger } from './ledger.ts'
import type { Subscription } from './ledger-records.ts'

const renderAction = (label: string, name: string, payload: Readonly<Record<string, unknown>>) =>
  `<button data-name="${name}" data-order="${escapeHtml(JSON.stringify(payload))}">${label}</button>`

function renderSubscription(subscription: Subscription, ledger: Ledger): string {
  const { id, status, payer, nextBillingAt, failedPayments } = subscription
  const payments = ledger
    .paymentsOf(id, new Date(0), new Date('9999-12-31'))
    .map(
      (payment) =>
        `<li>$${payment.value}, <time>${payment.at}</time>, ${payment.status} ${
          payment.status === 'COMPLETED'
            ? renderAction('Refund', 'refund', { payment: payment.id, status: 'REFUNDED' }) +
              renderAction('Reverse', 'refund', { payment: payment.id, status: 'REVERSED' }) +
              renderAction('Dispute', 'dispute', { payment: payment.id, outcome: null })
            : ''
        }</li>`,
    )
  return `<article><h2>${id}: ${status}</h2>
<p>${escapeHtml(payer?.email ?? 'not approved yet')}, next billing ${nextBillingAt ?? 'none'}, failed payments ${failedPayments}</p>
<p>${renderAction('Bill: payment succeeds', 'bill', { id, isPaid: true })}
${renderAction('Bill: payment fails', 'bill', { id, isPaid: false })}
${subscription.isDeclining ? renderAction('Accept the card', 'decline', { id, isDeclining: false }) : renderAction('Decline the card', 'decline', { id, isDeclining: true })}
${renderAction('Suspend', 'suspend', { id })} ${renderAction('Cancel', 'cancel', { id })}</p>
<ul>${payments.join('')}</ul></article>`
}

export function renderOperatorPage(ledger: Ledger): string {
  const items = ledger.list().map((subscription) => renderSubscription(subscription, ledger))
  return renderFakePayPalPage(
    'Subscriptions',
    `${items.join('') || '<p>There are no subscriptions yet.</p>'}
<script>
for (const button of document.querySelectorAll('button')) button.addEventListener('click', async () => {
  await fetch('/local/' + button.dataset.name, { method: 'POST', body: button.dataset.order })
  location.reload()
})
</script>`,
  )
}
