import type { ReactNode } from 'react'
import field from './field.module.css'

/** Tells readers, and screen readers at once, why something failed. */
export default function Problem({ children }: { children: ReactNode }) {
  return (
    <p className={field.error} role="alert">
      {children}
    </p>
  )
}
