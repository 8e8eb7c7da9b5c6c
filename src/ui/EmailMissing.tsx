import type { ReactNode } from 'react'

/** `children` is a button: “send it again”. */
export default function EmailMissing({ children }: { children: ReactNode }) {
  return (
    <span>
      <span>Nothing after a minute or two? Check your spam folder, or </span>
      {children}
      <span>.</span>
    </span>
  )
}
