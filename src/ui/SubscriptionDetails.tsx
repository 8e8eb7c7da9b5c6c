import { useState } from 'react'
import type { SubscriptionResponse, SubscriptionStep } from '../contracts/subscription-endpoints.ts'
import { createMailtoLink } from '../domain/mailto-link.ts'
import type { Result } from '../domain/result.ts'
import control from './button.module.css'
import DeclinedPaymentAdvice from './DeclinedPaymentAdvice.tsx'
import field from './field.module.css'
import { retryPaymentText } from './shared-text.ts'
import styles from './subscription-details.module.css'
import { describeSubscription } from './subscription-text.ts'

export type SupportLinks = {
  readonly supportEmail: string
  readonly paymentMethodsUrl: string
}

type Failure = { readonly code: string; readonly message: string }

type Props = SupportLinks & {
  readonly subscription: SubscriptionResponse
  readonly pendingStep: SubscriptionStep['step'] | null
  readonly failure: Failure | null
  /** Null if another step is under way. */
  readonly runStep: (
    step: SubscriptionStep,
  ) => Promise<Result<SubscriptionResponse, Failure> | null>
}

export default function SubscriptionDetails({
  subscription,
  supportEmail,
  paymentMethodsUrl,
  pendingStep,
  failure,
  runStep,
}: Props) {
  const [doneMessage, setDoneMessage] = useState('')
  const { detail, allowedSteps, plan } = subscription
  const { facts } = describeSubscription(subscription, new Date())
  const isPaused = detail === 'paused'

  async function reactivate() {
    setDoneMessage('')
    const result = await runStep({ step: 'reactivate' })
    if (result?.ok) setDoneMessage('Your subscription is active again. Thank you.')
  }

  async function retryFailedPayment() {
    setDoneMessage('')
    const result = await runStep({ step: 'retryPayment' })
    if (!result?.ok) return
    const hasSucceeded = result.value.detail !== 'paymentFailed'
    setDoneMessage(
      hasSucceeded ? 'Your payment went through. Thank you.' : retryPaymentText.pending,
    )
  }

  return (
    <>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {plan && (
          <div>
            <dt>Receipts</dt>
            <dd>
              <a href="/settings/payments">Payments and receipts</a>
            </dd>
          </div>
        )}
      </dl>
      <p className={styles.actions}>
        {allowedSteps.includes('retryPayment') && (
          <button
            type="button"
            className={control.button}
            disabled={pendingStep !== null}
            onClick={() => void retryFailedPayment()}
          >
            {pendingStep === 'retryPayment' ? 'Trying…' : retryPaymentText.button}
          </button>
        )}
        {allowedSteps.includes('reactivate') && (
          <button
            type="button"
            className={control.button}
            disabled={pendingStep !== null}
            onClick={() => void reactivate()}
          >
            {isPaused ? 'Resume now' : 'Reactivate'}
          </button>
        )}
        {allowedSteps.includes('subscribe') && (
          <a className={control.button} href="/subscribe?source=settings">
            {plan ? 'Restart' : 'Subscribe'}
          </a>
        )}
        {allowedSteps.includes('changePlan') && (
          <a className={control.button} href="/settings/plan">
            Change plan
          </a>
        )}
        {allowedSteps.includes('pause') && (
          <a className={control.button} href="/settings/cancel/pause">
            Pause
          </a>
        )}
        {allowedSteps.includes('cancel') && (
          <a className={control.button} href="/settings/cancel">
            Cancel
          </a>
        )}
      </p>
      <p className={styles.message} role="status">
        {doneMessage}
      </p>
      <p className={`${field.error} ${styles.message}`} role="alert">
        {failure?.message}
        {failure?.code === 'payment_declined' && (
          <DeclinedPaymentAdvice {...{ paymentMethodsUrl }} />
        )}
      </p>
      {detail === 'disputed' && (
        <p className={styles.quiet}>
          To resolve it, write to{' '}
          <a href={createMailtoLink({ to: supportEmail, subject: 'A reversed payment' })}>
            {supportEmail}
          </a>
          .
        </p>
      )}
    </>
  )
}
