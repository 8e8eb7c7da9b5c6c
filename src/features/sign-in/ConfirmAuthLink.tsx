import { type ReactNode, useEffect, useRef, useState } from 'react'
import { track } from '../../browser/analytics.ts'
import { call } from '../../browser/api.ts'
import type { AuthLink, AuthLinkMode } from '../../browser/auth-link.ts'
import { callAuth, getAuthMessage } from '../../browser/auth-service.ts'
import type { AuthCodeInfo } from '../../browser/firebase-auth.ts'
import { isSignedInShown } from '../../browser/reader-hint.ts'
import { useTask } from '../../browser/use-task.ts'
import { invalidLinkMessage } from '../../contracts/endpoints/reader-messages.ts'
import type { AuthSettings } from '../../contracts/settings/auth-settings.ts'
import styles from '../../ui/auth-form.module.css'
import control from '../../ui/button.module.css'
import EmailAddress from '../../ui/EmailAddress.tsx'
import Problem from '../../ui/Problem.tsx'
import { getReturnUrl, withReturnTo } from './return-url.ts'

type ConfirmationMode = Exclude<AuthLinkMode, 'signIn' | 'resetPassword'>

type ConfirmationText = {
  readonly question: (facts: AuthCodeInfo) => ReactNode
  readonly button: string
  readonly done: (email: string) => ReactNode
}

const confirmationTexts: Readonly<Record<ConfirmationMode, ConfirmationText>> = {
  verifyEmail: {
    question: ({ email }) => (
      <span>
        <span>
          Someone created an account with <EmailAddress email={email} />. Was that you? If not,
          don’t confirm the address. <a href="/magic">Log in by email</a> instead, and the password
          they chose will stop working.
        </span>
        {!isSignedInShown() && (
          <span>
            {' '}
            You aren’t logged in here. If you confirm here, we’ll log out every device and remove
            the password. To avoid that, open the link where you’re logged in.
          </span>
        )}
      </span>
    ),
    button: 'Yes, that was me',
    done: (email) => (
      <span>
        Thank you. You’ve confirmed <EmailAddress email={email} />.
      </span>
    ),
  },
  verifyAndChangeEmail: {
    question: ({ email, previousEmail }) => (
      <span>
        Change your account’s email from <span translate="no">{previousEmail}</span> to{' '}
        <EmailAddress email={email} />?
      </span>
    ),
    button: 'Yes, change it',
    done: (email) => (
      <span>
        Done. Your account’s email is now <EmailAddress email={email} />. Use it to log in.
      </span>
    ),
  },
  recoverEmail: {
    question: ({ email }) => (
      <span>
        Your account’s email was changed. Change it back to <EmailAddress email={email} />?
      </span>
    ),
    button: 'Yes, change it back',
    done: (email) => (
      <span>
        Your account’s email is <EmailAddress email={email} /> again. To be safe, we’ve logged out
        every device and removed the password. <a href="/forgot">Set a new password</a>
      </span>
    ),
  },
}

const securedNote = (
  <span>
    {' '}
    You weren’t logged in to this account here, so we couldn’t tell who created it. To be safe,
    we’ve logged out every device and removed the password. Log in by email, or{' '}
    <a href="/forgot">set a new password</a>.
  </span>
)

const usedLinkMessage = `${invalidLinkMessage} If you used it yourself, you don’t need to do anything.`

type Props = {
  readonly settings: AuthSettings
  readonly link: AuthLink & { readonly mode: ConfirmationMode }
}

/** Asks for a press before anything happens, because programs that scan emails also follow links. */
export default function ConfirmAuthLink({ settings, link }: Props) {
  const [facts, setFacts] = useState<AuthCodeInfo | null>(null)
  const [isUsed, setIsUsed] = useState(false)
  const [done, setDone] = useState<{ email: string; isSecured: boolean } | null>(null)
  const task = useTask()
  const statusRef = useRef<HTMLParagraphElement>(null)
  const { mode, code, returnTo } = link

  async function loadFacts() {
    const response = await callAuth(settings, (firebase, auth) => firebase.readAuthCode(auth, code))
    if (response.ok) setFacts(response.value)
    else setIsUsed(response.failure === 'invalidLink')
    return response.ok
      ? ''
      : getAuthMessage(response.failure, 'change', { invalidLink: usedLinkMessage })
  }
  const checkLink = () => task.run(loadFacts)

  useEffect(checkLink, [])

  // The button, which had the focus, is gone.
  useEffect(() => {
    if (done !== null) statusRef.current?.focus()
  }, [done])

  async function confirm() {
    const confirmed = await call('POST /api/confirmation', { code })
    if (!confirmed.ok) {
      const isBadToken = confirmed.failure.code === 'bad_token'
      setIsUsed(isBadToken)
      return isBadToken ? usedLinkMessage : confirmed.failure.message
    }
    if (mode !== 'verifyEmail') track('Account Updated', { field: 'email' })
    setDone(confirmed.value)
    return ''
  }

  const continueLink = done?.isSecured ? (
    <a className={control.primary} href={withReturnTo('/magic', returnTo)}>
      Log in by email
    </a>
  ) : (
    <a className={control.primary} href={getReturnUrl(returnTo, location.origin)}>
      Continue
    </a>
  )
  if (done !== null) {
    return (
      <div className={styles.steps}>
        <p className={styles.lead} ref={statusRef} tabIndex={-1} role="status">
          <span>{confirmationTexts[mode].done(done.email)}</span>
          {done.isSecured && securedNote}
        </p>
        {mode !== 'recoverEmail' && continueLink}
      </div>
    )
  }
  const isLoading = !facts && !task.problem
  return (
    <div className={styles.steps}>
      <p className={styles.lead} role="status">
        {isLoading
          ? 'Checking your link…'
          : facts && !isUsed && confirmationTexts[mode].question(facts)}
      </p>
      <Problem>{task.problem}</Problem>
      {isUsed && continueLink}
      {!facts && !isLoading && !isUsed && (
        <button type="button" className={control.primary} onClick={checkLink}>
          Try again
        </button>
      )}
      {facts && !isUsed && (
        <button
          type="button"
          className={control.primary}
          disabled={task.isPending}
          onClick={() => task.run(confirm)}
        >
          {confirmationTexts[mode].button}
        </button>
      )}
    </div>
  )
}
