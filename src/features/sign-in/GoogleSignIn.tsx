import { useGoogleSignIn } from '../../browser/use-google-sign-in.ts'
import { type AuthSettings, googleLabel } from '../../contracts/settings/auth-settings.ts'
import styles from '../../ui/auth-form.module.css'
import GoogleButton from '../../ui/GoogleButton.tsx'
import { readReturnTo } from './return-url.ts'
import { signInWithGoogle } from './sign-in.ts'
import type { useSignIn } from './use-sign-in.ts'

type Props = ReturnType<typeof useSignIn> & { readonly settings: AuthSettings }

export default function GoogleSignIn({ settings, task, signIn }: Props) {
  const google = useGoogleSignIn({
    settings,
    getReturnUrl: () => readReturnTo(location.search) ?? '/',
    onCredential: (credential) =>
      task.run(() => signIn((returnTo) => signInWithGoogle(settings, credential, returnTo))),
  })
  if (!settings.googleClientId) return null
  return (
    <>
      <p className={styles.divider}>or</p>
      <GoogleButton label={googleLabel} google={google} isDisabled={task.isPending} />
    </>
  )
}
