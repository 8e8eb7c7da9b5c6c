import { useState } from 'react'
import type {
  SubscriptionOutlookResponse,
  SubscriptionResponse,
  SubscriptionStep,
} from '../contracts/endpoints/subscription-endpoints.ts'
import { createMailtoLink } from '../domain/mailto-link.ts'
import type { Result } from '../domain/result.ts'
import { formatCents } from '../domain/subscription/outlook-text.ts'
import control from './button.module.css'
import DeclinedPaymentAdvice from './DeclinedPaymentAdvice.tsx'
import FactRows from './FactRows.tsx'
import field from './field.module.css'
import { formatRetryButton, retryPaymentText } from './retry-payment-text.ts'
import styles from './subscription-details.module.css'
import {
  describeApproval,
  describeReactivation,
  describeSubscription,
} from './subscription-text.ts'
import TextWithPrices from './TextWithPrices.tsx'

export type SupportLinks = {
  readonly supportEmail: string
  readonly paymentMethodsUrl: string
}

type Failure = { readonly code: string; readonly message: string }

type Props = SupportLinks & {
  readonly subscription: SubscriptionResponse
  /** Null until the server has answered. */
  readonly outlook: SubscriptionOutlookResponse | null
  readonly pendingStep: SubscriptionStep['step'] | null
  readonly failure: Failure | null
  /** Null while another step is being processed. */
  readonly runStep: (
    step: SubscriptionStep,
  ) => Promise<Result<SubscriptionResponse, Failure> | null>
}

/** Buttons that change money or dates wait for the outlook, which shows their effect. */
export default function SubscriptionDetails({
  subscription,
  outlook,
  supportEmail,
  paymentMethodsUrl,
  pendingStep,
  failure,
  runStep,
}: Props) {
  const [doneMessage, setDoneMessage] = useState('')
  const { detail, allowedSteps, plan, resumesAt } = subscription
  const { facts } = describeSubscription(subscription, new Date())
  const amountDue = outlook?.amountDue ?? null
  const reactivation = outlook && describeReactivation(subscription, outlook)
  const approval = outlook && describeApproval(subscription, outlook)
  const links = [
    ['approve', '/settings/plan', approval?.button ?? 'Renew'],
    ['subscribe', '/subscribe?source=settings', plan ? 'Restart' : 'Subscribe'],
    ['changePlan', '/settings/plan', 'Change plan'],
    ['pause', '/settings/cancel/pause', 'Pause'],
    ['cancel', '/settings/cancel', 'Cancel'],
  ] as const
  const consequences = [reactivation?.consequence, approval?.consequence].filter(Boolean)

  async function reactivate() {
    setDoneMessage('')
    const result = await runStep({ step: 'reactivate' })
    if (result?.ok && result.value.detail === 'active')
      setDoneMessage('Your subscription continues. Thank you.')
  }

  async function retryFailedPayment() {
    setDoneMessage('')
    const result = await runStep({ step: 'retryPayment' })
    if (!result?.ok) return
    // The detail may name other access, such as complimentary access.
    const hasSucceeded = !result.value.allowedSteps.includes('retryPayment')
    setDoneMessage(
      hasSucceeded ? 'Your payment went through. Thank you.' : retryPaymentText.pending,
    )
  }

  return (
    <>
      <dl className={styles.facts}>
        <FactRows facts={facts} />
        {allowedSteps.includes('retryPayment') && (
          <div>
            <dt>Amount due</dt>
            <dd translate="no">{amountDue === null ? '…' : formatCents(amountDue)}</dd>
          </div>
        )}
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
            disabled={pendingStep !== null || amountDue === null}
            onClick={() => void retryFailedPayment()}
          >
            <TextWithPrices
              text={pendingStep === 'retryPayment' ? 'Trying…' : formatRetryButton(amountDue)}
            />
          </button>
        )}
        {allowedSteps.includes('reactivate') && (
          <button
            type="button"
            className={control.button}
            disabled={pendingStep !== null || !reactivation}
            onClick={() => void reactivate()}
          >
            {reactivation?.button ?? (resumesAt ? 'Resume' : 'Reactivate')}
          </button>
        )}
        {links
          .filter(([step]) => allowedSteps.includes(step))
          .map(([step, href, label]) => (
            <a key={step} className={control.button} href={href}>
              <TextWithPrices text={label} />
            </a>
          ))}
      </p>
      {consequences.length > 0 && (
        <p className={styles.consequence}>
          <TextWithPrices text={consequences.join(' ')} />
        </p>
      )}
      <p className={styles.message} role="status">
        {doneMessage}
      </p>
      <p className={`${field.error} ${styles.message}`} role="alert">
        <span>{failure?.message}</span>
        {failure?.code === 'payment_declined' && (
          <DeclinedPaymentAdvice {...{ paymentMethodsUrl }} />
        )}
      </p>
      {detail === 'disputed' && (
        <p className={styles.quiet}>
          To resolve the dispute, write to{' '}
          <a href={createMailtoLink({ to: supportEmail, subject: 'A reversed payment' })}>
            {supportEmail}
          </a>
          .
        </p>
      )}
    </>
  )
}
