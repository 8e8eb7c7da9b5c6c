import { type SubmitEvent, useState } from 'react'
import { track } from '../../browser/analytics.ts'
import { callForJson } from '../../browser/api.ts'
import { endpoints } from '../../contracts/endpoints.ts'
import type { User, UserChange } from '../../contracts/user.ts'
import control from '../../ui/control.module.css'
import field from '../../ui/field.module.css'
import NameFields from '../../ui/NameFields.tsx'
import styles from './account.module.css'

type Props = {
  readonly user: User
  /** Given the record as it stands now. */
  readonly onChanged: (user: User) => void
}

const problemId = 'name-problem'

/** How the reader is called. Neither name has to be given. */
export default function NameForm({ user, onChanged }: Props) {
  const [isSaving, setIsSaving] = useState(false)
  const [problem, setProblem] = useState('')

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const change: UserChange = {
      first_name: String(form.get('first_name')),
      last_name: String(form.get('last_name')),
    }
    setIsSaving(true)
    setProblem('')
    const changed = await callForJson<{ response: User }>('PATCH', endpoints.user, change)
    setIsSaving(false)
    if (!changed.ok) return setProblem(changed.failure.message)
    track('Account Updated', { field: 'name' })
    onChanged(changed.value.response)
  }

  return (
    <form className={styles.form} onSubmit={submit} method="post">
      <NameFields first={user.first_name} last={user.last_name} problemId={problemId} />
      <p id={problemId} className={field.problem} role="alert">
        {problem}
      </p>
      <button type="submit" className={control.button} disabled={isSaving}>
        {isSaving ? 'Saving' : 'Save'}
      </button>
    </form>
  )
}
