import control from '../../ui/button.module.css'
import { describeCancellation, placeholderSubscription } from '../../ui/subscription-text.ts'
import styles from './cancel-flow.module.css'
import type { CancelStepProps } from './cancel-step.ts'

export default function CancelNow({ subscription, decide, isDeciding }: CancelStepProps) {
  return (
    <section className={styles.cancelNow} aria-labelledby="cancel-now">
      <h2 id="cancel-now">Or cancel now</h2>
      <p data-unknown={subscription ? undefined : ''}>
        {describeCancellation(subscription ?? placeholderSubscription, new Date())}
      </p>
      <button
        type="button"
        className={control.button}
        disabled={!subscription || isDeciding}
        onClick={() => decide({ step: 'cancel' })}
      >
        Cancel now
      </button>
    </section>
  )
}
