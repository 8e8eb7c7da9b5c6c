import { createRoot, type Root } from 'react-dom/client'
import { site } from '../../publication/identity.ts'
import DeclinedPaymentAdvice from '../../ui/DeclinedPaymentAdvice.tsx'
import { retryPaymentText } from '../../ui/retry-payment-text.ts'
import { type RetryState, retryPayment } from '../billing/retry-payment-store.ts'

let root: Root | undefined

export async function retryPaymentFromWall(frame: HTMLElement) {
  if (!root) {
    const container = document.createElement('div')
    frame.append(container)
    root = createRoot(container)
  }
  root.render(<RetryPaymentStatus retry={{ state: 'trying' }} />)
  root.render(<RetryPaymentStatus retry={await retryPayment()} />)
}

function RetryPaymentStatus({ retry }: { retry: RetryState }) {
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
