import { type SubmitEvent, useEffect, useState } from 'react'
import type { NamedAccount } from '../../contracts/checkout.ts'
import control from '../../ui/control.module.css'
import field from '../../ui/field.module.css'
import NameFields from '../../ui/NameFields.tsx'
import styles from './finish.module.css'
import type { Finish } from './finish-store.ts'

type Props = {
  readonly finish: Extract<Finish, { at: 'name' }>
  readonly onName: (account: NamedAccount) => void
  /** Where those log in who have an account. */
  readonly logIn: string
}

const problemId = 'name-step-problem'
const draftKey = 'checkout-name'

/** What was typed before a reload. */
function readDraft(): Partial<NamedAccount> {
  try {
    return JSON.parse(sessionStorage.getItem(draftKey) ?? '{}') ?? {}
  } catch {
    return {}
  }
}

function keepDraft(draft: NamedAccount) {
  try {
    sessionStorage.setItem(draftKey, JSON.stringify(draft))
  } catch {
    // Then a reload begins with what PayPal says.
  }
}

function removeDraft() {
  try {
    sessionStorage.removeItem(draftKey)
  } catch {
    // Then there is nothing.
  }
}

function accountIn(form: HTMLFormElement): NamedAccount {
  const typed = new FormData(form)
  const value = (name: string) => String(typed.get(name) ?? '').trim()
  return { first_name: value('first_name'), last_name: value('last_name'), email: value('email') }
}

/** Who has paid: filled in as PayPal knows them, and theirs to correct. */
export default function NameStep({ finish, onName, logIn }: Props) {
  const { payer, problem, accountExists, isBusy } = finish
  const [known] = useState(() => ({ ...payer, ...readDraft() }))

  // Only the step itself ends it: a reload does not.
  useEffect(() => () => removeDraft(), [])

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    onName(accountIn(event.currentTarget))
  }

  return (
    <>
      <p>
        You have paid, and PayPal has told us so. Say who you are, and the subscription is yours on
        every device.
      </p>
      <form
        className={styles.form}
        method="post"
        onSubmit={submit}
        onInput={(event) => keepDraft(accountIn(event.currentTarget))}
      >
        <div className={styles.names}>
          <NameFields
            first={known.first_name}
            last={known.last_name}
            isRequired
            problemId={problemId}
          />
        </div>
        <label className={field.field}>
          E-mail
          <span className={field.hint}>
            You log in with it. We send one letter, to see that it is yours.
          </span>
          <input
            className={field.input}
            type="email"
            name="email"
            autoComplete="email"
            maxLength={254}
            required
            defaultValue={known.email}
            aria-describedby={problemId}
          />
        </label>
        <div id={problemId} className={field.problem} role="alert">
          {problem && (
            <p>
              {problem} {accountExists && <a href={logIn}>Log in, and it is yours</a>}
            </p>
          )}
        </div>
        <button type="submit" className={control.primary} disabled={isBusy}>
          {isBusy ? 'Finishing' : 'Finish'}
        </button>
      </form>
      <p className={styles.quiet}>
        Have an account already? <a href={logIn}>Log in</a>, and what you have paid for moves there.
      </p>
    </>
  )
}
