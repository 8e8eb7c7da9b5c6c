import { type SubmitEvent, useEffect, useState } from 'react'
import type { AuthSettings } from '../../contracts/auth-settings.ts'
import control from '../../ui/control.module.css'
import field from '../../ui/field.module.css'
import { askAuth, authWords } from './ask-auth.ts'
import type { LetterLink } from './letter-link.ts'
import PasswordField from './PasswordField.tsx'
import styles from './sign-in.module.css'
import { signInWithNewPassword } from './sign-in.ts'

type Props = {
  readonly settings: AuthSettings
  readonly letter: LetterLink
  /** The letter is of no use any more: its reader asks for another. */
  readonly onUsed: (says: string) => void
}

/** Sets a new password by the code of a letter, and logs in with it. */
export default function NewPassword({ settings, letter, onUsed }: Props) {
  const [email, setEmail] = useState('')
  const [state, setState] = useState<'reading' | 'idle' | 'submitting' | 'done'>('reading')
  const [problem, setProblem] = useState('')
  const problemId = 'new-password-problem'

  async function read() {
    setState('reading')
    setProblem('')
    const owner = await askAuth((auth) => auth.passwordLetterOf(settings, letter.code))
    if (owner.ok) {
      setEmail(owner.value)
      return setState('idle')
    }
    const says = authWords(owner.failure, 'change')
    if (owner.failure === 'usedLink') onUsed(`${says} Ask for another letter here.`)
    else setProblem(says)
  }

  useEffect(() => {
    void read()
  }, [])

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('new-password'))
    setState('submitting')
    setProblem('')
    const { code, returnTo } = letter
    const result = await signInWithNewPassword(settings, { code, email, password }, returnTo)
    if (!result.ok) {
      setProblem(result.failure)
      return setState('idle')
    }
    setState('done')
    location.assign(result.value)
  }

  return (
    <form className={styles.form} onSubmit={submit} method="post">
      <p className={styles.done}>
        {email ? (
          <>
            For <strong>{email}</strong>. Wherever you were logged in, you have to log in anew.
          </>
        ) : (
          'One moment: we look whose letter this is.'
        )}
      </p>
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField label="New password" isNew problemId={problemId} />
      <p id={problemId} className={field.problem} role="alert">
        {problem}
      </p>
      {email || !problem ? (
        <button type="submit" className={control.primary} disabled={state !== 'idle'}>
          {state === 'submitting' || state === 'done' ? 'Setting it' : 'Set it and log in'}
        </button>
      ) : (
        <button type="button" className={control.primary} onClick={read}>
          Try again
        </button>
      )}
    </form>
  )
}
