import type { SubscriptionResponse } from '../../contracts/subscription.ts'
import { freeMonthEnds } from '../../domain/billing-break.ts'
import { dayInWords } from '../../domain/day.ts'
import Confirmation from './Confirmation.tsx'
import type { Dated } from './Dates.tsx'
import { leavingPages } from './leaving-pages.ts'
import type { StepProps } from './leaving-step.ts'
import { priceOf } from './standing-words.ts'

function datesOf(subscription: SubscriptionResponse, now: Date): Dated[] {
  const paidThrough = new Date(subscription.paidThrough ?? now)
  const price = priceOf(subscription)
  const next = paidThrough > now ? `on ${dayInWords(paidThrough)}` : 'any day'
  const end = dayInWords(freeMonthEnds(paidThrough, now))
  return [
    ['As it is now', `${price} is charged ${next}.`],
    [
      'With the free month',
      `${price} is charged on ${end}, and nothing before. You keep the month even if you cancel.`,
    ],
  ]
}

/** The free month: two dates side by side, and two buttons. */
export default function ConfirmOffer(props: StepProps) {
  return (
    <Confirmation
      {...props}
      datesOf={datesOf}
      words="Take the free month"
      step={{ step: 'takeOffer' }}
      otherwise={{ words: 'No, thank you', href: leavingPages.cancel_confirmation.path }}
    />
  )
}
