import { useEffect, useRef, useState } from 'react'
import {
  authLinkChannel,
  createAuthLinkUrl,
  type OfferedAuthLink,
} from '../../browser/auth-link.ts'
import {
  type AuthRequest,
  callAuth,
  getAuthMessage,
  googleMessages,
} from '../../browser/auth-service.ts'
import { listenToTabs } from '../../browser/tab-messages.ts'
import { useGoogleSignIn } from '../../browser/use-google-sign-in.ts'
import { useMoveFocus } from '../../browser/use-move-focus.ts'
import { useTask } from '../../browser/use-task.ts'
import { invalidLinkMessage } from '../../contracts/endpoints/reader-messages.ts'
import type { AuthSettings } from '../../contracts/settings/auth-settings.ts'
import ActionForm from '../../ui/ActionForm.tsx'
import styles from '../../ui/auth-form.module.css'
import EmailAddress from '../../ui/EmailAddress.tsx'
import EmailMissing from '../../ui/EmailMissing.tsx'
import GoogleButton from '../../ui/GoogleButton.tsx'
import PasswordField, { HiddenUsername } from '../../ui/PasswordField.tsx'

type Props = {
  readonly settings: AuthSettings
  readonly email: string
  readonly action: string
  /** Receives the ID token of a new sign-in. No button can be pressed until the returned promise settles. */
  readonly onToken: (idToken: string) => void | Promise<void>
}

/**
 * Asks a signed-in reader to prove who they are, by password, Google or email, before a change that only they may make.
 * The page's policy must allow the sign-in service (contracts/security-headers.ts).
 */
export default function Reauthenticate({ settings, email, action, onToken }: Props) {
  const task = useTask()
  const [isEmailSent, setIsEmailSent] = useState(false)
  const status = useRef<HTMLParagraphElement>(null)
  const moveFocus = useMoveFocus()
  const stopListening = useRef(() => {})

  useEffect(() => () => stopListening.current(), [])

  const google = useGoogleSignIn({
    settings,
    hint: email,
    onCredential: (credential) =>
      task.run(() =>
        confirm(
          (firebase, auth) => firebase.reauthenticateWithGoogle(auth, credential, email),
          googleMessages.failed,
        ),
      ),
  })

  async function confirm(signIn: AuthRequest<string>, wrongCredentials: string): Promise<string> {
    const token = await callAuth(settings, signIn)
    if (!token.ok) return getAuthMessage(token.failure, 'change', { wrongCredentials })
    await onToken(token.value)
    return ''
  }

  async function sendEmail() {
    const tabId = crypto.randomUUID()
    const linkUrl = createAuthLinkUrl(location.origin, { tabId, returnTo: location.pathname })
    const sent = await callAuth(settings, (firebase, auth) =>
      firebase.sendSignInLink(auth, email, linkUrl),
    )
    if (!sent.ok) return getAuthMessage(sent.failure, 'send')
    moveFocus(() => status.current)
    setIsEmailSent(true)
    stopListening.current()
    stopListening.current = listenToTabs(authLinkChannel, (message) => {
      const offer = message as OfferedAuthLink
      if (offer.tabId !== tabId) return false
      setIsEmailSent(false)
      task.run(() =>
        confirm(
          (firebase, auth) => firebase.signInWithLink(auth, email, offer.href),
          invalidLinkMessage,
        ),
      )
      return true
    })
    return ''
  }

  const renderEmailButton = (label: string) => (
    <button
      type="button"
      className={styles.linkButton}
      disabled={task.isPending}
      onClick={() => task.run(sendEmail)}
    >
      {label}
    </button>
  )

  return (
    <div className={styles.steps}>
      <ActionForm<'password'>
        // A page may have two such forms, with different actions.
        name={`confirm-${action.toLowerCase().replace(/[^a-z]+/g, '-')}`}
        task={task}
        action={({ password }) =>
          confirm(
            (firebase, auth) => firebase.signInWithPassword(auth, email, password),
            'That’s not your password. Try again, or confirm another way.',
          )
        }
        button={action}
      >
        <HiddenUsername email={email} />
        <PasswordField label="Your password" />
      </ActionForm>
      {settings.googleClientId && (
        <GoogleButton label="Confirm with Google" google={google} isDisabled={task.isPending} />
      )}
      {isEmailSent ? (
        <>
          <p ref={status} tabIndex={-1} className={styles.note} role="status">
            We’ve sent a link to <EmailAddress email={email} />. Open it in this browser, and leave
            this page open.
          </p>
          <p className={styles.note}>
            <EmailMissing>{renderEmailButton('send it again')}</EmailMissing>
          </p>
        </>
      ) : (
        <p className={styles.note}>
          <span>No password, or forgotten it? </span>
          {renderEmailButton('Confirm by email instead')}
        </p>
      )}
    </div>
  )
}
