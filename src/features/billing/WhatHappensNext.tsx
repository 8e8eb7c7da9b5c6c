import type { OutlookResponse } from '../../contracts/endpoints/subscription-endpoints.ts'
import { formatUpcoming, summariseUpcoming } from '../../domain/subscription/outlook-text.ts'
import FactRows from '../../ui/FactRows.tsx'
import details from '../../ui/subscription-details.module.css'
import styles from './what-happens-next.module.css'

type Entries = readonly (readonly [days: string, text: string])[]

/** The coming twelve months, invisible until they include the subscription's latest change. */
export default function WhatHappensNext({
  upcoming,
  isOutdated,
}: Pick<OutlookResponse, 'upcoming'> & { isOutdated: boolean }) {
  if (upcoming.length === 0) return null
  const events = upcoming.map((event) => ({ ...event, at: new Date(event.at) }))
  const summary = summariseUpcoming(events)
  return (
    <section
      className={styles.next}
      aria-labelledby="what-happens-next"
      data-unknown={isOutdated ? '' : undefined}
    >
      <h3 id="what-happens-next">What happens next</h3>
      <EntryList entries={summary} />
      {summary.length < events.length && (
        <details>
          <summary>Show every date</summary>
          <EntryList entries={events.map(formatUpcoming)} />
        </details>
      )}
    </section>
  )
}

function EntryList({ entries }: { entries: Entries }) {
  return (
    <dl className={details.facts}>
      <FactRows facts={entries} />
    </dl>
  )
}
