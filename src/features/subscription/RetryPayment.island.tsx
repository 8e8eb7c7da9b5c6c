import { useState } from 'react'
import control from '../../ui/control.module.css'
import field from '../../ui/field.module.css'
import { type RetryState, retryPayment, retryWords } from './retry-payment-store.ts'

/**
 * The offer for a reader whose payment has failed: the same payment again, never a second subscription.
 * When it goes through, the page shows an active subscription. Without its script it leads to the settings.
 */
export default function RetryPayment({ waysOfPaying }: { waysOfPaying: string }) {
  const [retry, setRetry] = useState<RetryState | null>(null)
  const isTrying = retry?.state === 'trying'
  return (
    <>
      <a
        className={control.primary}
        href="/settings"
        aria-disabled={isTrying}
        onClick={(event) => {
          event.preventDefault()
          setRetry({ state: 'trying' })
          void retryPayment().then(setRetry)
        }}
      >
        {retryWords.button}
      </a>
      <p role="status">{isTrying && retryWords.trying}</p>
      <div className={field.problem} role="alert">
        {retry?.state === 'declined' && (
          <p>
            {retryWords.declined} <a href={waysOfPaying}>{retryWords.otherMethod}</a>,{' '}
            {retryWords.thenRetry}
          </p>
        )}
        {retry?.state === 'failed' && <p>{retry.words}</p>}
      </div>
    </>
  )
}
