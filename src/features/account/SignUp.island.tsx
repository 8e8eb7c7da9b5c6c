import type { SubmitEvent } from 'react'
import type { AuthSettings } from '../../contracts/auth-settings.ts'
import control from '../../ui/control.module.css'
import field from '../../ui/field.module.css'
import OrWithGoogle from './OrWithGoogle.tsx'
import PasswordField from './PasswordField.tsx'
import styles from './sign-in.module.css'
import { signUp } from './sign-in.ts'
import { useEntering } from './use-entering.ts'

const problemId = 'sign-up-problem'

/** Makes an account. What was typed stays typed, whatever goes wrong. */
export default function SignUp({ settings }: { settings: AuthSettings }) {
  const { state, problem, enter } = useEntering()

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const account = {
      name: String(form.get('name')).trim(),
      email: String(form.get('email')).trim(),
      password: String(form.get('new-password')),
    }
    void enter((wanted) => signUp(settings, account, wanted))
  }

  return (
    <div className={styles.steps}>
      <form className={styles.form} onSubmit={submit} method="post">
        <label className={field.field}>
          Your name
          <span className={field.hint}>If you like.</span>
          <input
            className={field.input}
            type="text"
            name="name"
            autoComplete="name"
            maxLength={100}
          />
        </label>
        <label className={field.field}>
          E-mail
          <span className={field.hint}>We send one letter, to see that it is yours.</span>
          <input
            className={field.input}
            type="email"
            name="email"
            autoComplete="username"
            maxLength={254}
            required
            aria-describedby={problemId}
          />
        </label>
        <PasswordField label="Password" isNew problemId={problemId} />
        <p id={problemId} className={field.problem} role="alert">
          {problem}
        </p>
        <button type="submit" className={control.primary} disabled={state !== 'idle'}>
          {state === 'submitting' || state === 'done' ? 'Making it' : 'Make my account'}
        </button>
      </form>
      <OrWithGoogle settings={settings} disabled={state !== 'idle'} enter={enter} />
    </div>
  )
}
