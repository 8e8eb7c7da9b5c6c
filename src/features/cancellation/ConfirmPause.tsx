import { useState } from 'react'
import { formatMonths } from '../../domain/number-words.ts'
import type { PauseMonths } from '../../domain/subscription/subscription-steps.ts'
import { pauseMonths } from '../../publication/offer.ts'
import { formatDate } from '../../ui/subscription-text.ts'
import ConfirmationStep from './ConfirmationStep.tsx'
import styles from './cancel-flow.module.css'
import type { CancelStepProps } from './cancel-step.ts'
import { listPause } from './cancel-timelines.ts'

export default function ConfirmPause(props: CancelStepProps) {
  const { subscription, outlook, isDeciding } = props
  const [months, setMonths] = useState<PauseMonths>(pauseMonths[0])
  const lengths = pauseMonths.filter((choice) => !outlook || outlook.steps.pause[choice])
  const nextPayment = outlook?.now.nextPayment
  return (
    <>
      <fieldset className={styles.months} disabled={!subscription || !outlook || isDeciding}>
        <legend className="unseen">For how long</legend>
        {lengths.map((choice) => (
          <label key={choice}>
            <input
              type="radio"
              name="months"
              value={choice}
              checked={choice === months}
              onChange={() => setMonths(choice)}
            />
            <span>{formatMonths(choice)}</span>
          </label>
        ))}
      </fieldset>
      {lengths.length < pauseMonths.length && nextPayment && (
        <p className={styles.limit}>
          {`A pause has to end before your next payment, on ${formatDate(nextPayment.at)}.`}
        </p>
      )}
      <ConfirmationStep
        {...props}
        listEntries={({ steps: { pause } }) => (pause[months] ? listPause(pause[months]) : [])}
        label={`Pause for ${formatMonths(months)}`}
        step={{ step: 'pause', months }}
        alternative={{ label: 'Don’t pause', href: '/settings' }}
      />
    </>
  )
}
