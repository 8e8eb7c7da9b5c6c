import { formatRetryButton } from '../../ui/retry-payment-text.ts'
import { $outlook } from '../session/outlook-store.ts'
import { wallText } from './wall-text.ts'

/** Offers to retry the payment, unless a retry is known to be impossible. */
export function followAmountDue(link: HTMLAnchorElement, note: HTMLElement) {
  $outlook.subscribe(({ data: outlook }) => {
    const amountDue = outlook?.amountDue
    const canRetry = !outlook || amountDue
    link.textContent = canRetry ? formatRetryButton(amountDue) : wallText.account
    link.toggleAttribute('data-retry-payment', !!amountDue)
    note.textContent = canRetry ? wallText.paymentFailedNote : wallText.accountNote
  })
}
