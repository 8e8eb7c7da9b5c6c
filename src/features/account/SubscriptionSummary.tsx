import type { SubscriptionResponse } from '../../contracts/subscription.ts'
import { dayInWords } from '../../domain/day.ts'
import { letterAddress } from '../../domain/letter.ts'
import type { SubscriptionDetail } from '../../domain/subscription-status.ts'
import control from '../../ui/control.module.css'
import styles from './account.module.css'

type Summary = {
  readonly says: (until: string) => string
  /** What can be done about it: bought here, or asked for by letter as long as it is done by hand. */
  readonly next: { readonly buy: string } | { readonly write: string; readonly subject: string }
}

const leaving = { write: 'To pause it or to leave', subject: 'Pause or end my subscription' }

const summaries: Readonly<Record<SubscriptionDetail, Summary>> = {
  active: { says: () => 'You are subscribed.', next: leaving },
  complimentary: {
    says: (until) => `You read with our compliments${until && `, until ${until}`}.`,
    next: { write: 'If there is anything to say about it', subject: 'My subscription' },
  },
  cancelled: {
    says: (until) =>
      `You have cancelled. Everything stays open to you${until && ` until ${until}`}.`,
    next: { write: 'To stay after all', subject: 'Reactivate my subscription' },
  },
  paused: {
    says: (until) => `Your subscription is paused.${until && ` You can read until ${until}.`}`,
    next: { write: 'To go on with it now', subject: 'Resume my subscription' },
  },
  paymentFailed: {
    says: (until) =>
      `Your last payment did not go through.${until && ` You can read until ${until}.`}`,
    next: { write: 'To mend it', subject: 'A payment that did not go through' },
  },
  disputed: {
    says: () => 'Your last payment was taken back, by your bank or by PayPal.',
    next: { write: 'To settle it', subject: 'A payment that was taken back' },
  },
  ended: { says: () => 'Your subscription has ended.', next: { buy: 'Restart' } },
  none: { says: () => 'You have an account and no subscription.', next: { buy: 'Subscribe' } },
}

/** Where the reader stands, in a sentence, and what they can do about it today. */
export default function SubscriptionSummary({
  subscription,
  desk,
}: {
  subscription: SubscriptionResponse | null
  desk: string
}) {
  if (!subscription) return <div className={styles.standing}>…</div>
  const { says, next } = summaries[subscription.detail]
  const until = subscription.until ? dayInWords(new Date(subscription.until)) : ''
  return (
    <div className={styles.standing}>
      <p>{says(until)}</p>
      {'buy' in next ? (
        <p className={styles.act}>
          <a className={control.primary} href="/subscribe?source=settings">
            {next.buy}
          </a>
        </p>
      ) : (
        <p className={styles.quiet}>
          {next.write}, write to{' '}
          <a href={letterAddress({ to: desk, subject: next.subject })}>{desk}</a>.
        </p>
      )}
    </div>
  )
}
