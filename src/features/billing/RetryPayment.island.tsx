import { useState } from 'react'
import control from '../../ui/button.module.css'
import DeclinedPaymentAdvice from '../../ui/DeclinedPaymentAdvice.tsx'
import field from '../../ui/field.module.css'
import { retryPaymentText } from '../../ui/shared-text.ts'
import { type RetryState, retryPayment } from './retry-payment-store.ts'

/** Retries the failed payment instead of starting a second subscription. A link without its script. */
export default function RetryPayment({ paymentMethodsUrl }: { paymentMethodsUrl: string }) {
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
        {retryPaymentText.button}
      </a>
      <p role="status">{isTrying && retryPaymentText.trying}</p>
      <div className={field.error} role="alert">
        {retry && 'message' in retry && (
          <p>
            {retry.message}
            {retry.state === 'declined' && (
              <DeclinedPaymentAdvice paymentMethodsUrl={paymentMethodsUrl} />
            )}
          </p>
        )}
      </div>
    </>
  )
}
