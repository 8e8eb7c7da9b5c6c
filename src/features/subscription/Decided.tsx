import type { SubscriptionResponse } from '../../contracts/subscription.ts'
import type { LeavingScreen } from './leaving-pages.ts'
import styles from './standing-now.module.css'

/** What is said after a decision, as long as it holds; to whoever comes later, nothing. */
export default function Decided({
  screen,
  subscription: { detail, resumesAt },
}: {
  screen: LeavingScreen
  subscription: SubscriptionResponse
}) {
  const says = wordsAfter(screen, detail, resumesAt !== null)
  if (!says) return null
  return (
    <p className={styles.after}>
      {says}
      <a href="/">To the front page</a>
    </p>
  )
}

function wordsAfter(
  screen: LeavingScreen,
  detail: SubscriptionResponse['detail'],
  isHeld: boolean,
): string | null {
  if (screen === 'cancel_complete' && (detail === 'cancelled' || detail === 'ended')) {
    return 'Thank you for having read us. A letter to you says the same as this page.'
  }
  if (screen === 'pause_complete' && detail === 'paused') {
    return 'Until then. A letter to you says the same as this page.'
  }
  if (screen === 'offer_complete' && detail === 'active' && isHeld) {
    return 'We hope that you find something in it. A letter to you says the same as this page.'
  }
  return null
}
