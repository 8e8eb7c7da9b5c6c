import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { useQuery } from '../../browser/use-query.ts'
import type { Payment } from '../../contracts/payments.ts'
import type { User } from '../../contracts/user.ts'
import { dayInWords } from '../../domain/day.ts'
import { formatMoney } from '../../domain/money.ts'
import control from '../../ui/control.module.css'
import field from '../../ui/field.module.css'
import { $reader, readHint } from '../account/subscription-store.ts'
import { $user } from '../account/user-store.ts'
import { hasReceipt, periodInWords, stateWords, subscriptionTo } from './payment-words.ts'
import { $payments } from './payments-store.ts'
import styles from './receipt.module.css'

type Publication = {
  readonly name: string
  readonly address: readonly string[]
  readonly email: string
}

/** One payment as its receipt: the address's fragment names it. */
export default function Receipt({ publication }: { publication: Publication }) {
  const reader = useStore($reader)
  const { data, problem } = useQuery($payments)
  const { data: user, problem: userProblem } = useQuery($user)
  const [id, setId] = useState<string | null>(null)

  useEffect(() => {
    readHint()
    const look = () => setId(namedBy(location.hash))
    look()
    addEventListener('hashchange', look)
    return () => removeEventListener('hashchange', look)
  }, [])

  if (reader.signedIn === 'out') return null
  const payment = data?.payments.find((one) => one.id === id && hasReceipt(one))
  const isMissing = data !== undefined && id !== null && !payment
  return (
    <div className={styles.room}>
      {(problem || userProblem) && (
        <p className={field.problem} role="alert">
          {problem || userProblem}
        </p>
      )}
      {isMissing && <p>There is no receipt at this address.</p>}
      {payment && user && <Sheet payment={payment} user={user} publication={publication} />}
    </div>
  )
}

/** Anybody may have written there. */
function namedBy(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return ''
  }
}

function Sheet({
  payment,
  user,
  publication,
}: {
  payment: Payment
  user: User
  publication: Publication
}) {
  const day = dayInWords(new Date(payment.at))
  const name = `${user.first_name} ${user.last_name}`.trim()

  useEffect(() => {
    // What a browser calls the file that it prints into.
    const before = document.title
    document.title = `${publication.name}: receipt of ${day}`
    return () => {
      document.title = before
    }
  }, [publication.name, day])

  return (
    <article className={styles.sheet} aria-label={`Receipt of ${day}`}>
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
            <span>{subscriptionTo(payment.plan)}</span>
            <span>{periodInWords(payment)}</span>
          </dd>
        </div>
        <div>
          <dt>Transaction</dt>
          <dd>PayPal {payment.id}</dd>
        </div>
        {payment.state !== 'paid' && (
          <div>
            <dt>Since then</dt>
            <dd>{stateWords[payment.state]}</dd>
          </div>
        )}
        <div className={styles.total}>
          <dt>Paid</dt>
          <dd>
            {formatMoney(payment)} <small>{payment.currency}</small>
          </dd>
        </div>
      </dl>
      <p data-screen-only>
        <button type="button" className={control.button} onClick={() => print()}>
          Print it
        </button>
      </p>
    </article>
  )
}
