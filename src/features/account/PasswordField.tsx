import { useEffect, useState } from 'react'
import field from '../../ui/field.module.css'
import styles from './sign-in.module.css'

/** Least letters of a password that is new. Firebase's own minimum is lower. */
const leastPassword = 8

type Props = {
  readonly label: string
  /** One that is to be, and not one that is: for password managers, and with a least length. */
  readonly isNew?: boolean
  /** Names the line that says what went wrong. */
  readonly problemId: string
}

/** A password, which its reader may look at: `password` or `new-password` in its form. */
export default function PasswordField({ label, isNew = false, problemId }: Props) {
  const [isShown, setIsShown] = useState(false)
  const [isReady, setIsReady] = useState(false)

  // Before the script runs, its button does nothing.
  useEffect(() => setIsReady(true), [])

  return (
    <div className={styles.password}>
      <label className={field.field}>
        {label}
        {isNew && <span className={field.hint}>{`At least ${leastPassword} characters.`}</span>}
        <input
          className={field.input}
          type={isShown ? 'text' : 'password'}
          name={isNew ? 'new-password' : 'password'}
          autoComplete={isNew ? 'new-password' : 'current-password'}
          autoCapitalize="none"
          spellCheck={false}
          minLength={isNew ? leastPassword : undefined}
          // As many as Firebase takes.
          maxLength={4096}
          required
          aria-describedby={problemId}
        />
      </label>
      <button
        type="button"
        className={styles.reveal}
        aria-pressed={isShown}
        disabled={!isReady}
        onClick={() => setIsShown(!isShown)}
      >
        {isShown ? 'Hide' : 'Show'}
      </button>
    </div>
  )
}
