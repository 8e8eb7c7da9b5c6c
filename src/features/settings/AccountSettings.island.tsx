import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { identify, track } from '../../browser/analytics.ts'
import { call } from '../../browser/api.ts'
import { createRetry } from '../../browser/retry.ts'
import { useQuery } from '../../browser/use-query.ts'
import { runWhenVisible } from '../../browser/when-visible.ts'
import type { AccountResponse, User } from '../../contracts/endpoints/account-endpoints.ts'
import type { AuthSettings } from '../../contracts/settings/auth-settings.ts'
import field from '../../ui/field.module.css'
import Section from '../../ui/Section.tsx'
import { $reader, applyReaderHint } from '../session/subscription-store.ts'
import { $user, acceptUser } from '../session/user-store.ts'
import ChangeEmail from './ChangeEmail.tsx'
import ChangePassword from './ChangePassword.tsx'
import NameForm from './NameForm.tsx'
import SettingRow from './SettingRow.tsx'
import styles from './settings.module.css'

/** Name, email and password of a signed-in reader. */
export default function AccountSettings({ auth }: { auth: AuthSettings }) {
  const reader = useStore($reader)
  const { data: user, errorMessage: userProblem } = useQuery($user)
  const [account, setAccount] = useState<AccountResponse | null>(null)
  const [accountProblem, setAccountProblem] = useState('')
  const [doneMessage, setDoneMessage] = useState('')

  useEffect(() => {
    applyReaderHint()
    if ($reader.get().signedIn !== 'in') return
    runWhenVisible(() => track('Own profile visited', {}))
    // The account isn't cached, because links in emails change it elsewhere.
    const retry = createRetry(() => void load())
    async function load() {
      const response = await call('GET /api/account')
      if (response.ok) setAccount(response.value)
      setAccountProblem(response.ok ? '' : response.failure.message)
      if (response.ok) retry.reset()
      else retry.schedule()
    }
    void load()
    return retry.reset
  }, [])
  useEffect(() => {
    if (user) identify(user)
  }, [user])

  if (reader.signedIn === 'out') return null
  const problem = userProblem || accountProblem
  const email = account?.email ?? user?.email ?? ''
  return (
    <div className={styles.account}>
      <Section title="You" isFirst>
        <SettingRow name="Name" value={user ? getFullName(user) || 'Not set' : '…'}>
          {(close) =>
            user && (
              <NameForm
                user={user}
                onChanged={(changed) => {
                  acceptUser(changed)
                  setDoneMessage('Your name has been saved.')
                  close()
                }}
              />
            )
          }
        </SettingRow>
        <SettingRow
          name="Email"
          value={
            <>
              <span>{email || '…'}</span>
              <small>{account ? getConfirmationText(account) : '\u00a0'}</small>
            </>
          }
        >
          {() =>
            account && (
              <>
                {!account.emailVerified && (
                  <p className={styles.quiet}>
                    You haven’t confirmed this address yet.{' '}
                    <a href="/magic?return=/settings">Log in by email</a> to confirm it.
                  </p>
                )}
                <ChangeEmail settings={auth} email={email} />
              </>
            )
          }
        </SettingRow>
        <SettingRow name="Password" value={account ? getPasswordText(account) : '…'}>
          {() => account && <ChangePassword settings={auth} email={email} />}
        </SettingRow>
        <p className={`${field.error} ${styles.loadProblem}`} role="alert">
          {problem}
        </p>
        <p className="unseen" role="status">
          {doneMessage}
        </p>
      </Section>
    </div>
  )
}

const getFullName = ({ first_name, last_name }: User) => `${first_name} ${last_name}`.trim()

const getConfirmationText = ({ emailVerified }: AccountResponse) =>
  emailVerified ? 'Confirmed' : 'Not confirmed yet'

function getPasswordText({ signInMethods }: AccountResponse): string {
  if (!signInMethods) return 'Not available right now'
  if (signInMethods.password)
    return signInMethods.google ? 'Set. You can also log in with Google.' : 'Set'
  return signInMethods.google ? 'Not set. You log in with Google.' : 'Not set. You log in by email.'
}
