import { escapeHtml } from '../../../../src/domain/escape-html.ts'
import { renderFakePayPalPage } from './approval-page.ts'
import type { Plans } from './billing-cycle.ts'
import type { Ledger } from './ledger.ts'
import type { Order, Payment } from './ledger-records.ts'
import type { Subscription } from './subscription-record.ts'

const renderAction = (label: string, name: string, payload: Readonly<Record<string, unknown>>) =>
  `<button data-name="${name}" data-order="${escapeHtml(JSON.stringify(payload))}">${label}</button>`

function renderPaymentActions({ id: payment, status }: Payment, ledger: Ledger): string {
  if (status === 'PENDING')
    return [
      renderAction('Complete', 'complete', { payment, isPaid: true }),
      renderAction('Deny', 'complete', { payment, isPaid: false }),
    ].join(' ')
  const dispute = ledger.findDispute(payment)
  const disputeActions =
    dispute?.outcome === null
      ? [
          renderAction('Seller wins the dispute', 'dispute', { payment, outcome: 'won' }),
          renderAction('Buyer wins the dispute', 'dispute', { payment, outcome: 'lost' }),
          renderAction('Buyer gets half', 'dispute', { payment, outcome: 'partial' }),
          renderAction('Dispute again', 'dispute', { payment, outcome: null, count: 2 }),
          renderAction('Close without a decision', 'dispute', { payment, outcome: 'none' }),
        ]
      : [renderAction('Dispute', 'dispute', { payment, outcome: null })]
  if (status === 'DECLINED' || status === 'REFUNDED') return dispute ? disputeActions.join(' ') : ''
  return [
    renderAction('Refund', 'refund', { payment, status: 'REFUNDED' }),
    renderAction('Refund $1', 'refund', { payment, status: 'REFUNDED', value: '1.00' }),
    renderAction('Reverse', 'refund', { payment, status: 'REVERSED' }),
    ...disputeActions,
    renderAction('Make 181 days older', 'backdate', { payment, days: 181 }),
  ].join(' ')
}

function renderPayments(id: string, ledger: Ledger): string {
  const items = ledger.paymentsOf(id, new Date(0), new Date('9999-12-31')).map((payment) => {
    const refunds = ledger.listRefunds(payment.id).map(({ value }) => `, refunded $${value}`)
    return `<li>$${payment.value}, <time>${payment.at}</time>, ${payment.status}${refunds.join('')} ${renderPaymentActions(payment, ledger)}</li>`
  })
  return `<ul>${items.join('')}</ul>`
}

/** Revises a subscription as a buyer can from a browser. */
function renderRevision({ id, planId }: Subscription, plans: Plans): string {
  const others = Object.entries(plans).filter(([other]) => other !== planId)
  const [cheapest] = others.sort(([, one], [, other]) => Number(one.value) - Number(other.value))
  return cheapest
    ? renderAction(`Revise to $${cheapest[1].value}`, 'revise', { id, planId: cheapest[0] })
    : ''
}

function renderSubscription(subscription: Subscription, ledger: Ledger, plans: Plans): string {
  const { id, status, payer, nextBillingAt, failedPayments, outstandingBalance } = subscription
  return `<article><h3>${id}: ${status}</h3>
<p>${escapeHtml(payer?.email ?? 'not approved yet')}, next billing ${nextBillingAt ?? 'none'}, failed payments ${failedPayments}, outstanding $${outstandingBalance}</p>
<p>${renderAction('Bill: payment succeeds', 'bill', { id, isPaid: true })}
${renderAction('Bill: payment fails', 'bill', { id, isPaid: false })}
${subscription.isDeclining ? renderAction('Accept the card', 'decline', { id, isDeclining: false }) : renderAction('Decline the card', 'decline', { id, isDeclining: true })}
${renderRevision(subscription, plans)} ${renderAction('Suspend', 'suspend', { id })} ${renderAction('Cancel', 'cancel', { id })}</p>
${renderPayments(id, ledger)}</article>`
}

function renderOrder(order: Order, ledger: Ledger): string {
  const { id, status, payer, value, description, captureOutcome } = order
  const isUnknown = !ledger.findOrder(id).ok
  const actions = [
    `<a href="/approve/${id}">Approve</a>`,
    renderAction('Capture: pay', 'capture', { id, outcome: 'paid' }),
    renderAction('Capture: decline', 'capture', { id, outcome: 'declined' }),
    renderAction('Capture: leave pending', 'capture', { id, outcome: 'pending' }),
    renderAction('Expire', 'expire', { id }),
  ]
  return `<article><h3>${id}: ${isUnknown ? 'expired' : status}</h3>
<p>$${value}, ${escapeHtml(description)}, ${escapeHtml(payer?.email ?? 'not approved yet')}</p>
${isUnknown || status === 'COMPLETED' ? '' : `<p>When it’s captured: ${captureOutcome}. ${actions.join(' ')}</p>`}
${renderPayments(id, ledger)}</article>`
}

/** Renders the settings that a person can switch: see “Billing” in README.md. */
function renderSettings(ledger: Ledger): string {
  const { missedDates, staleDates } = ledger.getSettings()
  const twoHours = 2 * 60 * 60 * 1000
  return `<p>${renderAction('Bill everything that is due', 'runBilling', {})}</p>
<p>Dates missed during a suspension: ${missedDates}. ${missedDates === 'skip' ? renderAction('Charge them', 'missedDates', { mode: 'charge' }) : renderAction('Skip them', 'missedDates', { mode: 'skip' })}</p>
<p>Payments are reported ${staleDates === 0 ? 'at once' : `after ${staleDates / 60_000} minutes`}. ${staleDates === 0 ? renderAction('Report them after two hours', 'staleDates', { milliseconds: twoHours }) : renderAction('Report them at once', 'staleDates', { milliseconds: 0 })}</p>`
}

export function renderOperatorPage(ledger: Ledger, plans: Plans): string {
  const renderSection = (title: string, items: readonly string[]) =>
    `<h2>${title}</h2>${items.join('') || '<p>There are none yet.</p>'}`
  return renderFakePayPalPage(
    'Payments',
    `${renderSettings(ledger)}
${renderSection(
  'Subscriptions',
  ledger.list().map((subscription) => renderSubscription(subscription, ledger, plans)),
)}
${renderSection(
  'Orders',
  ledger.listOrders().map((order) => renderOrder(order, ledger)),
)}
<script>
for (const button of document.querySelectorAll('button')) button.addEventListener('click', async () => {
  const response = await fetch('/local/' + button.dataset.name, { method: 'POST', body: button.dataset.order })
  if (!response.ok) alert(await response.text())
  location.reload()
})
</script>`,
  )
}
