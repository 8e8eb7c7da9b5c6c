import type { SubscriptionResponse } from '../../contracts/subscription-endpoints.ts'
import { formatDay } from '../../domain/day.ts'
import { getAccessEnd } from '../../ui/subscription-text.ts'
import ConfirmationStep from './ConfirmationStep.tsx'
import type { CancelStepProps } from './cancel-step.ts'
import type { TimelineEntry } from './Timeline.tsx'

const unaffectedText =
  'Your account, saved stories and receipts stay, and you can come back any time.'

function getTimeline(subscription: SubscriptionResponse, now: Date): TimelineEntry[] {
  const accessEnd = getAccessEnd(subscription, now)
  if (!accessEnd) {
    return [
      ['Straight away', 'Your subscription ends. You won’t be charged again.'],
      ['After that', unaffectedText],
    ]
  }
  const day = formatDay(accessEnd)
  const accessText = subscription.freeUntil
    ? `You can read everything: you keep your free month. If you reactivate before then, your next payment is still on ${day}.`
    : 'You can read everything, and reactivate whenever you like.'
  return [
    ['Straight away', 'You won’t be charged again.'],
    [`Until ${day}`, accessText],
    ['After that', `Subscriber stories will be locked. ${unaffectedText}`],
  ]
}

/** The button that keeps the subscription looks like the one that cancels. */
export default function ConfirmCancellation(props: CancelStepProps) {
  return (
    <ConfirmationStep
      {...props}
      getTimeline={getTimeline}
      label="Cancel subscription"
      step={{ step: 'cancel' }}
      alternative={{ label: 'Keep subscription', href: '/settings' }}
    />
  )
}
