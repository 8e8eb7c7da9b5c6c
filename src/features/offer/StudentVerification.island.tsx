import { useEffect, useRef, useState } from 'react'
import { call } from '../../browser/api.ts'
import { botCheckNotice, getBotCheckToken } from '../../browser/bot-check.ts'
import { useTask } from '../../browser/use-task.ts'
import { botCheckActions } from '../../contracts/settings/bot-check-config.ts'
import { emailLimitDays, typedLimits } from '../../domain/email-limits.ts'
import ActionForm from '../../ui/ActionForm.tsx'
import control from '../../ui/button.module.css'
import EmailAddress from '../../ui/EmailAddress.tsx'
import EmailField from '../../ui/EmailField.tsx'
import EmailMissing from '../../ui/EmailMissing.tsx'
import Problem from '../../ui/Problem.tsx'
import styles from '../../ui/step-form.module.css'
import { isStudentStored, storeStudent } from './confirmed-student-store.ts'

type VerificationState =
  | { readonly phase: 'asking' }
  | { readonly phase: 'sent'; readonly email: string }
  /** The link in the email has opened the page. */
  | { readonly phase: 'emailLink'; readonly key: string }
  | { readonly phase: 'confirmed' }

function getInitialState(): VerificationState {
  const key = new URLSearchParams(location.search).get('key')
  if (key) return { phase: 'emailLink', key }
  return { phase: isStudentStored() ? 'confirmed' : 'asking' }
}

/** Confirms a student by their school's address, after a press on a button, because mail scanners follow links. */
export default function StudentVerification() {
  const [step, setStep] = useState(getInitialState)
  const task = useTask()
  const statusRef = useRef<HTMLParagraphElement>(null)
  const fieldRef = useRef<HTMLInputElement>(null)
  const isFirstRender = useRef(true)

  useEffect(() => {
    // Shows the checkout below (features/checkout/CheckoutPanel.astro).
    if (step.phase === 'confirmed') document.documentElement.dataset.plan = 'student'
    else delete document.documentElement.dataset.plan
    if (!isFirstRender.current) (statusRef.current ?? fieldRef.current)?.focus()
    isFirstRender.current = false
  }, [step.phase])

  async function sendEmail(email: string) {
    // Logged-in readers don't need the bot check.
    const token = await getBotCheckToken(botCheckActions.student)
    const result = await call('POST /api/student', {
      email,
      ...(token === undefined ? {} : { botCheck: token }),
    })
    if (!result.ok) return result.failure.message
    setStep({ phase: 'sent', email })
    return ''
  }

  async function confirm(key: string) {
    const result = await call('POST /api/student/confirmation', { key })
    if (!result.ok) return result.failure.message
    storeStudent()
    const url = new URL(location.href)
    // The key must not be shared with the address.
    url.searchParams.delete('key')
    history.replaceState(null, '', url)
    setStep({ phase: 'confirmed' })
    return ''
  }

  const startOverButton = (
    <button
      type="button"
      className={styles.linkButton}
      onClick={() => setStep({ phase: 'asking' })}
    >
      ask for a new link
    </button>
  )

  switch (step.phase) {
    case 'asking':
      return (
        <ActionForm<'email'>
          name="student"
          className={styles.form}
          action={({ email }) => sendEmail(email)}
          button="Send me a link"
          pendingButton="Sending…"
        >
          <EmailField
            ref={fieldRef}
            label="Your school or university email address"
            hint={`We’ll email you a link to confirm it. You don’t have to log in or pay with this address. ${botCheckNotice}`}
            autoComplete="email"
          />
        </ActionForm>
      )
    case 'sent':
      return (
        <div className={styles.content}>
          <p ref={statusRef} tabIndex={-1} role="status">
            There’s a link in our latest email to <EmailAddress email={step.email} />. Open it in
            this browser to get the student price.
          </p>
          <p className={styles.quiet}>
            <EmailMissing>{startOverButton}</EmailMissing>
            <span>
              {' '}
              {`We send at most ${typedLimits}. Each link works for ${emailLimitDays} days.`}
            </span>
          </p>
        </div>
      )
    case 'emailLink':
      return (
        <div className={styles.content}>
          <p ref={statusRef} tabIndex={-1}>
            Someone asked for the student price with the email address this link was sent to. Was
            that you?
          </p>
          <Problem>{task.problem}</Problem>
          <button
            type="button"
            className={control.primary}
            disabled={task.isPending}
            onClick={() => task.run(() => confirm(step.key))}
          >
            Yes, that was me
          </button>
          {task.problem && <p className={styles.quiet}>You can {startOverButton}.</p>}
        </div>
      )
    case 'confirmed':
      return (
        <div className={styles.content}>
          <p ref={statusRef} tabIndex={-1} role="status">
            Thank you. You can now get the student price.
          </p>
          <p className={styles.quiet}>If that doesn’t work, {startOverButton}.</p>
        </div>
      )
  }
}
