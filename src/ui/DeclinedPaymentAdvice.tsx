import { retryPaymentText } from './retry-payment-text.ts'

/** Advice that follows the message about a declined payment. */
export default function DeclinedPaymentAdvice({
  paymentMethodsUrl,
}: {
  paymentMethodsUrl: string
}) {
  return (
    <span>
      {' '}
      <a href={paymentMethodsUrl}>{retryPaymentText.otherMethod}</a>, {retryPaymentText.thenRetry}
    </span>
  )
}
