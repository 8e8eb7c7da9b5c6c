import { useState } from 'react'
import type { SubscriptionResponse } from '../../contracts/subscription.ts'
import { pauseEnds } from '../../domain/billing-break.ts'
import { dayInWords } from '../../domain/day.ts'
import { type PauseMonths, pauseMonths } from '../../domain/subscription-steps.ts'
import Confirmation from './Confirmation.tsx'
import type { Dated } from './Dates.tsx'
import styles from './leaving.module.css'
import type { StepProps } from './leaving-step.ts'
import { priceOf } from './standing-words.ts'

const inWords: Readonly<Record<PauseMonths, string>> = {
  1: 'one month',
  2: 'two months',
  3: 'three months',
}

function datesOf(subscription: SubscriptionResponse, months: PauseMonths, now: Date): Dated[] {
  const paidThrough = new Date(subscription.paidThrough ?? now)
  const heldUntil = subscription.freeUntil ? new Date(subscription.freeUntil) : null
  const resumes = dayInWords(pauseEnds({ paidThrough, heldUntil }, months, now))
  const day = dayInWords(paidThrough)
  const isOver = paidThrough <= now
  const canRead: Dated = [
    `Until ${day}`,
    heldUntil
      ? 'You can read everything: you keep your free month.'
      : 'Nothing changes: your subscription is active, and you can read everything.',
  ]
  return [
    ...(isOver ? [] : [canRead]),
    [
      isOver ? 'From today' : `From ${day}`,
      'Your subscription is paused. You can’t read subscriber stories, and you won’t be charged.',
    ],
    [
      `On ${resumes}`,
      `It resumes automatically: ${priceOf(subscription)} is charged, and you can read everything again.`,
    ],
  ]
}

/** A pause: for how long, what that means day by day, and two buttons. */
export default function ConfirmPause(props: StepProps) {
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
            <span>{inWords[choice]}</span>
          </label>
        ))}
      </fieldset>
      <Confirmation
        {...props}
        datesOf={(known, now) => datesOf(known, months, now)}
        words={`Pause for ${inWords[months]}`}
        step={{ step: 'pause', months }}
        otherwise={{ words: 'Don’t pause', href: '/settings' }}
      />
    </>
  )
}
