import type { SubscriptionResponse } from '../../contracts/subscription-endpoints.ts'
import control from '../../ui/button.module.css'
import { placeholderSubscription } from '../../ui/subscription-text.ts'
import styles from './cancel-flow.module.css'
import type { CancelDecision, CancelStepProps } from './cancel-step.ts'
import Timeline, { type TimelineEntry } from './Timeline.tsx'

type ConfirmationStepProps = CancelStepProps & {
  readonly getTimeline: (subscription: SubscriptionResponse, now: Date) => TimelineEntry[]
  readonly label: string
  readonly step: CancelDecision
  readonly alternative: { readonly label: string; readonly href: string }
}

export default function ConfirmationStep(props: ConfirmationStepProps) {
  const { subscription, decide, isDeciding, getTimeline, label, step, alternative } = props
  return (
    <>
      <Timeline
        entries={getTimeline(subscription ?? placeholderSubscription, new Date())}
        isPlaceholder={!subscription}
      />
      <p className={styles.actions}>
        <button
          type="button"
          className={control.button}
          disabled={!subscription || isDeciding}
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
