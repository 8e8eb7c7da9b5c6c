import { type ReactNode, useEffect, useRef } from 'react'
import control from './button.module.css'
import styles from './step-form.module.css'

type Props = {
  readonly store: { readonly start: () => void; readonly stop: () => void }
  readonly phase: string
  readonly title: string
  readonly children: ReactNode
}

/** The page after PayPal's page. The store checks the payment while this page is shown. */
export default function FinishFrame({ store, phase, title, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    store.start()
    return store.stop
  }, [store])

  // The element that had the focus has been removed, unless the reader is only waiting.
  useEffect(() => {
    if (phase !== 'checking' && phase !== 'unavailable') heading.current?.focus()
  }, [phase])

  return (
    <div className={styles.finish} data-finish={phase}>
      <header>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
      </header>
      <div className={styles.content}>{children}</div>
    </div>
  )
}

type Link = readonly [label: string, href: string]

/** Shows a text that says what has happened, and a link to continue. */
export const explain = (text: string, [label, href]: Link) => (
  <>
    <p>{text}</p>
    <a className={control.primary} href={href}>
      {label}
    </a>
  </>
)
