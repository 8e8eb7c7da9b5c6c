import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { identify, track } from '../../browser/analytics.ts'
import { callForJson } from '../../browser/api.ts'
import { createRetry } from '../../browser/retry.ts'
import { endpoints } from '../../contracts/endpoints.ts'
import type { User } from '../../contracts/user.ts'
import control from '../../ui/control.module.css'
import field from '../../ui/field.module.css'
import styles from './account.module.css'
import SubscriptionSummary from './SubscriptionSummary.tsx'
import { signOut } from './session.ts'
import { $reader, fetchSubscription, readHint } from './subscription-store.ts'

/**
 * The reader's own page: who they are, where they stand, and the way out. The page shows it to
 * signed-in readers only, and its sections stand before the server has filled them.
 */
export default function Account({ desk }: { desk: string }) {
  const reader = useStore($reader)
  const [user, setUser] = useState<User | null>(null)
  const [problem, setProblem] = useState('')

  useEffect(() => {
    readHint()
    if ($reader.get().signedIn !== 'in') return
    track('Own profile visited', {})
    const retry = createRetry(() => void load())
    async function load() {
      const [subscription, found] = await Promise.all([
        fetchSubscription(),
        callForJson<{ response: User | null }>('GET', endpoints.user),
      ])
      if (found.ok) setUser(found.value.response)
      if (found.ok && found.value.response) identify(found.value.response)
      const failed = [subscription, found].find((answer) => !answer.ok)
      setProblem(failed && !failed.ok ? failed.failure.message : '')
      if (failed) retry.schedule()
      else retry.reset()
    }
    void load()
    return retry.reset
  }, [])

  async function leave() {
    const result = await signOut()
    if (result.ok) location.assign('/')
    else setProblem(result.failure)
  }

  if (reader.signedIn === 'out') return null
  const subscription = reader.signedIn === 'in' ? reader.subscription : null
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
        <SubscriptionSummary subscription={subscription} desk={desk} />
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
          <button type="button" className={control.button} onClick={leave}>
            Log out
          </button>
          <p className={field.problem} role="alert">
            {problem}
          </p>
        </div>
      </section>
    </div>
  )
}
