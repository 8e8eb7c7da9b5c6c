import styles from './leaving.module.css'

export type Dated = readonly [when: string, what: string]

/** What happens, and when: a line for each. */
export default function Dates({ dates }: { dates: readonly Dated[] }) {
  return (
    <dl className={styles.dates}>
      {dates.map(([when, what], place) => (
        <div key={place}>
          <dt>{when}</dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  )
}
