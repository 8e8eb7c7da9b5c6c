import { type ReactNode, useEffect, useRef, useState } from 'react'
import styles from './setting-row.module.css'

type Props = {
  readonly name: string
  readonly value: ReactNode
  readonly buttonLabel?: string
  /** Renders the form each time the row is opened; `close` also returns the focus. */
  readonly children: (close: () => void) => ReactNode
}

export default function SettingRow({ name, value, buttonLabel = 'Change', children }: Props) {
  const details = useRef<HTMLDetailsElement>(null)
  const [isOpen, setIsOpen] = useState(false)

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
        <span className={styles.action}>
          <span className={styles.change}>{buttonLabel}</span>
          <span className={styles.close}>Close</span>
        </span>
      </summary>
      {/* Closing discards what was typed, such as a password. */}
      <div className={styles.content}>{isOpen && children(close)}</div>
    </details>
  )
}
