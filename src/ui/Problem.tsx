import type { ReactNode } from 'react'
import field from './field.module.css'

/** Shows readers why something failed; screen readers announce it immediately. */
export default function Problem({ children }: { children: ReactNode }) {
  return (
    <p className={field.error} role="alert">
      {children}
    </p>
  )
}
