import { useState } from 'react'
import type { SubscriptionResponse } from '../../contracts/subscription.ts'
import { letterAddress } from '../../domain/letter.ts'
import control from '../../ui/control.module.css'
import field from '../../ui/field.module.css'
import { paymentsPath } from './payments-path.ts'
import { retryWords } from './retry-payment-store.ts'
import styles from './standing-now.module.css'
import { standingInWords } from './standing-words.ts'
import { useStep } from './use-step.ts'

export type Helpers = {
  /** The address to which one writes about a subscription. */
  readonly desk: string
  /** Where a reader tells PayPal what to charge. */
  readonly waysOfPaying: string
}

type Props = Helpers & { readonly subscription: SubscriptionResponse }

/** What there is to know about a subscription, and everything that its reader may do about it now. */
export default function StandingNow({ subscription, desk, waysOfPaying }: Props) {
  const { taking, failure, take } = useStep()
  const [done, setDone] = useState('')
  const { detail, may, plan } = subscription
  const { facts } = standingInWords(subscription, new Date())
  const isPaused = detail === 'paused'

  async function reactivate() {
    setDone('')
    const taken = await take({ step: 'reactivate' })
    if (taken?.ok) setDone('Your subscription is active again. Thank you.')
  }

  async function mend() {
    setDone('')
    const taken = await take({ step: 'mend' })
    if (!taken?.ok) return
    const isMended = taken.value.detail !== 'paymentFailed'
    setDone(
      isMended
        ? 'Your payment went through. Thank you.'
        : 'PayPal is trying the payment again. Check back in a few minutes.',
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
              <a href={paymentsPath}>Payments and receipts</a>
            </dd>
          </div>
        )}
      </dl>
      <p className={styles.acts}>
        {may.includes('mend') && (
          <button
            type="button"
            className={control.button}
            disabled={taking !== null}
            onClick={() => void mend()}
          >
            {taking === 'mend' ? 'Trying…' : retryWords.button}
          </button>
        )}
        {may.includes('reactivate') && (
          <button
            type="button"
            className={control.button}
            disabled={taking !== null}
            onClick={() => void reactivate()}
          >
            {isPaused ? 'Resume now' : 'Reactivate'}
          </button>
        )}
        {may.includes('subscribe') && (
          <a className={control.button} href="/subscribe?source=settings">
            {plan ? 'Restart' : 'Subscribe'}
          </a>
        )}
        {may.includes('pause') && (
          <a className={control.button} href="/settings/cancel/pause">
            Pause
          </a>
        )}
        {may.includes('cancel') && (
          <a className={control.button} href="/settings/cancel">
            Cancel
          </a>
        )}
      </p>
      <p className={styles.said} role="status">
        {done}
      </p>
      <p className={`${field.problem} ${styles.said}`} role="alert">
        {failure?.message}
        {failure?.code === 'payment_declined' && (
          <>
            {' '}
            <a href={waysOfPaying}>{retryWords.otherMethod}</a>, {retryWords.thenRetry}
          </>
        )}
      </p>
      {detail === 'disputed' && (
        <p className={styles.quiet}>
          To settle it, write to{' '}
          <a href={letterAddress({ to: desk, subject: 'A reversed payment' })}>{desk}</a>.
        </p>
      )}
    </>
  )
}
