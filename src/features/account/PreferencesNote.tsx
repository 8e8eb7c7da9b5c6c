import { subscriptionStatuses } from '../../domain/subscription-status.ts'
import styles from './choices.module.css'
import { usePreferences } from './use-preferences.ts'

/** Says what becomes of the answers, and corrects itself where nothing can be kept. */
export default function PreferencesNote() {
  const { keeping } = usePreferences()
  if (keeping === 'nowhere' || keeping === 'away') {
    return (
      <p className={styles.note} role="status">
        {keeping === 'nowhere'
          ? 'This browser keeps nothing, so your answers end with this page.'
          : 'What you have chosen cannot be looked up right now. The fault is ours: this page tries again by itself.'}
      </p>
    )
  }
  return (
    <p className={styles.note} role="status">
      <span data-for="guest">Kept on this device and sent to nobody.</span>
      <span data-for={subscriptionStatuses.join(' ')}>Kept with your account.</span>
    </p>
  )
}
