import { type SubmitEvent, useEffect, useState } from 'react'
import type { AuthSettings } from '../../contracts/auth-settings.ts'
import type { Result } from '../../domain/result.ts'
import control from '../../ui/control.module.css'
import field from '../../ui/field.module.css'
import GoogleButton from './GoogleButton.tsx'
import PasswordField from './PasswordField.tsx'
import { wantedReturn } from './return-address.ts'
import styles from './sign-in.module.css'
import { signInWithGoogle, signInWithPassword } from './sign-in.ts'

/** Names the line that says what went wrong; the form stands on a page once. */
const problemId = 'sign-in-problem'

/** The sign-in form. What was typed stays typed, whatever goes wrong. */
export default function SignIn({ settings }: { settings: AuthSettings }) {
  const [state, setState] = useState<'starting' | 'idle' | 'submitting' | 'done'>('starting')
  const [problem, setProblem] = useState('')

  // Before the script runs, the button would send the form to an address that takes none.
  useEffect(() => setState('idle'), [])

  async function enter(signIn: (wanted: string | null) => Promise<Result<string, string>>) {
    setState('submitting')
    setProblem('')
    const result = await signIn(wantedReturn(location.search))
    if (!result.ok) {
      setProblem(result.failure)
      return setState('idle')
    }
    setState('done')
    location.assign(result.value)
  }

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
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          problemId={problemId}
        />
        <p id={problemId} className={field.problem} role="alert">
          {problem}
        </p>
        <button type="submit" className={control.primary} disabled={state !== 'idle'}>
          {state === 'submitting' || state === 'done' ? 'Logging in' : 'Log in'}
        </button>
      </form>
      {settings.googleClientId && <p className={styles.or}>or</p>}
      <GoogleButton
        settings={settings}
        label="Continue with Google"
        disabled={state !== 'idle'}
        returnTo={() => wantedReturn(location.search) ?? '/'}
        onCredential={(credential) =>
          void enter((wanted) => signInWithGoogle(settings, credential, wanted))
        }
      />
    </div>
  )
}
