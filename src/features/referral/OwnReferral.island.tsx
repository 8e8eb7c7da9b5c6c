import { track } from '../../browser/analytics.ts'
import { useQuery } from '../../browser/use-query.ts'
import type { ReferralResponse } from '../../contracts/endpoints/referral-endpoints.ts'
import { getReferralPath } from '../../domain/referral/referral-code.ts'
import ShareWays from '../../ui/ShareWays.tsx'
import { describeCredit, formatCredit } from './credit-text.ts'
import styles from './own-referral.module.css'
import { $referral } from './referral-store.ts'

/** The reader's link and credit, for which room is reserved until they have loaded. */
export default function OwnReferral({ publication }: { publication: string }) {
  const { data, errorMessage } = useQuery($referral)
  return (
    <div className={styles.own} aria-busy={!data && !errorMessage}>
      <section className={styles.share} aria-labelledby="own-link">
        <h2 id="own-link">Your link</h2>
        <ShareWays
          address={data ? location.origin + getReferralPath(data.code) : null}
          text={`I think you’d like ${publication}.`}
          title={publication}
          errorMessage={errorMessage}
          onShared={(channel) => track('Referral Link Shared', { channel })}
        />
      </section>
      <Credit referral={data ?? null} />
    </div>
  )
}

function Credit({ referral }: { referral: ReferralResponse | null }) {
  const { amount, explanation } = referral
    ? describeCredit(referral)
    : { amount: '…', explanation: '' }
  const rows = [
    ['Visits to your link', referral?.visits],
    ['Friends who qualified', referral?.friends],
    ['Credit pending', referral && formatCredit(referral.pending)],
    ['Credit earned', referral && formatCredit(referral.earned)],
    ['Credit used', referral && formatCredit(referral.used)],
  ] as const
  return (
    <section className={styles.credit} aria-labelledby="own-credit">
      <h2 id="own-credit">Your credit</h2>
      <p className={styles.balance}>
        <strong translate="no">{amount}</strong> <span>{explanation}</span>
      </p>
      <dl>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd translate="no">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
