import type { AuthSettings } from '../../contracts/auth-settings.ts'
import GoogleButton from './GoogleButton.tsx'
import { wantedReturn } from './return-address.ts'
import styles from './sign-in.module.css'
import { type SignedIn, signInWithGoogle } from './sign-in.ts'

type Props = {
  readonly settings: AuthSettings
  readonly disabled: boolean
  readonly enter: (way: (wanted: string | null) => SignedIn) => Promise<void>
}

/** The other way in, below a form: the same for who has an account and who has none. */
export default function OrWithGoogle({ settings, disabled, enter }: Props) {
  if (!settings.googleClientId) return null
  return (
    <>
      <p className={styles.or}>or</p>
      <GoogleButton
        settings={settings}
        label="Continue with Google"
        disabled={disabled}
        returnTo={() => wantedReturn(location.search) ?? '/'}
        onCredential={(credential) =>
          void enter((wanted) => signInWithGoogle(settings, credential, wanted))
        }
      />
    </>
  )
}
