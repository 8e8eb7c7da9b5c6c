import { type ReactNode, useEffect, useRef, useState } from 'react'
import { track } from '../../browser/analytics.ts'
import { callForJson } from '../../browser/api.ts'
import type { LetterFacts } from '../../browser/firebase-auth.ts'
import type { AuthSettings } from '../../contracts/auth-settings.ts'
import type { ConfirmationResponse } from '../../contracts/confirmation.ts'
import { endpoints } from '../../contracts/endpoints.ts'
import control from '../../ui/control.module.css'
import field from '../../ui/field.module.css'
import { askAuth, authWords } from './ask-auth.ts'
import type { LetterLink, LetterMode } from './letter-link.ts'
import { returnAddress } from './return-address.ts'
import styles from './sign-in.module.css'

export type AskingMode = Exclude<LetterMode, 'signIn' | 'resetPassword'>

type Words = {
  readonly asks: (facts: LetterFacts) => ReactNode
  readonly button: string
  readonly done: (email: string) => ReactNode
}

const words: Readonly<Record<AskingMode, Words>> = {
  verifyEmail: {
    asks: ({ email }) => (
      <>
        Someone created an account with <strong>{email}</strong>. Was that you? If not, don’t
        confirm it. <a href="/magic">Log in by email</a> instead, and the password they chose stops
        working.
      </>
    ),
    button: 'Yes, it is mine',
    done: (email) => (
      <>
        Thank you. Now we know that <strong>{email}</strong> is yours.
      </>
    ),
  },
  verifyAndChangeEmail: {
    asks: ({ email, previousEmail }) => (
      <>
        Your account goes by {previousEmail}. From now on by <strong>{email}</strong>?
      </>
    ),
    button: 'Yes, change it',
    done: (email) => (
      <>
        Done. Your account goes by <strong>{email}</strong>, and you log in with it.
      </>
    ),
  },
  recoverEmail: {
    asks: ({ email }) => (
      <>
        The address of your account was changed. Shall it be <strong>{email}</strong> again?
      </>
    ),
    button: 'Yes, change it back',
    done: (email) => (
      <>
        Your account’s email is <strong>{email}</strong> again. To be safe, we’ve logged out every
        device and removed the password. <a href="/forgot">Set a new password</a>
      </>
    ),
  },
}

const used =
  'This link has been used already, or is too old. If it was you who used it, all is well.'

type State = 'reading' | 'unread' | 'used' | 'idle' | 'submitting'

type Props = {
  readonly settings: AuthSettings
  readonly letter: LetterLink & { readonly mode: AskingMode }
}

/**
 * What a letter asks its reader to confirm. Nothing happens before the button is pressed: programs
 * that look through mail follow links as well, and whose address it is, they do not know.
 */
export default function LetterAction({ settings, letter }: Props) {
  const [facts, setFacts] = useState<LetterFacts | null>(null)
  const [state, setState] = useState<State>('reading')
  const [problem, setProblem] = useState('')
  const [done, setDone] = useState<string | null>(null)
  const answer = useRef<HTMLParagraphElement>(null)
  const { mode, code, returnTo } = letter

  async function read() {
    setState('reading')
    setProblem('')
    const found = await askAuth((auth) => auth.readLetter(settings, code))
    if (found.ok) {
      setFacts(found.value)
      return setState('idle')
    }
    setProblem(authWords(found.failure, 'change', { usedLink: used }))
    setState(found.failure === 'usedLink' ? 'used' : 'unread')
  }

  useEffect(() => {
    void read()
  }, [])

  // The button has gone from under the reader's focus.
  useEffect(() => {
    if (done !== null) answer.current?.focus()
  }, [done])

  async function confirm() {
    setState('submitting')
    setProblem('')
    const confirmed = await callForJson<ConfirmationResponse>('POST', endpoints.confirmation, {
      code,
    })
    if (!confirmed.ok) {
      const { failure } = confirmed
      const isUsed = failure.code === 'bad_token'
      setProblem(isUsed ? used : failure.message)
      return setState(isUsed ? 'used' : 'idle')
    }
    if (mode !== 'verifyEmail') track('Account Updated', { field: 'email' })
    setDone(confirmed.value.email)
  }

  const goOn = (
    <a className={control.primary} href={returnAddress(returnTo, location.origin)}>
      Go on
    </a>
  )
  if (done !== null) {
    return (
      <div className={styles.steps}>
        <p className={styles.large} ref={answer} tabIndex={-1} role="status">
          {words[mode].done(done)}
        </p>
        {mode !== 'recoverEmail' && goOn}
      </div>
    )
  }
  return (
    <div className={styles.steps}>
      <p className={styles.large} role="status">
        {state === 'reading' && 'One moment: we read your letter.'}
        {facts && state !== 'used' && words[mode].asks(facts)}
      </p>
      <p className={field.problem} role="alert">
        {problem}
      </p>
      {state === 'used' && goOn}
      {state === 'unread' && (
        <button type="button" className={control.primary} onClick={read}>
          Try again
        </button>
      )}
      {facts && state !== 'used' && (
        <button
          type="button"
          className={control.primary}
          disabled={state !== 'idle'}
          onClick={confirm}
        >
          {words[mode].button}
        </button>
      )}
    </div>
  )
}
