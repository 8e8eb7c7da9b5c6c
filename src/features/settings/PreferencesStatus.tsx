import { signedInStatuses } from '../../domain/subscription/subscription-status.ts'
import styles from './choice-list.module.css'
import { usePreferences } from './use-preferences.ts'

export default function PreferencesStatus() {
  const { storage, isSaved } = usePreferences()
  if (storage === 'none' || storage === 'unavailable') {
    return (
      <p className={styles.note} role="status">
        {storage === 'none'
          ? 'This browser can’t store your choices, so they only last until you leave this page.'
          : 'We can’t load your preferences right now. We’ll keep trying.'}
      </p>
    )
  }
  return (
    <p className={styles.note} role="status">
      <span data-for="guest">Stored on this device only.</span>
      <span data-for={signedInStatuses}>
        {isSaved
          ? 'Saved to your account.'
          : 'Your choices are saved to your account automatically.'}
      </span>
    </p>
  )
}
