import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { readReaderHint } from '../../browser/reader-hint.ts'
import { useQuery } from '../../browser/use-query.ts'
import control from '../../ui/button.module.css'
import DeclinedPaymentAdvice from '../../ui/DeclinedPaymentAdvice.tsx'
import field from '../../ui/field.module.css'
import { formatRetryButton, retryPaymentText } from '../../ui/retry-payment-text.ts'
import TextWithPrices from '../../ui/TextWithPrices.tsx'
import { $outlook } from '../session/outlook-store.ts'
import { $reader } from '../session/subscription-store.ts'
import { type RetryState, retryPayment } from './retry-payment-store.ts'

const accountLink = (
  <a className={control.primary} href="/settings">
    Go to your account
  </a>
)

/**
 * Retries the failed payment instead of starting a second subscription. Without its script, it is a link to the
 * account.
 */
export default function RetryPayment({ paymentMethodsUrl }: { paymentMethodsUrl: string }) {
  const [isFailed, setIsFailed] = useState(false)
  // The reader's status may be newer than the page.
  const reader = useStore($reader)
  useEffect(() => setIsFailed(readReaderHint()?.paymentFailed ?? false), [reader])
  return isFailed ? <RetryButton paymentMethodsUrl={paymentMethodsUrl} /> : accountLink
}

function RetryButton({ paymentMethodsUrl }: { paymentMethodsUrl: string }) {
  const { data: outlook } = useQuery($outlook)
  const [retry, setRetry] = useState<RetryState | null>(null)
  const isTrying = retry?.state === 'trying'
  const amountDue = outlook?.amountDue
  // The account page says what to do about a payment that can't be retried.
  if (!amountDue && !retry) return accountLink
  return (
    <>
      <button
        type="button"
        className={control.primary}
        aria-disabled={isTrying || !amountDue}
        onClick={() => {
          if (isTrying || !amountDue) return
          setRetry({ state: 'trying' })
          void retryPayment().then(setRetry)
        }}
      >
        <TextWithPrices text={formatRetryButton(amountDue)} />
      </button>
      <p role="status">{isTrying && retryPaymentText.trying}</p>
      <div className={field.error} role="alert">
        {retry && 'message' in retry && (
          <p>
            <span>{retry.message}</span>
            {retry.state === 'declined' && (
              <DeclinedPaymentAdvice paymentMethodsUrl={paymentMethodsUrl} />
            )}
          </p>
        )}
      </div>
    </>
  )
}
