import { site } from '../../publication/identity.ts'
import DeclinedPaymentAdvice from '../../ui/DeclinedPaymentAdvice.tsx'
import { retryPaymentText } from '../../ui/retry-payment-text.ts'
import type { RetryState } from '../billing/retry-payment-store.ts'

export default function RetryPaymentStatus({ retry }: { retry: RetryState }) {
  return (
    <div className="wall-retry" data-if-payment-failed>
      <p role="status">{retry.state === 'trying' && retryPaymentText.trying}</p>
      <div role="alert">
        {'message' in retry && (
          <p>
            <span>{retry.message}</span>
            {retry.state === 'declined' && (
              <DeclinedPaymentAdvice paymentMethodsUrl={site.paymentMethodsUrl} />
            )}
          </p>
        )}
      </div>
    </div>
  )
}
