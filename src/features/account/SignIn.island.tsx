import { type SubmitEvent, useEffect, useState } from 'react'
import type { AuthSettings } from '../../browser/firebase-auth.ts'
import control from '../../ui/control.module.css'
import field from '../../ui/field.module.css'
import styles from './account.module.css'
import { returnAddress, signIn } from './session.ts'

/** Names the line that says what went wrong; the form stands on a page once. */
const problemId = 'sign-in-problem'

/** The sign-in form. What was typed stays typed, whatever goes wrong. */
export default function SignIn(settings: AuthSettings) {
  const [state, setState] = useState<'starting' | 'idle' | 'submitting' | 'done'>('starting')
  const [problem, setProblem] = useState('')

  // Before the script runs, the button would send the form to an address that takes none.
  useEffect(() => setState('idle'), [])

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setState('submitting')
    setProblem('')
    const email = String(form.get('email')).trim()
    const result = await signIn(settings, email, String(form.get('password')))
    if (!result.ok) {
      setProblem(result.failure)
      setState('idle')
      return
    }
    setState('done')
    location.assign(returnAddress(location.search, location.origin))
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
      <label className={field.field}>
        Password
        <input
          className={field.input}
          type="password"
          name="password"
          autoComplete="current-password"
          required
          aria-describedby={problemId}
        />
      </label>
      <p id={problemId} className={field.problem} role="alert">
        {problem}
      </p>
      <button type="submit" className={control.primary} disabled={state !== 'idle'}>
        {state === 'submitting' || state === 'done' ? 'Logging in' : 'Log in'}
      </button>
    </form>
  )
}
