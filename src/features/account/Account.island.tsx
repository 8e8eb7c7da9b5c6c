import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { identify, track } from '../../browser/analytics.ts'
import { callForJson } from '../../browser/api.ts'
import { createRetry } from '../../browser/retry.ts'
import { endpoints } from '../../contracts/endpoints.ts'
import type { User } from '../../contracts/user.ts'
import type { SubscriptionDetail } from '../../domain/subscription-status.ts'
import styles from './account.module.css'
import { signOut } from './session.ts'
import { $reader, fetchSubscription, readHint } from './subscription-store.ts'

const summaries: Readonly<Record<SubscriptionDetail, string>> = {
  active: 'You are subscribed.',
  complimentary: 'You read with our compliments.',
  cancelled: 'You have cancelled. You can read on to the end of the time you have paid for.',
  paused: 'Your subscription is paused.',
  paymentFailed: 'Your last payment did not go through.',
  ended: 'Your subscription has ended.',
  none: 'You have an account and no subscription.',
}

/** The reader's own page: who they are, where they stand, and the way out. */
export default function Account() {
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

  if (reader.signedIn === 'unknown') return <p className={styles.note}>One moment …</p>
  if (reader.signedIn === 'out') {
    return (
      <p className={styles.note}>
        Please <a href="/login?return=/settings">log in</a> to see your account.
      </p>
    )
  }
  return (
    <div className={styles.account}>
      {user && (
        <dl>
          <dt>Name</dt>
          <dd>{`${user.first_name} ${user.last_name}`.trim() || 'Not given'}</dd>
          <dt>E-mail</dt>
          <dd>{user.email}</dd>
        </dl>
      )}
      {reader.subscription && <p>{summaries[reader.subscription.detail]}</p>}
      <p className={styles.problem} role="alert">
        {problem}
      </p>
      <button type="button" onClick={leave}>
        Log out
      </button>
    </div>
  )
}
