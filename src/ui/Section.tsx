import type { ReactNode } from 'react'
import styles from './section.module.css'

/** One matter of a page: its name, and what there is to it. */
export default function Section({
  title,
  isFirst = false,
  children,
}: {
  title: string
  /** Of its page: it stands below a line that is seen. */
  isFirst?: boolean
  children: ReactNode
}) {
  return (
    <section className={isFirst ? styles.first : styles.section}>
      <h2>{title}</h2>
      <div className={styles.matter}>{children}</div>
    </section>
  )
}
