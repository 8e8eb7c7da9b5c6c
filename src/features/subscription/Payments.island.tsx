import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { useQuery } from '../../browser/use-query.ts'
import type { PaymentsResponse } from '../../contracts/payments.ts'
import { dayInWords } from '../../domain/day.ts'
import { formatMoney } from '../../domain/money.ts'
import field from '../../ui/field.module.css'
import { $reader, readHint } from '../account/subscription-store.ts'
import { happeningInWords, hasReceipt, stateWords, subscriptionTo } from './payment-words.ts'
import styles from './payments.module.css'
import { receiptAddress } from './payments-path.ts'
import { $payments } from './payments-store.ts'

/** What the reader has paid, the latest first, and what else has happened to their subscription. */
export default function Payments() {
  const reader = useStore($reader)
  const { data, problem } = useQuery($payments)

  useEffect(readHint, [])

  if (reader.signedIn === 'out') return null
  return (
    <div className={styles.room} aria-busy={!data && !problem}>
      {problem && (
        <p className={field.problem} role="alert">
          {problem}
        </p>
      )}
      {!data && !problem && <p className={styles.nothing}>…</p>}
      {data && <List {...data} />}
      {data && data.history.length > 0 && <History {...data} />}
    </div>
  )
}

function List({ payments }: Pick<PaymentsResponse, 'payments'>) {
  if (payments.length === 0) return <p className={styles.nothing}>Nothing has been paid yet.</p>
  return (
    <ul className={`${styles.payments} plain-list`}>
      {payments.map((payment) => {
        const { id, at, plan, state } = payment
        const day = dayInWords(new Date(at))
        return (
          <li key={id}>
            <span className={styles.day}>{day}</span>
            <span className={styles.what}>
              {subscriptionTo(plan)}
              {state !== 'paid' && <small>{stateWords[state]}</small>}
            </span>
            <span className={styles.amount}>{formatMoney(payment)}</span>
            <span className={styles.receipt}>
              {hasReceipt(payment) && (
                <a href={receiptAddress(id)}>
                  Receipt<span className="unseen"> of {day}</span>
                </a>
              )}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

function History({ history }: Pick<PaymentsResponse, 'history'>) {
  return (
    <section className={styles.history} aria-labelledby="history">
      <h2 id="history">Your subscription until now</h2>
      <ol className="plain-list">
        {history.map((entry) => (
          <li key={`${entry.at} ${entry.what}`}>
            <span className={styles.day}>{dayInWords(new Date(entry.at))}</span>
            <span>{happeningInWords(entry)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
