import control from '../../ui/button.module.css'
import styles from './cancel-flow.module.css'
import type { CancelStepProps } from './cancel-step.ts'
import { describeCancellation, placeholderOutlook } from './cancel-timelines.ts'

export default function CancelNow({ subscription, outlook, decide, isDeciding }: CancelStepProps) {
  const outcome = (outlook ?? placeholderOutlook).steps.cancel
  return (
    <section className={styles.cancelNow} aria-labelledby="cancel-now">
      <h2 id="cancel-now">Or cancel now</h2>
      <p data-unknown={outlook ? undefined : ''}>{outcome && describeCancellation(outcome)}</p>
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
