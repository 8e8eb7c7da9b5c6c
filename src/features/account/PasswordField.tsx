import { useEffect, useState } from 'react'
import field from '../../ui/field.module.css'
import styles from './sign-in.module.css'

type Props = {
  readonly label: string
  readonly name: string
  readonly autoComplete: 'current-password' | 'new-password'
  /** Names the line that says what went wrong. */
  readonly problemId: string
  readonly least?: number | undefined
  readonly hint?: string
}

/** A password, which its reader may look at. */
export default function PasswordField({
  label,
  name,
  autoComplete,
  problemId,
  least,
  hint,
}: Props) {
  const [isShown, setIsShown] = useState(false)
  const [isReady, setIsReady] = useState(false)

  // Before the script runs, its button does nothing.
  useEffect(() => setIsReady(true), [])

  return (
    <div className={styles.password}>
      <label className={field.field}>
        {label}
        {hint && <span className={field.hint}>{hint}</span>}
        <input
          className={field.input}
          type={isShown ? 'text' : 'password'}
          name={name}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          minLength={least}
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
