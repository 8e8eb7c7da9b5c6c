import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { useQuery } from '../../browser/use-query.ts'
import field from '../../ui/field.module.css'
import Section from '../../ui/Section.tsx'
import { $reader, $subscription, readHint } from '../account/subscription-store.ts'
import StandingNow, { type Helpers } from './StandingNow.tsx'
import { standingInWords } from './standing-words.ts'
import styles from './your-subscription.module.css'

/** The reader's subscription among what else is theirs: how it stands, and what they can do about it. */
export default function YourSubscription(helpers: Helpers) {
  const reader = useStore($reader)
  const { data, problem } = useQuery($subscription)

  useEffect(readHint, [])

  if (reader.signedIn === 'out') return null
  return (
    <Section title="Subscription">
      <div className={styles.room}>
        <p className={styles.says}>{data ? says(data) : '…'}</p>
        {data && <StandingNow subscription={data} {...helpers} />}
        {problem && (
          <p className={field.problem} role="alert">
            {problem}
          </p>
        )}
      </div>
    </Section>
  )
}

function says(subscription: Parameters<typeof standingInWords>[0]): string {
  const { title, more } = standingInWords(subscription, new Date())
  return more ? `${title}. ${more}` : `${title}.`
}
