import type { SubscriptionResponse } from '../../contracts/subscription.ts'
import { dayInWords } from '../../domain/day.ts'
import control from '../../ui/control.module.css'
import Dates, { type Dated } from './Dates.tsx'
import styles from './leaving.module.css'
import type { StepProps } from './leaving-step.ts'
import { endOfReading, unknownSubscription } from './standing-words.ts'

const stays = 'Your account, what you have saved and your receipts stay, and so does the way back.'

function datesOf(subscription: SubscriptionResponse, now: Date): Dated[] {
  const end = endOfReading(subscription, now)
  if (!end) {
    return [
      ['At once', 'It ends, because no paid time is left. Nothing more is charged.'],
      ['After that', stays],
    ]
  }
  return [
    ['At once', 'Billing stops. Nothing more is charged.'],
    [
      `Until ${dayInWords(end)}`,
      'Every story stays open. You can take it all up again with one press.',
    ],
    ['After that', `Closed stories are closed. ${stays}`],
  ]
}

/** Cancelling, with what it does day by day. To stay is the button beside it, and looks the same. */
export default function ConfirmCancelling({ subscription, decide, isDeciding }: StepProps) {
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
          onClick={() => decide({ step: 'cancel' })}
        >
          Cancel my subscription
        </button>
        <a className={control.button} href="/settings">
          Keep my subscription
        </a>
      </p>
    </>
  )
}
