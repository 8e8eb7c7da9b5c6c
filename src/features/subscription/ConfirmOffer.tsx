import { freeMonthEnds } from '../../domain/billing-break.ts'
import control from '../../ui/control.module.css'
import Dates, { type Dated } from './Dates.tsx'
import styles from './leaving.module.css'
import { leavingPages } from './leaving-pages.ts'
import type { StepProps } from './leaving-step.ts'
import { dayOr, priceOf } from './standing-words.ts'

function datesOf(subscription: StepProps['subscription'], now: Date): Dated[] {
  const paidThrough = subscription?.paidThrough ? new Date(subscription.paidThrough) : null
  const price = subscription ? priceOf(subscription) : '$99.99'
  const next = paidThrough && paidThrough <= now ? 'any day' : `on ${dayOr(paidThrough)}`
  const end = dayOr(paidThrough && freeMonthEnds(paidThrough, now))
  return [
    ['As it is now', `${price} is charged ${next}.`],
    ['With the free month', `${price} is charged on ${end}, and nothing before.`],
  ]
}

/** The free month: two dates side by side, and two buttons. */
export default function ConfirmOffer({ subscription, decide, isDeciding }: StepProps) {
  return (
    <>
      <Dates dates={datesOf(subscription, new Date())} isUnknown={!subscription} />
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
