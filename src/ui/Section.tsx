import type { ReactNode } from 'react'
import styles from './section.module.css'

export default function Section({
  title,
  isFirst = false,
  children,
}: {
  title: string
  /** The first section of a page, which has no line above it. */
  isFirst?: boolean
  children: ReactNode
}) {
  return (
    <section className={isFirst ? styles.first : styles.section}>
      <h2>{title}</h2>
      <div className={styles.content}>{children}</div>
    </section>
  )
}
