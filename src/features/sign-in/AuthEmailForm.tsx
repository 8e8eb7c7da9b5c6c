import { type ReactNode, useRef, useState } from 'react'
import { getAuthMessage } from '../../browser/auth-service.ts'
import type { AuthFailure } from '../../browser/firebase-auth-call.ts'
import { useMoveFocus } from '../../browser/use-move-focus.ts'
import type { Result } from '../../domain/result.ts'
import ActionForm from '../../ui/ActionForm.tsx'
import styles from '../../ui/auth-form.module.css'
import EmailAddress from '../../ui/EmailAddress.tsx'
import EmailField from '../../ui/EmailField.tsx'
import EmailMissing from '../../ui/EmailMissing.tsx'

type Props = {
  readonly send: (email: string) => Promise<Result<void, AuthFailure>>
  /** The confirmation, which is the same whether or not there is an account. */
  readonly confirm: (address: ReactNode) => ReactNode
}

/** Asks for an address to send a link to. */
export default function AuthEmailForm({ send, confirm }: Props) {
  const [email, setEmail] = useState('')
  const [isSent, setIsSent] = useState(false)
  const statusRef = useRef<HTMLParagraphElement>(null)
  const fieldRef = useRef<HTMLInputElement>(null)
  const moveFocus = useMoveFocus()

  function openForm() {
    moveFocus(() => fieldRef.current)
    setIsSent(false)
  }

  if (isSent) {
    return (
      <div className={styles.steps}>
        <p className={styles.lead} ref={statusRef} tabIndex={-1} role="status">
          <span>Check your email. </span>
          <span>{confirm(<EmailAddress email={email} />)}</span>
        </p>
        <p className={styles.note}>
          <EmailMissing>
            <button type="button" className={styles.linkButton} onClick={openForm}>
              send it again
            </button>
          </EmailMissing>
        </p>
      </div>
    )
  }
  return (
    <ActionForm<'email'>
      name="email-link"
      action={async (fields) => {
        const result = await send(fields.email)
        if (!result.ok) return getAuthMessage(result.failure, 'send')
        moveFocus(() => statusRef.current)
        setEmail(fields.email)
        setIsSent(true)
        return ''
      }}
      button="Send me a link"
      pendingButton="Sending…"
    >
      <EmailField ref={fieldRef} defaultValue={email} />
    </ActionForm>
  )
}
