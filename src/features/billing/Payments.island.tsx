import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { useQuery } from '../../browser/use-query.ts'
import type { PaymentsResponse } from '../../contracts/endpoints/payments-endpoints.ts'
import { formatDay } from '../../domain/day.ts'
import { formatCents } from '../../domain/subscription/outlook-text.ts'
import Problem from '../../ui/Problem.tsx'
import TextWithPrices from '../../ui/TextWithPrices.tsx'
import { $reader, applyReaderHint } from '../session/subscription-store.ts'
import {
  describePayment,
  formatHistoryEntry,
  getPaidAmount,
  getReceiptPath,
  getSubscriptionName,
} from './payment-text.ts'
import styles from './payments.module.css'
import { $payments } from './payments-store.ts'

export default function Payments() {
  const reader = useStore($reader)
  const { data, errorMessage } = useQuery($payments)

  useEffect(applyReaderHint, [])

  if (reader.signedIn === 'out') return null
  return (
    <div className={styles.content} aria-busy={!data && !errorMessage}>
      {errorMessage && <Problem>{errorMessage}</Problem>}
      {!data && !errorMessage && <p className={styles.empty}>…</p>}
      {data && <PaymentList {...data} />}
      {data && data.history.length > 0 && <SubscriptionHistory {...data} />}
    </div>
  )
}

function PaymentList({ payments }: Pick<PaymentsResponse, 'payments'>) {
  if (payments.length === 0) return <p className={styles.empty}>There are no payments here yet.</p>
  return (
    <ul className={`${styles.payments} plain-list`}>
      {payments.map((payment) => {
        const { id, at, plan } = payment
        const day = formatDay(new Date(at))
        const paid = getPaidAmount(payment)
        return (
          <li key={id}>
            <span className={styles.day}>{day}</span>
            <span className={styles.description}>
              <span>{getSubscriptionName(plan)}</span>
              {describePayment(payment).map((note) => (
                <small key={note}>
                  <TextWithPrices text={note} />
                </small>
              ))}
            </span>
            <span className={styles.amount} translate="no">
              {paid !== null && formatCents(paid)}
            </span>
            <span className={styles.receipt}>
              {paid !== null && (
                <a href={getReceiptPath(id)}>
                  Receipt<span className="unseen">{` for ${day}`}</span>
                </a>
              )}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

function SubscriptionHistory({ history }: Pick<PaymentsResponse, 'history'>) {
  return (
    <section className={styles.history} aria-labelledby="history">
      <h2 id="history">Subscription history</h2>
      <ol className="plain-list">
        {history.map((entry) => (
          <li key={`${entry.at} ${entry.kind}`}>
            <span className={styles.day}>{formatDay(new Date(entry.at))}</span>
            <span>{formatHistoryEntry(entry)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
