import { freeMonthEnds } from '../../domain/billing-break.ts'
import { dayInWords } from '../../domain/day.ts'
import control from '../../ui/control.module.css'
import Dates, { type Dated } from './Dates.tsx'
import styles from './leaving.module.css'
import { leavingPages } from './leaving-pages.ts'
import type { StepProps } from './leaving-step.ts'
import { dayOf, priceOf } from './standing-words.ts'

function datesOf({ subscription }: Pick<StepProps, 'subscription'>): Dated[] {
  const paidThrough = subscription?.paidThrough
  if (!subscription || !paidThrough) {
    return [
      ['As it is now', '…'],
      ['With the free month', '…'],
    ]
  }
  const price = priceOf(subscription)
  const now = new Date()
  const end = dayInWords(freeMonthEnds(new Date(paidThrough), now))
  return [
    [
      'As it is now',
      new Date(paidThrough) > now
        ? `${price} is charged on ${dayOf(paidThrough)}.`
        : `${price} is charged any day.`,
    ],
    ['With the free month', `${price} is charged on ${end}, and nothing before.`],
  ]
}

/** The free month: two dates side by side, and two buttons. */
export default function ConfirmOffer({ subscription, decide, isDeciding }: StepProps) {
  return (
    <>
      <Dates dates={datesOf({ subscription })} />
      <p className={styles.acts}>
        <button
          type="button"
          className={control.button}
          disabled={!subscription || isDeciding}
          onClick={() => decide({ step: 'takeOffer' })}
        >
          Take the free month
        </button>
        <a className={control.button} href={leavingPages.cancel_confirmation.path}>
          No, thank you
        </a>
      </p>
    </>
  )
}
