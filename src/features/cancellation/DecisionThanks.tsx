import type { SubscriptionResponse } from '../../contracts/endpoints/subscription-endpoints.ts'
import { freeMonths } from '../../domain/subscription/free-months.ts'
import styles from '../../ui/subscription-details.module.css'
import type { CancelPageName } from './cancel-pages.ts'

/** Thanks the reader for a decision, while it is in effect. */
export default function DecisionThanks({
  page,
  subscription: { detail },
}: {
  page: CancelPageName
  subscription: SubscriptionResponse
}) {
  const thanks = getThanks(page, detail)
  if (!thanks) return null
  return (
    <p className={styles.thanks}>
      <span>{thanks}</span>
      <a href="/">Go to the front page</a>
    </p>
  )
}

function getThanks(page: CancelPageName, detail: SubscriptionResponse['detail']): string | null {
  if (page === 'cancel_complete' && (detail === 'cancelled' || detail === 'ended')) {
    return 'Thank you for reading. We’re emailing you a confirmation.'
  }
  if (page === 'pause_complete' && detail === 'paused') {
    return 'We’re emailing you a confirmation.'
  }
  if (page === 'offer_complete' && detail === 'active') {
    return `Enjoy your ${freeMonths}. We’re emailing you a confirmation.`
  }
  return null
}
