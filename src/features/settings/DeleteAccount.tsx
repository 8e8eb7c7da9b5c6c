import { useEffect, useRef, useState } from 'react'
import { call } from '../../browser/api.ts'
import { useMoveFocus } from '../../browser/use-move-focus.ts'
import type { AuthSettings } from '../../contracts/settings/auth-settings.ts'
import { newsletter } from '../../publication/newsletter.ts'
import field from '../../ui/field.module.css'
import LoadFailure from '../../ui/LoadFailure.tsx'
import Problem from '../../ui/Problem.tsx'
import { deleteAccount } from '../session/session-end-store.ts'
import Reauthenticate from './Reauthenticate.tsx'
import SettingRow from './SettingRow.tsx'
import styles from './settings.module.css'

export const accountDeletedId = 'account-deleted'

/** The word to type, in any case. */
const confirmationWord = 'delete'

export default function DeleteAccount({ auth }: { auth: AuthSettings }) {
  return (
    <SettingRow
      name="Your account"
      value="Permanently delete your account and data"
      buttonLabel="Delete"
    >
      {() => <DeletionForm auth={auth} />}
    </SettingRow>
  )
}

/** A form in three steps, so that no account is deleted by mistake. */
function DeletionForm({ auth }: { auth: AuthSettings }) {
  const [email, setEmail] = useState('')
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState('')
  const [loadProblem, setLoadProblem] = useState('')
  const typedField = useRef<HTMLInputElement>(null)
  const moveFocus = useMoveFocus()

  useEffect(() => void loadEmail(), [])

  async function loadEmail() {
    const response = await call('GET /api/account')
    if (!response.ok) return setLoadProblem(response.failure.message)
    setLoadProblem('')
    setEmail(response.value.email)
  }

  function retry() {
    moveFocus(() => typedField.current)
    return loadEmail()
  }

  async function confirmDeletion(idToken: string) {
    setProblem('')
    const result = await deleteAccount(idToken)
    if (!result.ok) return setProblem(result.failure)
    location.hash = accountDeletedId
    document.getElementById(accountDeletedId)?.focus()
  }

  const isConfirmed = typed.trim().toLowerCase() === confirmationWord
  return (
    <div className={styles.steps}>
      <p>
        If you have a subscription, it will end first. Then we’ll delete your account and what we
        hold about you: your name and email, the stories you’ve saved and read, your preferences,
        and your sign-up to {newsletter.name}. We’ll keep only the payment records that the law
        requires, and the one-way codes against misuse that our <a href="/privacy">privacy page</a>{' '}
        lists. This can’t be undone.
      </p>
      <label className={field.field}>
        Type “{confirmationWord}” to continue
        <input
          ref={typedField}
          className={field.input}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </label>
      {loadProblem && <LoadFailure message={loadProblem} onRetry={retry} />}
      {isConfirmed && email && (
        <Reauthenticate
          settings={auth}
          email={email}
          action="Delete account"
          onToken={confirmDeletion}
        />
      )}
      {problem && <Problem>{problem}</Problem>}
    </div>
  )
}
