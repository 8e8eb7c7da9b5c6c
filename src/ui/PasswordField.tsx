import { useState } from 'react'
import { useIsHydrated } from '../browser/use-is-hydrated.ts'
import { useProblemId } from './ActionForm.tsx'
import styles from './auth-form.module.css'
import field from './field.module.css'

/** In characters. Firebase's own minimum is lower. */
const minPasswordLength = 8
/** In characters: Firebase's maximum. */
const maxPasswordLength = 4096

type Props = {
  readonly label: string
  /** True for choosing a password: the field has a minimum length and the name `new-password`. */
  readonly isNew?: boolean
}

/** A password field whose content the reader can show. */
export default function PasswordField({ label, isNew = false }: Props) {
  const [isShown, setIsShown] = useState(false)
  const isHydrated = useIsHydrated()
  return (
    <div className={styles.password}>
      <label className={field.field}>
        <span>{label}</span>
        {isNew && <span className={field.hint}>{`At least ${minPasswordLength} characters.`}</span>}
        <input
          className={field.input}
          type={isShown ? 'text' : 'password'}
          name={isNew ? 'new-password' : 'password'}
          autoComplete={isNew ? 'new-password' : 'current-password'}
          autoCapitalize="none"
          spellCheck={false}
          minLength={isNew ? minPasswordLength : undefined}
          maxLength={maxPasswordLength}
          required
          aria-describedby={useProblemId()}
        />
      </label>
      <button
        type="button"
        className={styles.reveal}
        disabled={!isHydrated}
        onClick={() => setIsShown(!isShown)}
      >
        <span>{isShown ? 'Hide' : 'Show'}</span>
        <span className="unseen"> password</span>
      </button>
    </div>
  )
}

/** Names the account for password managers. */
export function HiddenUsername({ email }: { email: string }) {
  return <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
}
