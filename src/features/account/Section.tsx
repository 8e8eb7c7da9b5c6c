import type { ReactNode } from 'react'
import styles from './account.module.css'

/** One matter of the account: its name, and what there is to it. */
export default function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      <div className={styles.matter}>{children}</div>
    </section>
  )
}
