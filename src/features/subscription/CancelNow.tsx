import control from '../../ui/control.module.css'
import styles from './leaving.module.css'
import type { StepProps } from './leaving-step.ts'
import { cancellingInWords, unknownSubscription } from './standing-words.ts'

/** The way out, on every page before it: one press, and what it does stands beside it. */
export default function CancelNow({ subscription, decide, isDeciding }: StepProps) {
  return (
    <section className={styles.now} aria-labelledby="cancel-now">
      <h2 id="cancel-now">Or cancel now</h2>
      <p data-unknown={subscription ? undefined : ''}>
        {cancellingInWords(subscription ?? unknownSubscription, new Date())}
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
