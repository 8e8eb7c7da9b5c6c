import type { SubscriptionResponse } from '../../contracts/subscription.ts'
import control from '../../ui/control.module.css'
import Dates, { type Dated } from './Dates.tsx'
import styles from './leaving.module.css'
import type { Decision, StepProps } from './leaving-step.ts'
import { unknownSubscription } from './standing-words.ts'

type Props = StepProps & {
  readonly datesOf: (subscription: SubscriptionResponse, now: Date) => Dated[]
  /** What the button says and does. */
  readonly words: string
  readonly step: Decision
  /** The way not to, beside it and alike. */
  readonly otherwise: { readonly words: string; readonly href: string }
}

/** What a step does day by day, and two buttons that look the same. */
export default function Confirmation(props: Props) {
  const { subscription, decide, isDeciding, datesOf, words, step, otherwise } = props
  return (
    <>
      <Dates
        dates={datesOf(subscription ?? unknownSubscription, new Date())}
        isUnknown={!subscription}
      />
      <p className={styles.acts}>
        <button
          type="button"
          className={control.button}
          disabled={!subscription || isDeciding}
          onClick={() => decide(step)}
        >
          {words}
        </button>
        <a className={control.button} href={otherwise.href}>
          {otherwise.words}
        </a>
      </p>
    </>
  )
}
