import { useState } from 'react'
import type { SubscriptionResponse } from '../../contracts/subscription-endpoints.ts'
import { formatDay } from '../../domain/day.ts'
import { getPauseEnd } from '../../domain/subscription/billing-hold.ts'
import { type PauseMonths, pauseMonths } from '../../domain/subscription/subscription-steps.ts'
import { formatSubscriptionPrice } from '../../ui/subscription-text.ts'
import ConfirmationStep from './ConfirmationStep.tsx'
import styles from './cancel-flow.module.css'
import type { CancelStepProps } from './cancel-step.ts'
import type { TimelineEntry } from './Timeline.tsx'

const monthsText: Readonly<Record<PauseMonths, string>> = {
  1: 'one month',
  2: 'two months',
  3: 'three months',
}

function getTimeline(
  subscription: SubscriptionResponse,
  months: PauseMonths,
  now: Date,
): TimelineEntry[] {
  const paidThrough = new Date(subscription.paidThrough ?? now)
  const heldUntil = subscription.freeUntil ? new Date(subscription.freeUntil) : null
  const resumeDay = formatDay(getPauseEnd({ paidThrough, heldUntil }, months, now))
  const day = formatDay(paidThrough)
  const isPaidPeriodOver = paidThrough <= now
  const accessEntry: TimelineEntry = [
    `Until ${day}`,
    heldUntil
      ? 'You can read everything: you keep your free month.'
      : 'Nothing changes: your subscription is active, and you can read everything.',
  ]
  return [
    ...(isPaidPeriodOver ? [] : [accessEntry]),
    [
      isPaidPeriodOver ? 'From today' : `From ${day}`,
      'Your subscription is paused. You can’t read subscriber stories, and you won’t be charged.',
    ],
    [
      `On ${resumeDay}`,
      `It resumes automatically: ${formatSubscriptionPrice(subscription)} is charged, and you can read everything again.`,
    ],
  ]
}

export default function ConfirmPause(props: CancelStepProps) {
  const { subscription, isDeciding } = props
  const [months, setMonths] = useState<PauseMonths>(1)
  return (
    <>
      <fieldset className={styles.months} disabled={!subscription || isDeciding}>
        <legend className="unseen">For how long</legend>
        {pauseMonths.map((choice) => (
          <label key={choice}>
            <input
              type="radio"
              name="months"
              value={choice}
              checked={choice === months}
              onChange={() => setMonths(choice)}
            />
            <span>{monthsText[choice]}</span>
          </label>
        ))}
      </fieldset>
      <ConfirmationStep
        {...props}
        getTimeline={(current, now) => getTimeline(current, months, now)}
        label={`Pause for ${monthsText[months]}`}
        step={{ step: 'pause', months }}
        alternative={{ label: 'Don’t pause', href: '/settings' }}
      />
    </>
  )
}
