import type { SubscriptionResponse } from '../../contracts/subscription.ts'
import { dayInWords } from '../../domain/day.ts'
import Confirmation from './Confirmation.tsx'
import type { Dated } from './Dates.tsx'
import type { StepProps } from './leaving-step.ts'
import { endOfReading } from './standing-words.ts'

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
export default function ConfirmCancelling(props: StepProps) {
  return (
    <Confirmation
      {...props}
      datesOf={datesOf}
      words="Cancel my subscription"
      step={{ step: 'cancel' }}
      otherwise={{ words: 'Keep my subscription', href: '/settings' }}
    />
  )
}
