import type { AuthSettings } from '../../contracts/settings/auth-settings.ts'
import ActionForm from '../../ui/ActionForm.tsx'
import styles from '../../ui/auth-form.module.css'
import EmailField from '../../ui/EmailField.tsx'
import field from '../../ui/field.module.css'
import PasswordField from '../../ui/PasswordField.tsx'
import GoogleSignIn from './GoogleSignIn.tsx'
import { signUp } from './sign-in.ts'
import { useSignIn } from './use-sign-in.ts'

export default function SignUp({ settings }: { settings: AuthSettings }) {
  const { task, signIn } = useSignIn()
  return (
    <div className={styles.steps}>
      <ActionForm<'name' | 'email' | 'new-password'>
        name="sign-up"
        task={task}
        action={({ name, email, 'new-password': password }) =>
          signIn((returnTo) => signUp(settings, { name: name.trim(), email, password }, returnTo))
        }
        button="Create account"
        pendingButton="Creating your account…"
      >
        <label className={field.field}>
          Your name
          <span className={field.hint}>Optional</span>
          <input
            className={field.input}
            type="text"
            name="name"
            autoComplete="name"
            maxLength={100}
          />
        </label>
        <EmailField hint="We’ll send one email to confirm it’s yours." />
        <PasswordField label="Password" isNew />
      </ActionForm>
      <p className={styles.note}>
        By creating an account you agree to our <a href="/terms">terms</a>. Our{' '}
        <a href="/privacy">privacy page</a> explains what we store and why.
      </p>
      <GoogleSignIn settings={settings} task={task} signIn={signIn} />
    </div>
  )
}
