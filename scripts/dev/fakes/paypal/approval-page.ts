import { escapeHtml } from '../../../../src/domain/escape-html.ts'
import { getPriceAtPayPal, type Plans } from './billing-cycle.ts'
import type { Order } from './ledger-records.ts'
import type { Subscription } from './subscription-record.ts'

export function renderFakePayPalPage(title: string, body: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>body{font:1rem/1.5 system-ui;max-width:32rem;margin:3rem auto;padding:0 1rem}button{font:inherit;padding:.6rem 1rem}</style>
<h1>${title}</h1><p>This is a fake PayPal page for development. Nobody is charged.</p>${body}</html>`
}

const renderButton = (outcome: string, label: string) =>
  `<button name="outcome" value="${outcome}">${label}</button>`

const renderPayerForm = (buttons: readonly string[]) => `<form method="post">
<p><label>Email <input name="email" type="email" value="payer@example.com" required></label></p>
<p><label>First name <input name="givenName" value="Sample"></label>
<label>Last name <input name="surname" value="Payer"></label></p>
<p><label><input name="byCard" type="checkbox"> Pay by card</label></p>
<p>${buttons.join(' ')}</p>
</form>`

/**
 * The form posts `outcome`: `approve`, `decline` or `cancel`. A page in a pop-up reports to the
 * page that opened it; otherwise it redirects to the merchant.
 */
export function renderApprovalPage(
  subscription: Pick<Subscription, 'planId' | 'quantity' | 'overriddenPrice'>,
  plans: Plans,
): string {
  const { months } = plans[subscription.planId]!
  const value = getPriceAtPayPal(subscription, plans)
  const every = months === 12 ? 'a year' : 'a month'
  return renderFakePayPalPage(
    'Confirm your subscription',
    `<p><strong>$${escapeHtml(value)}</strong> ${every}, until you cancel.</p>
${renderPayerForm([
  renderButton('approve', 'Agree and subscribe'),
  renderButton('decline', 'Decline the card'),
  renderButton('cancel', 'Cancel and go back'),
])}`,
  )
}

/** `decline` and `pending` approve the order; the capture is declined or stays pending. */
export function renderOrderApprovalPage({ value, brand, description }: Order): string {
  return renderFakePayPalPage(
    'Confirm your payment',
    `<p><strong>$${escapeHtml(value)}</strong> to ${escapeHtml(brand)}: ${escapeHtml(description)}</p>
${renderPayerForm([
  renderButton('approve', 'Pay now'),
  renderButton('decline', 'Pay with a card that is declined'),
  renderButton('pending', 'Pay, and leave it pending'),
  renderButton('cancel', 'Cancel and go back'),
])}`,
  )
}

export function renderExpiredPage(): string {
  return renderFakePayPalPage(
    'This payment has expired',
    '<p role="alert">Go back to the seller and start again.</p>',
  )
}

export function renderWaitingPage(): string {
  return renderFakePayPalPage('One moment', '<p>Loading your payment…</p>')
}

export function renderDeclinedPage(): string {
  return renderFakePayPalPage(
    'Your card was declined',
    `<p role="alert">The payment didn’t go through, and you haven’t been charged.</p><p><a href="">Try another card</a></p>`,
  )
}

/** Closes the pop-up, or redirects. */
export function renderDonePage(message: Readonly<Record<string, string>>, nextUrl: string): string {
  // `<` could end the script.
  const json = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')
  return renderFakePayPalPage(
    'Returning to the publication',
    `<script>
const told = ${json(message)}
if (window.opener) { window.opener.postMessage(told, '*'); window.close() } else location.replace(${json(nextUrl)})
</script>`,
  )
}
