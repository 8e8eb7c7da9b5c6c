import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { useQuery } from '../../browser/use-query.ts'
import { useSingleCall } from '../../browser/use-single-call.ts'
import field from '../../ui/field.module.css'
import Section from '../../ui/Section.tsx'
import SubscriptionDetails, { type SupportLinks } from '../../ui/SubscriptionDetails.tsx'
import { describeSubscription } from '../../ui/subscription-text.ts'
import {
  $reader,
  $subscription,
  applyReaderHint,
  requestSubscriptionStep,
} from '../session/subscription-store.ts'
import styles from './subscription-settings.module.css'

export default function SubscriptionSettings(supportLinks: SupportLinks) {
  const reader = useStore($reader)
  const { data, errorMessage } = useQuery($subscription)
  const { pending, failure, run } = useSingleCall(requestSubscriptionStep)

  useEffect(applyReaderHint, [])

  if (reader.signedIn === 'out') return null
  return (
    <Section title="Subscription">
      <div className={styles.content}>
        <p className={styles.summary}>{data ? summarise(data) : '…'}</p>
        {data && (
          <SubscriptionDetails
            subscription={data}
            pendingStep={pending?.step ?? null}
            failure={failure}
            runStep={run}
            {...supportLinks}
          />
        )}
        {errorMessage && (
          <p className={field.error} role="alert">
            {errorMessage}
          </p>
        )}
      </div>
    </Section>
  )
}

function summarise(subscription: Parameters<typeof describeSubscription>[0]): string {
  const { title, details } = describeSubscription(subscription, new Date())
  return details ? `${title}. ${details}` : `${title}.`
}
