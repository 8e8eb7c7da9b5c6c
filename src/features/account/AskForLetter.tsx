import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { AuthFailure } from '../../browser/auth-answer.ts'
import type { Result } from '../../domain/result.ts'
import control from '../../ui/control.module.css'
import field from '../../ui/field.module.css'
import { authWords } from './ask-auth.ts'
import styles from './sign-in.module.css'

type Props = {
  readonly button: string
  /** Whom the form proposes. */
  readonly email?: string | undefined
  readonly send: (email: string) => Promise<Result<void, AuthFailure>>
  /** What is said once the letter was asked for: the same to everybody. */
  readonly children: ReactNode
}

const problemId = 'letter-problem'

/** A form that asks for a letter. What was typed stays typed, and it can be asked for again. */
export default function AskForLetter({ button, email = '', send, children }: Props) {
  const [state, setState] = useState<'starting' | 'idle' | 'submitting' | 'sent'>('starting')
  const [typed, setTyped] = useState(email)
  const [problem, setProblem] = useState('')
  const answer = useRef<HTMLParagraphElement>(null)

  // Before the script runs, the button would send the form to an address that takes none.
  useEffect(() => setState('idle'), [])

  // The form has gone from under the reader's focus.
  useEffect(() => {
    if (state === 'sent') answer.current?.focus()
  }, [state])

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const address = String(new FormData(event.currentTarget).get('email')).trim()
    setTyped(address)
    setState('submitting')
    setProblem('')
    const sent = await send(address)
    if (sent.ok) return setState('sent')
    setProblem(authWords(sent.failure, 'send'))
    setState('idle')
  }

  if (state === 'sent') {
    return (
      <div className={styles.steps}>
        <p className={styles.large} ref={answer} tabIndex={-1} role="status">
          {children}
        </p>
        <p className={styles.note}>
          Asked for with <strong>{typed}</strong>. Nothing there after a minute or two? Look among
          the unwanted mail, or{' '}
          <button type="button" className={styles.plain} onClick={() => setState('idle')}>
            ask again
          </button>
          .
        </p>
      </div>
    )
  }
  return (
    <form className={styles.form} onSubmit={submit} method="post">
      <label className={field.field}>
        E-mail
        <input
          className={field.input}
          type="email"
          name="email"
          autoComplete="username"
          defaultValue={typed}
          maxLength={254}
          required
          aria-describedby={problemId}
        />
      </label>
      <p id={problemId} className={field.problem} role="alert">
        {problem}
      </p>
      <button type="submit" className={control.primary} disabled={state !== 'idle'}>
        {state === 'submitting' ? 'Sending' : button}
      </button>
    </form>
  )
}
