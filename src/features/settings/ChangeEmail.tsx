import { useRef, useState } from 'react'
import { call } from '../../browser/api.ts'
import { createAuthLinkUrl } from '../../browser/auth-link.ts'
import { callAuth, getAuthMessage } from '../../browser/auth-service.ts'
import { useMoveFocus } from '../../browser/use-move-focus.ts'
import type { AuthSettings } from '../../contracts/settings/auth-settings.ts'
import ActionForm from '../../ui/ActionForm.tsx'
import styles from '../../ui/auth-form.module.css'
import EmailAddress from '../../ui/EmailAddress.tsx'
import EmailField from '../../ui/EmailField.tsx'
import Reauthenticate from './Reauthenticate.tsx'

type Props = { readonly settings: AuthSettings; readonly email: string }

/** An emailed link confirms the new address (ConfirmAuthLink.tsx). Our server gets it first, and rejects all others. */
export default function ChangeEmail({ settings, email }: Props) {
  const [newEmail, setNewEmail] = useState('')
  const [step, setStep] = useState<'address' | 'confirm' | 'sent'>('address')
  const [problem, setProblem] = useState('')
  const statusRef = useRef<HTMLParagraphElement>(null)
  const fieldRef = useRef<HTMLInputElement>(null)
  const moveFocus = useMoveFocus()

  function showStep(next: typeof step) {
    moveFocus(() => (next === 'address' ? fieldRef : statusRef).current)
    setStep(next)
  }

  function enterEmail(enteredEmail: string) {
    const isSame = enteredEmail.toLowerCase() === email.toLowerCase()
    setProblem(isSame ? 'That’s already your email address. Enter a different one.' : '')
    if (isSame) return
    setNewEmail(enteredEmail)
    showStep('confirm')
  }

  async function requestChange(idToken: string) {
    const registered = await call('POST /api/account/email', { idToken, email: newEmail })
    if (!registered.ok) return registered.failure.message
    const linkUrl = createAuthLinkUrl(location.origin, { returnTo: location.pathname })
    const sent = await callAuth(settings, (firebase, auth) =>
      firebase.sendEmailChangeLink(auth, newEmail, linkUrl),
    )
    return sent.ok ? '' : getAuthMessage(sent.failure, 'send')
  }

  async function send(idToken: string) {
    const failure = await requestChange(idToken)
    setProblem(failure)
    showStep(failure ? 'address' : 'sent')
  }

  if (step === 'address') {
    return (
      <ActionForm<'new-email'>
        name="change-email"
        isMinor
        action={async (fields) => {
          enterEmail(fields['new-email'])
          return ''
        }}
        problem={problem}
        button="Change email"
      >
        <EmailField
          ref={fieldRef}
          label="New email address"
          name="new-email"
          autoComplete="email"
          defaultValue={newEmail}
        />
      </ActionForm>
    )
  }
  if (step === 'confirm') {
    return (
      <div className={styles.steps}>
        <p className={styles.result} ref={statusRef} tabIndex={-1}>
          We’ll send a link to <EmailAddress email={newEmail} />. First, confirm that it’s you.{' '}
          <button type="button" className={styles.linkButton} onClick={() => showStep('address')}>
            Use another address
          </button>
        </p>
        <Reauthenticate settings={settings} email={email} action="Send link" onToken={send} />
      </div>
    )
  }
  return (
    <p className={styles.result} ref={statusRef} tabIndex={-1} role="status">
      We’ve sent a link to <EmailAddress email={newEmail} />, unless another account uses this
      address. Open the link to change your email. Until then, your email won’t change.
    </p>
  )
}
