import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { callForNothing } from '../../browser/api.ts'
import { keepOnDevice, readFromDevice } from '../../browser/device-storage.ts'
import { endpoints } from '../../contracts/endpoints.ts'
import type { StudentConfirmation, StudentRequest } from '../../contracts/student.ts'
import control from '../../ui/control.module.css'
import field from '../../ui/field.module.css'
import styles from './finish.module.css'
import { studentKey } from './paid-checkout.ts'

type Step =
  | { readonly at: 'asking' }
  | { readonly at: 'sent'; readonly email: string }
  /** Opened by the letter's link. */
  | { readonly at: 'letter'; readonly key: string }
  | { readonly at: 'confirmed' }

function firstStep(): Step {
  const key = new URLSearchParams(location.search).get('key')
  if (key) return { at: 'letter', key }
  return { at: readFromDevice(studentKey) ? 'confirmed' : 'asking' }
}

const problemId = 'student-problem'

/**
 * Shows that somebody is a student: by a letter to an address that their school gave them. Nothing is
 * confirmed before a button is pressed, because programs that look through mail follow links as well.
 */
export default function Student() {
  const [step, setStep] = useState(firstStep)
  const [problem, setProblem] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const answer = useRef<HTMLParagraphElement>(null)
  const isFirst = useRef(true)

  useEffect(() => {
    // What is paid stands below this (PayPanel.astro).
    if (step.at === 'confirmed') document.documentElement.dataset.plan = 'student'
    else delete document.documentElement.dataset.plan
    if (!isFirst.current) answer.current?.focus()
    isFirst.current = false
  }, [step.at])

  /** Whether it went well; what was typed stays where it did not. */
  async function ask(path: string, body: StudentRequest | StudentConfirmation) {
    setIsBusy(true)
    setProblem('')
    const answered = await callForNothing('POST', path, body)
    setIsBusy(false)
    if (!answered.ok) setProblem(answered.failure.message)
    return answered.ok
  }

  async function sendLetter(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email')).trim()
    if (await ask(endpoints.student, { email })) setStep({ at: 'sent', email })
  }

  async function confirm(key: string) {
    if (!(await ask(endpoints.studentConfirmation, { key }))) return
    keepOnDevice(studentKey, '1')
    const address = new URL(location.href)
    address.searchParams.delete('key')
    // The link has done its work, and is nobody else's to open again.
    history.replaceState(null, '', address)
    setStep({ at: 'confirmed' })
  }

  const startOver = (
    <button type="button" className={styles.plain} onClick={() => setStep({ at: 'asking' })}>
      Ask for a letter
    </button>
  )
  const alert = (
    <p id={problemId} className={field.problem} role="alert">
      {problem}
    </p>
  )

  switch (step.at) {
    case 'asking':
      return (
        <form className={styles.form} method="post" onSubmit={sendLetter}>
          <label className={field.field}>
            The address that your school gave you
            <span className={field.hint}>
              We send one letter there, with a link. You need not log in with this address, nor pay
              with it.
            </span>
            <input
              className={field.input}
              type="email"
              name="email"
              autoComplete="email"
              maxLength={254}
              required
              aria-describedby={problemId}
            />
          </label>
          {alert}
          <button type="submit" className={control.primary} disabled={isBusy}>
            {isBusy ? 'Sending' : 'Send me the letter'}
          </button>
        </form>
      )
    case 'sent':
      return (
        <div className={styles.what}>
          <p ref={answer} tabIndex={-1} role="status">
            A letter is on its way to <strong>{step.email}</strong>. Open its link in this browser,
            and the student price is yours.
          </p>
          <p className={styles.quiet}>Nothing there after a few minutes? {startOver} once more.</p>
        </div>
      )
    case 'letter':
      return (
        <div className={styles.what}>
          <p ref={answer} tabIndex={-1}>
            Somebody has asked for the student price with the address that this letter went to. Was
            that you?
          </p>
          {alert}
          <button
            type="button"
            className={control.primary}
            disabled={isBusy}
            onClick={() => void confirm(step.key)}
          >
            Yes, it is mine
          </button>
          {problem && <p className={styles.quiet}>{startOver} with a new link.</p>}
        </div>
      )
    case 'confirmed':
      return (
        <div className={styles.what}>
          <p ref={answer} tabIndex={-1} role="status">
            Thank you: the student price is yours.
          </p>
        </div>
      )
  }
}
