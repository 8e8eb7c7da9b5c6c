import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { AuthSettings } from '../../browser/firebase-auth.ts'
import control from '../../ui/control.module.css'
import field from '../../ui/field.module.css'
import styles from './account.module.css'
import { requestPasswordLetter } from './session.ts'

/** Asks for the letter by which a new password is set. What was typed stays typed. */
export default function ForgottenPassword(settings: AuthSettings) {
  const [state, setState] = useState<'starting' | 'idle' | 'submitting' | 'sent'>('starting')
  const [problem, setProblem] = useState('')
  const problemId = 'forgotten-problem'
  const answer = useRef<HTMLParagraphElement>(null)

  // Before the script runs, the button would send the form to an address that takes none.
  useEffect(() => setState('idle'), [])

  // The form has gone from under the reader's focus.
  useEffect(() => {
    if (state === 'sent') answer.current?.focus()
  }, [state])

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email')).trim()
    setState('submitting')
    setProblem('')
    const result = await requestPasswordLetter(settings, email)
    if (result.ok) return setState('sent')
    setProblem(result.failure)
    setState('idle')
  }

  if (state === 'sent') {
    return (
      <p className={styles.done} ref={answer} tabIndex={-1} role="status">
        If there is an account with this address, a letter is on its way to it. The link in it sets
        a new password; then <a href="/login">log in</a>.
      </p>
    )
  }
  return (
    <form className={styles.form} onSubmit={submit} method="post">
      <label className={field.field}>
        E-mail
        <input
          className={field.input}
          type="email"
          name="email"
          autoComplete="username"
          required
          aria-describedby={problemId}
        />
      </label>
      <p id={problemId} className={field.problem} role="alert">
        {problem}
      </p>
      <button type="submit" className={control.primary} disabled={state !== 'idle'}>
        {state === 'submitting' ? 'Sending' : 'Send me the letter'}
      </button>
    </form>
  )
}
