import type { SubscriptionResponse } from '../../contracts/subscription.ts'
import type { LeavingScreen } from './leaving-pages.ts'
import styles from './standing-now.module.css'

/** Thanks for a decision, while it holds. */
export default function Decided({
  screen,
  subscription: { detail, freeUntil },
}: {
  screen: LeavingScreen
  subscription: SubscriptionResponse
}) {
  const says = wordsAfter(screen, detail, freeUntil !== null)
  if (!says) return null
  return (
    <p className={styles.after}>
      {says}
      <a href="/">Go to the front page</a>
    </p>
  )
}

function wordsAfter(
  screen: LeavingScreen,
  detail: SubscriptionResponse['detail'],
  isHeld: boolean,
): string | null {
  if (screen === 'cancel_complete' && (detail === 'cancelled' || detail === 'ended')) {
    return 'Thank you for reading. We’ve emailed you a confirmation.'
  }
  if (screen === 'pause_complete' && detail === 'paused') {
    return 'We’ve emailed you a confirmation.'
  }
  if (screen === 'offer_complete' && detail === 'active' && isHeld) {
    return 'Enjoy the month. We’ve emailed you a confirmation.'
  }
  return null
}
