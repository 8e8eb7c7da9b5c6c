import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { useLastValue } from '../../browser/use-last-value.ts'
import { useQuery } from '../../browser/use-query.ts'
import { useSingleCall } from '../../browser/use-single-call.ts'
import Problem from '../../ui/Problem.tsx'
import Section from '../../ui/Section.tsx'
import SubscriptionDetails, { type SupportLinks } from '../../ui/SubscriptionDetails.tsx'
import { describeSubscription } from '../../ui/subscription-text.ts'
import { $outlook } from '../session/outlook-store.ts'
import {
  $reader,
  $subscription,
  applyReaderHint,
  requestSubscriptionStep,
} from '../session/subscription-store.ts'
import styles from './subscription-settings.module.css'
import WhatHappensNext from './WhatHappensNext.tsx'

export default function SubscriptionSettings(supportLinks: SupportLinks) {
  const reader = useStore($reader)
  const { data, errorMessage } = useQuery($subscription)
  const { data: outlook = null, errorMessage: outlookProblem } = useQuery($outlook)
  const { pending, failure, run } = useSingleCall(requestSubscriptionStep)
  // The last outlook stays visible until the next one has arrived.
  const lastOutlook = useLastValue(outlook)

  useEffect(applyReaderHint, [])

  if (reader.signedIn === 'out') return null
  return (
    <Section title="Subscription">
      <div className={styles.content}>
        <p className={styles.summary}>{data ? summarise(data) : '…'}</p>
        {data && (lastOutlook || outlookProblem) && (
          <SubscriptionDetails
            subscription={data}
            outlook={outlook}
            pendingStep={pending?.step ?? null}
            failure={failure}
            runStep={run}
            {...supportLinks}
          />
        )}
        {data && lastOutlook && (
          <WhatHappensNext {...lastOutlook.now} isOutdated={outlook !== lastOutlook} />
        )}
        {(errorMessage || outlookProblem) && <Problem>{errorMessage || outlookProblem}</Problem>}
      </div>
    </Section>
  )
}

function summarise(subscription: Parameters<typeof describeSubscription>[0]): string {
  const { title, details } = describeSubscription(subscription, new Date())
  return details ? `${title}. ${details}` : `${title}.`
}
