import { dayInWords } from '../../domain/day.ts'
import control from '../../ui/control.module.css'
import Dates, { type Dated } from './Dates.tsx'
import styles from './leaving.module.css'
import type { StepProps } from './leaving-step.ts'
import { endOfReading } from './standing-words.ts'

function datesOf(end: Date | null): Dated[] {
  const stays =
    'Your account, what you have saved and your receipts stay, and so does the way back.'
  if (!end) {
    return [
      ['At once', 'It ends, because no paid time is left. Nothing more is charged.'],
      ['After that', stays],
    ]
  }
  const day = dayInWords(end)
  return [
    ['At once', 'Billing stops. Nothing more is charged.'],
    [`Until ${day}`, 'Every story stays open. You can take it all up again with one press.'],
    ['After that', `Closed stories are closed. ${stays}`],
  ]
}

/** Cancelling, with what it does day by day. To stay is the button beside it, and looks the same. */
export default function ConfirmCancelling({ subscription, decide, isDeciding }: StepProps) {
  return (
    <>
      <Dates
        dates={subscription ? datesOf(endOfReading(subscription, new Date())) : datesOf(null)}
      />
      <p className={styles.acts}>
        <button
          type="button"
          className={control.button}
          disabled={!subscription || isDeciding}
          onClick={() => decide({ step: 'cancel' })}
        >
          Cancel it
        </button>
        <a className={control.button} href="/settings">
          Keep it
        </a>
      </p>
    </>
  )
}
