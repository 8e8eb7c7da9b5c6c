import type { ReactNode } from 'react'
import field from './field.module.css'

/** What went wrong, in words for the reader. */
export default function Problem({ children }: { children: ReactNode }) {
  return (
    <p className={field.error} role="alert">
      {children}
    </p>
  )
}
