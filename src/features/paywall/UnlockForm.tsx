import { type SubmitEvent, useRef, useState } from 'react'
import { botCheckSiteKey } from '../../browser/bot-check.ts'
import { invalidEmailMessage } from '../../contracts/endpoints/reader-messages.ts'
import { newsletterFrequency } from '../../domain/newsletter/issue-day.ts'
import { newsletter } from '../../publication/newsletter.ts'
import control from '../../ui/button.module.css'
import field from '../../ui/field.module.css'
import styles from './wall.module.css'
import type { UnlockRequest } from './wall-store.ts'
import { wallText } from './wall-text.ts'

type Props = {
  way: 'email' | 'referred'
  isPrimary: boolean
  isPending: boolean
  problem: string
  unlock: (request: UnlockRequest) => void
}

/** Reads a story in return for an email address. Keeps what was typed, whatever the answer. */
export default function UnlockForm(props: Props) {
  const { way, isPrimary, isPending, unlock } = props
  const [isInvalid, setInvalid] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const problemId = `unlock-${way}-problem`
  const problem = isPending ? '' : isInvalid ? invalidEmailMessage : props.problem

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const isValid = input.current!.validity.valid
    setInvalid(!isValid)
    if (!isValid) return input.current!.focus()
    const fields = new FormData(event.currentTarget)
    unlock({ way, email: String(fields.get('email')).trim(), weekly: fields.has('weekly') })
  }

  return (
    <form className={styles.form} method="post" noValidate onSubmit={submit}>
      <label className={field.field}>
        Your email address
        <input
          ref={input}
          className={field.input}
          type="email"
          name="email"
          autoComplete="email"
          inputMode="email"
          maxLength={254}
          required
          // biome-ignore lint/a11y/noAutofocus: the button that opened the form is gone
          autoFocus
          aria-invalid={problem !== ''}
          aria-describedby={problemId}
          onInput={() => setInvalid(false)}
        />
      </label>
      <p id={problemId} className={field.error} role="alert">
        {problem}
      </p>
      <label className={styles.weekly}>
        <input type="checkbox" name="weekly" />
        Send me {newsletter.name} too, {newsletterFrequency}
      </label>
      <button
        type="submit"
        className={isPrimary ? control.primary : control.button}
        aria-disabled={isPending}
      >
        {isPending ? wallText.opening : 'Read this story'}
      </button>
      <p className={styles.note}>
        We keep your address only if you tick the box, and then email you once to confirm it.
        {/* Google requires this text if its badge is hidden. */}
        {botCheckSiteKey && ' This site is protected by reCAPTCHA.'}
      </p>
    </form>
  )
}
