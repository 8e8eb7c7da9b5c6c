import type { SubmitEvent } from 'react'
import type { AuthSettings } from '../../contracts/auth-settings.ts'
import control from '../../ui/control.module.css'
import field from '../../ui/field.module.css'
import OrWithGoogle from './OrWithGoogle.tsx'
import PasswordField from './PasswordField.tsx'
import styles from './sign-in.module.css'
import { signInWithPassword } from './sign-in.ts'
import { useEntering } from './use-entering.ts'

/** Names the line that says what went wrong; the form stands on a page once. */
const problemId = 'sign-in-problem'

/** The sign-in form. What was typed stays typed, whatever goes wrong. */
export default function SignIn({ settings }: { settings: AuthSettings }) {
  const { state, problem, enter } = useEntering()

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const email = String(form.get('email')).trim()
    const password = String(form.get('password'))
    void enter((wanted) => signInWithPassword(settings, { email, password }, wanted))
  }

  return (
    <div className={styles.steps}>
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
        <PasswordField label="Password" problemId={problemId} />
        <p id={problemId} className={field.problem} role="alert">
          {problem}
        </p>
        <button type="submit" className={control.primary} disabled={state !== 'idle'}>
          {state === 'submitting' || state === 'done' ? 'Logging in' : 'Log in'}
        </button>
      </form>
      <OrWithGoogle settings={settings} disabled={state !== 'idle'} enter={enter} />
    </div>
  )
}
