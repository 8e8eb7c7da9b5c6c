import styles from './leaving.module.css'

export type Dated = readonly [when: string, what: string]

/** What happens, and when: a line for each. */
export default function Dates({
  dates,
  isUnknown,
}: {
  dates: readonly Dated[]
  /** They keep room, and are not seen. */
  isUnknown: boolean
}) {
  return (
    <dl className={styles.dates} data-unknown={isUnknown ? '' : undefined}>
      {dates.map(([when, what], place) => (
        <div key={place}>
          <dt>{when}</dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  )
}
