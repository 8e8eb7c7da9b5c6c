import type { AuthSettings } from '../../contracts/settings/auth-settings.ts'
import ActionForm from '../../ui/ActionForm.tsx'
import styles from '../../ui/auth-form.module.css'
import EmailField from '../../ui/EmailField.tsx'
import PasswordField from '../../ui/PasswordField.tsx'
import GoogleSignIn from './GoogleSignIn.tsx'
import { signInWithPassword } from './sign-in.ts'
import { useSignIn } from './use-sign-in.ts'

export default function SignIn({ settings }: { settings: AuthSettings }) {
  const { task, signIn } = useSignIn()
  return (
    <div className={styles.steps}>
      <ActionForm<'email' | 'password'>
        name="sign-in"
        task={task}
        action={(fields) => signIn((returnTo) => signInWithPassword(settings, fields, returnTo))}
        button="Log in"
        pendingButton="Logging in…"
      >
        <EmailField />
        <PasswordField label="Password" />
      </ActionForm>
      <GoogleSignIn settings={settings} task={task} signIn={signIn} />
    </div>
  )
}
