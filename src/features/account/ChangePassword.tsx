import { type SubmitEvent, useRef, useState } from 'react'
import { track } from '../../browser/analytics.ts'
import type { AuthSettings } from '../../contracts/auth-settings.ts'
import control from '../../ui/control.module.css'
import field from '../../ui/field.module.css'
import { askAuth, authWords } from './ask-auth.ts'
import { letterAddress } from './letter-link.ts'
import { openSession } from './open-session.ts'
import PasswordField from './PasswordField.tsx'
import styles from './sign-in.module.css'
import { acceptSubscription } from './subscription-store.ts'

type Props = { readonly settings: AuthSettings; readonly email: string }

/**
 * Changes the password of a reader who knows it, and sends whoever does not a letter that sets one.
 * Every other session ends with the old password; this one is opened anew with the new.
 */
export default function ChangePassword({ settings, email }: Props) {
  const [state, setState] = useState<'idle' | 'changing' | 'sending'>('idle')
  const [problem, setProblem] = useState('')
  const [done, setDone] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const problemId = 'change-password-problem'

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const values = new FormData(event.currentTarget)
    const [password, next] = [String(values.get('password')), String(values.get('new-password'))]
    setProblem('')
    setDone('')
    if (password === next) return setProblem('This is the password that you have.')
    setState('changing')
    const token = await askAuth((auth) => auth.changePassword(settings, { email, password, next }))
    if (!token.ok) {
      setState('idle')
      const wrongCredentials = 'This is not your present password.'
      return setProblem(authWords(token.failure, 'change', { wrongCredentials }))
    }
    track('Account Updated', { field: 'password' })
    const opened = await openSession(token.value)
    if (opened.ok) acceptSubscription(opened.value)
    setState('idle')
    form.current?.reset()
    setDone(
      opened.ok
        ? 'Your password is changed. Wherever else you were logged in, you are not any more.'
        : 'Your password is changed. Please log in with it once more: that ends what was opened with the old one.',
    )
  }

  async function sendLetter() {
    setProblem('')
    setDone('')
    setState('sending')
    const address = letterAddress(location.origin, { returnTo: location.pathname })
    const sent = await askAuth((auth) => auth.sendPasswordLetter(settings, email, address))
    setState('idle')
    if (sent.ok) setDone('A letter is on its way to you. The link in it sets a new password.')
    else setProblem(authWords(sent.failure, 'send'))
  }

  return (
    <div className={styles.steps}>
      <form ref={form} className={styles.form} onSubmit={submit} method="post">
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField label="Present password" problemId={problemId} />
        <PasswordField label="New password" isNew problemId={problemId} />
        <p id={problemId} className={field.problem} role="alert">
          {problem}
        </p>
        <button type="submit" className={control.button} disabled={state !== 'idle'}>
          {state === 'changing' ? 'Changing' : 'Change my password'}
        </button>
      </form>
      <p className={styles.done} role="status">
        {done}
      </p>
      <p className={styles.note}>
        Forgotten it, or never had one?{' '}
        <button
          type="button"
          className={styles.plain}
          disabled={state !== 'idle'}
          onClick={sendLetter}
        >
          Set one by a letter
        </button>
      </p>
    </div>
  )
}
