import { useEffect, useRef, useState } from 'react'
import {
  askingGoogle,
  type GoogleCredential,
  hearGoogle,
  keepGoogleQuestion,
  openGoogleWindow,
} from '../../browser/google-sign-in.ts'
import type { AuthSettings } from '../../contracts/auth-settings.ts'
import control from '../../ui/control.module.css'
import field from '../../ui/field.module.css'
import { googleWords } from './ask-auth.ts'
import styles from './sign-in.module.css'

type Props = {
  readonly settings: AuthSettings
  readonly label: string
  readonly disabled: boolean
  /** Whom Google shall offer first. */
  readonly hint?: string
  /** Where to go on after the whole page was Google's; without it there are windows alone. */
  readonly returnTo?: string | (() => string)
  readonly onCredential: (credential: GoogleCredential) => void
}

/**
 * Asks Google who the reader is, in a window of its own. That the window was closed cannot be known
 * for certain, so nothing here waits for it: another press begins anew. Nothing where Google does not
 * know the publication.
 */
export default function GoogleButton({
  settings,
  label,
  disabled,
  hint,
  returnTo,
  onCredential,
}: Props) {
  const [state, setState] = useState<'idle' | 'open' | 'blocked'>('idle')
  const [problem, setProblem] = useState('')
  const stop = useRef(() => {})

  useEffect(() => () => stop.current(), [])

  if (!settings.googleClientId) return null

  async function ask() {
    stop.current()
    setProblem('')
    // Before anything is waited for, or the window counts as one that nobody wanted.
    const opened = openGoogleWindow()
    if (!opened) {
      setState('blocked')
      const advice = returnTo === undefined ? ' Allow it for this page, then press again.' : ''
      return setProblem(googleWords.blocked + advice)
    }
    setState('open')
    const { question, address } = await askingGoogle(settings, location.origin, hint)
    const stopHearing = hearGoogle(question, (result) => {
      settle()
      if (result.ok) onCredential(result.value)
      else setProblem(googleWords[result.failure])
    })
    // Back on this page with the window closed: the note has done its work. An answer is still heard.
    const look = () => opened.closed && setState('idle')
    window.addEventListener('focus', look)
    function settle() {
      stopHearing()
      window.removeEventListener('focus', look)
      setState('idle')
    }
    stop.current = settle
    opened.location.replace(address)
  }

  async function goThere(to: string) {
    const { question, address } = await askingGoogle(settings, location.origin, hint)
    if (keepGoogleQuestion({ ...question, returnTo: to })) location.assign(address)
    else setProblem('This browser keeps nothing, and Google cannot be asked in this window.')
  }

  return (
    <div className={styles.google}>
      <button type="button" className={control.button} disabled={disabled} onClick={ask}>
        <GoogleMark />
        {label}
      </button>
      <p className={styles.note} role="status">
        {state === 'open' ? 'Google asks you in a window of its own.' : ''}
      </p>
      {problem && (
        <p className={field.problem} role="alert">
          {problem}
        </p>
      )}
      {state === 'blocked' && returnTo !== undefined && (
        <p className={styles.note}>
          <button
            type="button"
            className={styles.plain}
            onClick={() => goThere(typeof returnTo === 'string' ? returnTo : returnTo())}
          >
            Go on in this window
          </button>
        </p>
      )}
    </div>
  )
}

/** Google’s mark in Google’s colours, which are nobody’s to change and so no tokens of ours. */
function GoogleMark() {
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
