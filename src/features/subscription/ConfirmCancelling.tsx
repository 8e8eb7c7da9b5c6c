import type { SubscriptionResponse } from '../../contracts/subscription.ts'
import { dayInWords } from '../../domain/day.ts'
import Confirmation from './Confirmation.tsx'
import type { Dated } from './Dates.tsx'
import type { StepProps } from './leaving-step.ts'
import { endOfReading } from './standing-words.ts'

const stays = 'Your account, saved stories and receipts stay, and you can come back any time.'

function datesOf(subscription: SubscriptionResponse, now: Date): Dated[] {
  const end = endOfReading(subscription, now)
  if (!end) {
    return [
      ['Straight away', 'Your subscription ends. You won’t be charged again.'],
      ['After that', stays],
    ]
  }
  const day = dayInWords(end)
  const canRead = subscription.freeUntil
    ? `You can read everything: you keep your free month. If you reactivate before then, your next payment is still on ${day}.`
    : 'You can read everything, and reactivate whenever you like.'
  return [
    ['Straight away', 'You won’t be charged again.'],
    [`Until ${day}`, canRead],
    ['After that', `Subscriber stories will be locked. ${stays}`],
  ]
}

/** What cancelling does, date by date. The button that stays looks the same as the one that cancels. */
export default function ConfirmCancelling(props: StepProps) {
  return (
    <Confirmation
      {...props}
      datesOf={datesOf}
      words="Cancel subscription"
      step={{ step: 'cancel' }}
      otherwise={{ words: 'Keep subscription', href: '/settings' }}
    />
  )
}
