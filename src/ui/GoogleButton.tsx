import type { GoogleSignIn } from '../browser/use-google-sign-in.ts'
import { useIsHydrated } from '../browser/use-is-hydrated.ts'
import styles from './auth-form.module.css'
import control from './button.module.css'
import Problem from './Problem.tsx'

type Props = {
  readonly label: string
  readonly google: GoogleSignIn
  readonly isDisabled: boolean
}

export default function GoogleButton({ label, google, isDisabled }: Props) {
  const { state, problem, openGoogle, continueInThisWindow } = google
  const isHydrated = useIsHydrated()
  return (
    <div className={styles.google}>
      <button
        type="button"
        className={control.button}
        disabled={!isHydrated || isDisabled}
        onClick={openGoogle}
      >
        <GoogleLogo />
        <span>{label}</span>
      </button>
      <p className={styles.note} role="status">
        {state === 'open' ? 'Continue in the Google window.' : ''}
      </p>
      {problem && <Problem>{problem}</Problem>}
      {state === 'blocked' && continueInThisWindow && (
        <p className={styles.note}>
          <button type="button" className={styles.linkButton} onClick={continueInThisWindow}>
            Continue in this window
          </button>
        </p>
      )}
    </div>
  )
}

/** Google’s logo in Google’s colours, which its brand guidelines fix. */
function GoogleLogo() {
  return (
    <svg viewBox="0 0 48 48" aria-hidden="true" focusable="false">
      <path
        fill="#4285f4"
        d="M47.5 24.6c0-1.6-.1-3.2-.4-4.6H24v9.1h13.2a11.3 11.3 0 0 1-4.9 7.4v6h7.9c4.6-4.3 7.3-10.6 7.3-17.9Z"
      />
      <path
        fill="#34a853"
        d="M24 48c6.5 0 12-2.1 16.2-5.8l-7.9-6c-2.2 1.5-5 2.3-8.3 2.3-6.4 0-11.8-4.3-13.7-10.1H2.2v6.3A24 24 0 0 0 24 48Z"
      />
      <path
        fill="#fbbc04"
        d="M10.3 28.4a14.4 14.4 0 0 1 0-8.8v-6.3H2.2a24 24 0 0 0 0 21.4l8.1-6.3Z"
      />
      <path
        fill="#ea4335"
        d="M24 9.5c3.6 0 6.8 1.2 9.3 3.6l7-7A24 24 0 0 0 2.2 13.3l8.1 6.3C12.2 13.8 17.6 9.5 24 9.5Z"
      />
    </svg>
  )
}
