import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { callForNothing } from '../../browser/api.ts'
import type { AuthSettings } from '../../contracts/auth-settings.ts'
import { endpoints } from '../../contracts/endpoints.ts'
import control from '../../ui/control.module.css'
import field from '../../ui/field.module.css'
import { askAuth, authWords } from './ask-auth.ts'
import { letterAddress } from './letter-link.ts'
import Reauthenticate from './Reauthenticate.tsx'
import styles from './sign-in.module.css'

type Props = { readonly settings: AuthSettings; readonly email: string }

/**
 * Another address for the account. The reader enters it, proves who they are, and gets an email at the
 * new address: the change takes effect when its link is confirmed (LetterAction.tsx). Our server is told
 * first, because it accepts no change that the reader didn't ask for here.
 */
export default function ChangeEmail({ settings, email }: Props) {
  const [next, setNext] = useState('')
  const [step, setStep] = useState<'address' | 'confirm' | 'sent'>('address')
  const [problem, setProblem] = useState('')
  const answer = useRef<HTMLParagraphElement>(null)
  const problemId = 'change-email-problem'

  // What was pressed has gone from under the reader's focus.
  useEffect(() => {
    if (step !== 'address') answer.current?.focus()
  }, [step])

  function choose(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const wanted = String(new FormData(event.currentTarget).get('new-email')).trim()
    const isSame = wanted.toLowerCase() === email.toLowerCase()
    setProblem(isSame ? 'This is the address that you have.' : '')
    if (isSame) return
    setNext(wanted)
    setStep('confirm')
  }

  async function send(idToken: string) {
    const body = { idToken, email: next }
    const noted = await callForNothing('POST', endpoints.accountEmail, body)
    if (!noted.ok) {
      setProblem(noted.failure.message)
      return setStep('address')
    }
    const address = letterAddress(location.origin, { returnTo: location.pathname })
    const sent = await askAuth((auth) => auth.sendAddressLetter(settings, next, address))
    if (sent.ok) return setStep('sent')
    setProblem(authWords(sent.failure, 'send'))
    setStep('address')
  }

  if (step === 'address') {
    return (
      <form className={styles.form} onSubmit={choose} method="post">
        <label className={field.field}>
          New e-mail address
          <input
            className={field.input}
            type="email"
            name="new-email"
            autoComplete="email"
            defaultValue={next}
            maxLength={254}
            required
            aria-describedby={problemId}
          />
        </label>
        <p id={problemId} className={field.problem} role="alert">
          {problem}
        </p>
        <button type="submit" className={control.button}>
          Change my address
        </button>
      </form>
    )
  }
  if (step === 'confirm') {
    return (
      <div className={styles.steps}>
        <p className={styles.done} ref={answer} tabIndex={-1}>
          We send a letter to <strong>{next}</strong>. First tell us that it is you.{' '}
          <button type="button" className={styles.plain} onClick={() => setStep('address')}>
            Another address
          </button>
        </p>
        <Reauthenticate settings={settings} email={email} action="Send the letter" onToken={send} />
      </div>
    )
  }
  return (
    <p className={styles.done} ref={answer} tabIndex={-1} role="status">
      If nobody else uses it here, a letter is on its way to <strong>{next}</strong>. The link in it
      makes it the address of your account; until then everything stays as it is.
    </p>
  )
}
