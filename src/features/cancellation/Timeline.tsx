import styles from './cancel-flow.module.css'

export type TimelineEntry = readonly [when: string, what: string]

export default function Timeline({
  entries,
  isPlaceholder,
}: {
  entries: readonly TimelineEntry[]
  isPlaceholder: boolean
}) {
  return (
    <dl className={styles.timeline} data-unknown={isPlaceholder ? '' : undefined}>
      {entries.map(([when, what], index) => (
        <div key={index}>
          <dt>{when}</dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  )
}
