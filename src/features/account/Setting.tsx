import { type ReactNode, useEffect, useRef, useState } from 'react'
import styles from './setting.module.css'

type Props = {
  readonly name: string
  /** As it stands now. */
  readonly value: ReactNode
  /** What its button says. */
  readonly change?: string
  /** What changes it, made anew each time; `close` puts it away and gives the focus back. */
  readonly children: (close: () => void) => ReactNode
}

/** A setting as a line: what it is called, how it stands, and behind a button what changes it. */
export default function Setting({ name, value, change = 'Change', children }: Props) {
  const details = useRef<HTMLDetailsElement>(null)
  const [isOpen, setIsOpen] = useState(false)

  // It may have been opened before the script ran.
  useEffect(() => setIsOpen(details.current?.open ?? false), [])

  function close() {
    if (!details.current) return
    details.current.open = false
    details.current.querySelector('summary')?.focus()
  }

  return (
    <details
      ref={details}
      className={styles.setting}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>
        <span className={styles.name}>{name}</span>
        <span className={styles.value}>{value}</span>
        <span className={styles.act}>
          <span className={styles.change}>{change}</span>
          <span className={styles.close}>Close</span>
        </span>
      </summary>
      {/* Nothing that was typed outlives its closing, least of all a password. */}
      <div className={styles.what}>{isOpen && children(close)}</div>
    </details>
  )
}
