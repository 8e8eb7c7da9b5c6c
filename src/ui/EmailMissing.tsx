import type { ReactNode } from 'react'

export default function EmailMissing({ children: askAgain }: { children: ReactNode }) {
  return <>Nothing after a minute or two? Check your spam folder, or {askAgain}.</>
}
