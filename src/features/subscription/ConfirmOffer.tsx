import type { SubscriptionResponse } from '../../contracts/subscription.ts'
import { freeMonthEnds } from '../../domain/billing-break.ts'
import { dayInWords } from '../../domain/day.ts'
import control from '../../ui/control.module.css'
import Dates, { type Dated } from './Dates.tsx'
import styles from './leaving.module.css'
import { leavingPages } from './leaving-pages.ts'
import type { StepProps } from './leaving-step.ts'
import { priceOf, unknownSubscription } from './standing-words.ts'

function datesOf(subscription: SubscriptionResponse, now: Date): Dated[] {
  const paidThrough = new Date(subscription.paidThrough ?? now)
  const price = priceOf(subscription)
  const next = paidThrough > now ? `on ${dayInWords(paidThrough)}` : 'any day'
  const end = dayInWords(freeMonthEnds(paidThrough, now))
  return [
    ['As it is now', `${price} is charged ${next}.`],
    ['With the free month', `${price} is charged on ${end}, and nothing before.`],
  ]
}

/** The free month: two dates side by side, and two buttons. */
export default function ConfirmOffer({ subscription, decide, isDeciding }: StepProps) {
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
