import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { identify, track } from '../../browser/analytics.ts'
import { useQuery } from '../../browser/use-query.ts'
import { endpoints } from '../../contracts/endpoints.ts'
import control from '../../ui/control.module.css'
import field from '../../ui/field.module.css'
import styles from './account.module.css'
import SubscriptionSummary from './SubscriptionSummary.tsx'
import { $reader, $subscription, readHint } from './subscription-store.ts'
import { $user } from './user-store.ts'

/**
 * The reader's own page: who they are, where they stand, and the way out. The page shows it to
 * signed-in readers only, and its sections stand before the server has filled them.
 */
export default function Account({ desk }: { desk: string }) {
  const reader = useStore($reader)
  const { data: user, problem } = useQuery($user)
  const subscription = useQuery($subscription)

  useEffect(() => {
    readHint()
    if ($reader.get().signedIn === 'in') track('Own profile visited', {})
  }, [])
  useEffect(() => {
    if (user) identify(user)
  }, [user])

  if (reader.signedIn === 'out') return null
  return (
    <div className={styles.account}>
      <section className={styles.section}>
        <h2>You</h2>
        <div>
          <dl>
            <dt>Name</dt>
            <dd>{user ? `${user.first_name} ${user.last_name}`.trim() || 'Not given' : '…'}</dd>
            <dt>E-mail</dt>
            <dd>{user ? user.email : '…'}</dd>
          </dl>
          <p className={styles.quiet}>
            To change either, write to <a href={`mailto:${desk}`}>{desk}</a> from this address.
          </p>
        </div>
      </section>
      <section className={styles.section}>
        <h2>Subscription</h2>
        <SubscriptionSummary subscription={subscription.data ?? null} desk={desk} />
      </section>
      <section className={styles.section}>
        <h2>The Weekly</h2>
        <p className={styles.quiet}>
          Our letter of every Sunday is free, and goes to whoever asked for it.{' '}
          <a href="/newsletter">Ask for it here</a>; the link at its foot ends it.
        </p>
      </section>
      <section className={styles.section}>
        <h2>Logging out</h2>
        <div>
          <form method="post" action={endpoints.logOut}>
            <button type="submit" className={control.button}>
              Log out
            </button>
          </form>
          <p className={field.problem} role="alert">
            {problem || subscription.problem}
          </p>
        </div>
      </section>
    </div>
  )
}
