import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { useQuery } from '../../browser/use-query.ts'
import type { User } from '../../contracts/account-endpoints.ts'
import type { Payment } from '../../contracts/payments-endpoints.ts'
import { formatDay } from '../../domain/day.ts'
import { formatMoney } from '../../domain/money.ts'
import control from '../../ui/button.module.css'
import field from '../../ui/field.module.css'
import { $reader, applyReaderHint } from '../session/subscription-store.ts'
import { $user } from '../session/user-store.ts'
import {
  formatPaidPeriod,
  getSubscriptionName,
  hasReceipt,
  paymentStateText,
} from './payment-text.ts'
import { $payments } from './payments-store.ts'
import styles from './receipt.module.css'

type Publication = {
  readonly name: string
  readonly address: readonly string[]
  readonly email: string
}

/** The fragment of the address contains the payment's id. */
export default function Receipt({ publication }: { publication: Publication }) {
  const reader = useStore($reader)
  const { data, errorMessage } = useQuery($payments)
  const { data: user, errorMessage: userProblem } = useQuery($user)
  const [id, setId] = useState<string | null>(null)

  useEffect(() => {
    applyReaderHint()
    const readFragment = () => setId(parseReceiptId(location.hash))
    readFragment()
    addEventListener('hashchange', readFragment)
    return () => removeEventListener('hashchange', readFragment)
  }, [])

  if (reader.signedIn === 'out') return null
  const payment = data?.payments.find((entry) => entry.id === id && hasReceipt(entry))
  const isMissing = data !== undefined && id !== null && !payment
  return (
    <div className={styles.content}>
      {(errorMessage || userProblem) && (
        <p className={field.error} role="alert">
          {errorMessage || userProblem}
        </p>
      )}
      {isMissing && <p>We can’t find that receipt. Choose one from your payments.</p>}
      {payment && user && <ReceiptSheet payment={payment} user={user} publication={publication} />}
    </div>
  )
}

function parseReceiptId(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return ''
  }
}

function ReceiptSheet({
  payment,
  user,
  publication,
}: {
  payment: Payment
  user: User
  publication: Publication
}) {
  const day = formatDay(new Date(payment.at))
  const name = `${user.first_name} ${user.last_name}`.trim()

  useEffect(() => {
    // The default name of a printed file.
    const previousTitle = document.title
    document.title = `${publication.name}: receipt for ${day}`
    return () => {
      document.title = previousTitle
    }
  }, [publication.name, day])

  return (
    <article className={styles.sheet} aria-label={`Receipt for ${day}`}>
      <header>
        <p className={styles.name}>{publication.name}</p>
        <address>
          {publication.address.map((line) => (
            <span key={line}>{line}</span>
          ))}
          <span>{publication.email}</span>
        </address>
      </header>
      <dl>
        <div>
          <dt>Receipt for</dt>
          <dd>
            {name && <span>{name}</span>}
            <span>{user.email}</span>
          </dd>
        </div>
        <div>
          <dt>Paid on</dt>
          <dd>{day}</dd>
        </div>
        <div>
          <dt>For</dt>
          <dd>
            <span>{getSubscriptionName(payment.plan)}</span>
            <span>{formatPaidPeriod(payment)}</span>
          </dd>
        </div>
        <div>
          <dt>Transaction</dt>
          <dd>PayPal {payment.id}</dd>
        </div>
        {payment.state !== 'paid' && (
          <div>
            <dt>Status</dt>
            <dd>{paymentStateText[payment.state]}</dd>
          </div>
        )}
        {payment.credit > 0 && (
          <>
            <div>
              <dt>Price</dt>
              <dd>{formatMoney(payment)}</dd>
            </div>
            <div>
              <dt>Credit used</dt>
              <dd>−{formatMoney({ ...payment, minorUnits: payment.credit })}</dd>
            </div>
          </>
        )}
        <div className={styles.total}>
          <dt>Paid</dt>
          <dd>
            {formatMoney({ ...payment, minorUnits: payment.minorUnits - payment.credit })}{' '}
            <small>{payment.currency}</small>
          </dd>
        </div>
      </dl>
      <p data-screen-only>
        <button type="button" className={control.button} onClick={() => print()}>
          Print receipt
        </button>
      </p>
    </article>
  )
}
