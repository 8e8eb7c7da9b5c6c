import type { SubscriptionResponse } from '../../contracts/subscription-endpoints.ts'
import { formatDay } from '../../domain/day.ts'
import { getFreeMonthEnd } from '../../domain/subscription/billing-hold.ts'
import { formatSubscriptionPrice } from '../../ui/subscription-text.ts'
import ConfirmationStep from './ConfirmationStep.tsx'
import { cancelPages } from './cancel-pages.ts'
import type { CancelStepProps } from './cancel-step.ts'
import type { TimelineEntry } from './Timeline.tsx'

function getTimeline(subscription: SubscriptionResponse, now: Date): TimelineEntry[] {
  const paidThrough = new Date(subscription.paidThrough ?? now)
  const price = formatSubscriptionPrice(subscription)
  const nextPaymentText = paidThrough > now ? `on ${formatDay(paidThrough)}` : 'any day now'
  const freeMonthEnd = formatDay(getFreeMonthEnd(paidThrough, now))
  return [
    ['As it is now', `${price} is charged ${nextPaymentText}.`],
    [
      'With the free month',
      `${price} is charged on ${freeMonthEnd}, and nothing before. You keep the month even if you cancel.`,
    ],
  ]
}

export default function ConfirmFreeMonth(props: CancelStepProps) {
  return (
    <ConfirmationStep
      {...props}
      getTimeline={getTimeline}
      label="Accept the free month"
      step={{ step: 'acceptOffer' }}
      alternative={{ label: 'No, thank you', href: cancelPages.cancel_confirmation.path }}
    />
  )
}
