import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { hearTabs } from '../../browser/other-tabs.ts'
import type { AuthSettings } from '../../contracts/auth-settings.ts'
import control from '../../ui/control.module.css'
import field from '../../ui/field.module.css'
import { askAuth, authWords } from './ask-auth.ts'
import GoogleButton from './GoogleButton.tsx'
import { letterAddress, letterChannel, type OfferedLetter } from './letter-link.ts'
import PasswordField from './PasswordField.tsx'
import styles from './sign-in.module.css'

type Props = {
  readonly settings: AuthSettings
  /** The reader's own address. */
  readonly email: string
  /** What their answer does, as its button says it. */
  readonly action: string
  /** Given an ID token from this very minute. While a promise of it stands, nothing can be pressed. */
  readonly onToken: (idToken: string) => void | Promise<void>
}

/**
 * Asks a signed-in reader to say once more who they are, by their password, by Google or by a letter,
 * before something is done that nobody else may do. The page that shows it lets its scripts talk to
 * the sign-in service (contracts/security-headers.ts).
 */
export default function Reauthenticate({ settings, email, action, onToken }: Props) {
  const [isBusy, setIsBusy] = useState(false)
  const [letter, setLetter] = useState<'none' | 'sending' | 'sent'>('none')
  const [problem, setProblem] = useState('')
  const stopHearing = useRef(() => {})
  // Two of them may stand on a page, and neither does so twice.
  const problemId = `confirm-${action.toLowerCase().replace(/[^a-z]+/g, '-')}`

  useEffect(() => () => stopHearing.current(), [])

  async function confirm(ask: Parameters<typeof askAuth<string>>[0], wrong: string) {
    setIsBusy(true)
    setProblem('')
    const token = await askAuth(ask)
    if (token.ok) await onToken(token.value)
    else setProblem(authWords(token.failure, 'change', { wrongCredentials: wrong }))
    setIsBusy(false)
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    // The form that this may stand in is not meant.
    event.stopPropagation()
    const password = String(new FormData(event.currentTarget).get('password'))
    void confirm(
      (auth) => auth.signInWithPassword(settings, email, password),
      'This is not the password of your account.',
    )
  }

  async function askByLetter() {
    setLetter('sending')
    setProblem('')
    const waiting = crypto.randomUUID()
    const address = letterAddress(location.origin, { waiting, returnTo: location.pathname })
    const sent = await askAuth((auth) => auth.sendSignInLetter(settings, email, address))
    if (!sent.ok) {
      setLetter('none')
      return setProblem(authWords(sent.failure, 'send'))
    }
    setLetter('sent')
    stopHearing.current()
    stopHearing.current = hearTabs(letterChannel, (what) => {
      const offered = what as OfferedLetter
      if (offered.waiting !== waiting) return false
      setLetter('none')
      void confirm(
        (auth) => auth.signInWithLetter(settings, email, offered.href),
        'This link has been used already, or is too old.',
      )
      return true
    })
  }

  return (
    <div className={styles.steps}>
      <form className={styles.form} onSubmit={submit} method="post">
        {/* So that password managers know whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField label="Your password" problemId={problemId} />
        <p id={problemId} className={field.problem} role="alert">
          {problem}
        </p>
        <button type="submit" className={control.primary} disabled={isBusy}>
          {action}
        </button>
      </form>
      <GoogleButton
        settings={settings}
        label="Confirm with Google"
        hint={email}
        disabled={isBusy}
        onCredential={(credential) =>
          void confirm(
            (auth) => auth.confirmWithGoogle(settings, credential, email),
            'Google’s answer was not taken. Please try again.',
          )
        }
      />
      {letter === 'sent' ? (
        <p className={styles.note} role="status">
          A letter is on its way to <strong>{email}</strong>. Open its link in this browser, and
          leave this page open meanwhile.
        </p>
      ) : (
        <p className={styles.note}>
          No password, or forgotten?{' '}
          <button
            type="button"
            className={styles.plain}
            disabled={isBusy || letter === 'sending'}
            onClick={askByLetter}
          >
            Confirm by a letter instead
          </button>
        </p>
      )}
    </div>
  )
}
