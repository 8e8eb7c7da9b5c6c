import type { SubscriptionOutlookResponse } from '../../contracts/endpoints/subscription-endpoints.ts'
import control from '../../ui/button.module.css'
import FactRows from '../../ui/FactRows.tsx'
import styles from './cancel-flow.module.css'
import type { CancelDecision, CancelStepProps } from './cancel-step.ts'
import { placeholderOutlook, type TimelineEntry } from './cancel-timelines.ts'

type ConfirmationStepProps = CancelStepProps & {
  readonly listEntries: (outlook: SubscriptionOutlookResponse) => readonly TimelineEntry[]
  readonly label: string
  readonly step: CancelDecision
  readonly alternative: { readonly label: string; readonly href: string }
}

export default function ConfirmationStep(props: ConfirmationStepProps) {
  const { subscription, outlook, decide, isDeciding, listEntries, label, step, alternative } = props
  // A cancellation never waits for other requests.
  const isReady = subscription && (outlook || step.step === 'cancel')
  return (
    <>
      <dl className={styles.timeline} data-unknown={outlook ? undefined : ''}>
        <FactRows facts={listEntries(outlook ?? placeholderOutlook)} />
      </dl>
      <p className={styles.actions}>
        <button
          type="button"
          className={control.button}
          disabled={!isReady || isDeciding}
          onClick={() => decide(step)}
        >
          {label}
        </button>
        <a className={control.button} href={alternative.href}>
          {alternative.label}
        </a>
      </p>
    </>
  )
}
