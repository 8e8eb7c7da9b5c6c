import { useEffect, useState } from 'react'
import { callForJson } from '../../browser/api.ts'
import type { AccountResponse } from '../../contracts/account.ts'
import type { AuthSettings } from '../../contracts/auth-settings.ts'
import { endpoints } from '../../contracts/endpoints.ts'
import field from '../../ui/field.module.css'
import styles from './account.module.css'
import { farewellId } from './farewell.ts'
import { deleteAccount } from './leaving.ts'
import Reauthenticate from './Reauthenticate.tsx'
import Setting from './Setting.tsx'

/** What has to be typed, in whatever case. */
const word = 'delete'

export default function DeleteAccount({ auth }: { auth: AuthSettings }) {
  return (
    <Setting name="Your account" value="Delete it for good, with everything in it" change="Delete">
      {() => <Deletion auth={auth} />}
    </Setting>
  )
}

/** What goes, then the word, then who is asking: three steps, none of which is taken by mistake. */
function Deletion({ auth }: { auth: AuthSettings }) {
  const [email, setEmail] = useState('')
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState('')

  useEffect(() => {
    void callForJson<AccountResponse>('GET', endpoints.account).then((found) => {
      if (found.ok) setEmail(found.value.email)
      else setProblem(found.failure.message)
    })
  }, [])

  async function leave(idToken: string) {
    setProblem('')
    const left = await deleteAccount(idToken)
    if (!left.ok) return setProblem(left.failure)
    location.hash = farewellId
    document.getElementById(farewellId)?.focus()
  }

  const isMeant = typed.trim().toLowerCase() === word
  return (
    <div className={styles.steps}>
      <p>
        If you are subscribed, your subscription ends first. Then everything goes that we hold about
        you: your name and address, what you have saved and read, what you like, your place on the
        list of The Weekly. There is no way back, and no copy with us.
      </p>
      <label className={field.field}>
        Type “{word}” to go on
        <input
          className={field.input}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </label>
      {isMeant && email && (
        <Reauthenticate settings={auth} email={email} action="Delete my account" onToken={leave} />
      )}
      {problem && (
        <p className={field.problem} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
