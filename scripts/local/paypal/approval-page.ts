/** The page on which a payer agrees to a subscription, in PayPal's stead. */
import { escapeHtml } from '../outbox-page.ts'
import type { Plans, Subscription } from './ledger.ts'
import { page } from './page.ts'

/**
 * `outcome` in the address of the page's form: `approve`, `decline` or `cancel`. In a window of its
 * own it tells the page that opened it; otherwise it goes on to the merchant's address.
 */
export function approvalPage(subscription: Subscription, plans: Plans): string {
  const { months, value } = plans[subscription.planId]!
  const every = months === 12 ? 'a year' : 'a month'
  const button = (outcome: string, label: string) =>
    `<button name="outcome" value="${outcome}">${label}</button>`
  return page(
    'Agree to a subscription',
    `<p><strong>$${escapeHtml(value)}</strong> ${every}, until you end it.</p>
<form method="post">
<p><label>E-mail <input name="email" type="email" value="payer@example.com" required></label></p>
<p><label>First name <input name="givenName" value="Sample"></label>
<label>Last name <input name="surname" value="Payer"></label></p>
<p><label><input name="byCard" type="checkbox"> pay by card</label></p>
<p>${button('approve', 'Agree and subscribe')} ${button('decline', 'The card is declined')} ${button('cancel', 'Cancel and go back')}</p>
</form>`,
  )
}

/** In the window, until it is known which subscription it is for. */
export function waitingPage(): string {
  return page('One moment', '<p>This window asks for your approval in a moment.</p>')
}

export function declinedPage(): string {
  return page(
    'This card was declined',
    `<p role="alert">The payment did not go through, and nothing was charged.</p><p><a href="">Try another one</a></p>`,
  )
}

/** Ends the window, or leads back. */
export function donePage(message: Readonly<Record<string, string>>, onwards: string): string {
  // In a script, `<` could end it.
  const json = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')
  return page(
    'Back to the publication',
    `<script>
const told = ${json(message)}
if (window.opener) { window.opener.postMessage(told, '*'); window.close() } else location.replace(${json(onwards)})
</script>`,
  )
}
