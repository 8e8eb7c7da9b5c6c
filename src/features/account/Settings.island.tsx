import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { identify, track } from '../../browser/analytics.ts'
import { callForJson } from '../../browser/api.ts'
import { createRetry } from '../../browser/retry.ts'
import { useQuery } from '../../browser/use-query.ts'
import type { AccountResponse } from '../../contracts/account.ts'
import type { AuthSettings } from '../../contracts/auth-settings.ts'
import { endpoints } from '../../contracts/endpoints.ts'
import type { User } from '../../contracts/user.ts'
import field from '../../ui/field.module.css'
import Section from '../../ui/Section.tsx'
import styles from './account.module.css'
import ChangeEmail from './ChangeEmail.tsx'
import ChangePassword from './ChangePassword.tsx'
import NameForm from './NameForm.tsx'
import Setting from './Setting.tsx'
import { $reader, readHint } from './subscription-store.ts'
import { $user, acceptUser } from './user-store.ts'

/**
 * Who the reader is here, and how they log in. The page shows it to signed-in readers only, and it
 * stands before the server has filled it.
 */
export default function Settings({ auth }: { auth: AuthSettings }) {
  const reader = useStore($reader)
  const { data: user, problem: userProblem } = useQuery($user)
  const [account, setAccount] = useState<AccountResponse | null>(null)
  const [accountProblem, setAccountProblem] = useState('')
  const [done, setDone] = useState('')

  useEffect(() => {
    readHint()
    if ($reader.get().signedIn !== 'in') return
    track('Own profile visited', {})
    // Not kept: it changes by letters that are opened elsewhere.
    const retry = createRetry(() => void load())
    async function load() {
      const how = await callForJson<AccountResponse>('GET', endpoints.account)
      if (how.ok) setAccount(how.value)
      setAccountProblem(how.ok ? '' : how.failure.message)
      if (how.ok) retry.reset()
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
        <Setting name="Name" value={user ? nameOf(user) || 'Not given' : '…'}>
          {(close) =>
            user && (
              <NameForm
                user={user}
                onChanged={(changed) => {
                  acceptUser(changed)
                  setDone('Your name is saved.')
                  close()
                }}
              />
            )
          }
        </Setting>
        <Setting
          name="E-mail"
          value={
            <>
              <span>{email || '…'}</span>
              <small>{account ? confirmationOf(account) : '\u00a0'}</small>
            </>
          }
        >
          {() =>
            account && (
              <>
                {!account.emailVerified && (
                  <p className={styles.quiet}>
                    You have not yet shown that this address is yours.{' '}
                    <a href="/magic?return=/settings">Log in by a letter to it</a>, and you have.
                  </p>
                )}
                <ChangeEmail settings={auth} email={email} />
              </>
            )
          }
        </Setting>
        <Setting name="Password" value={account ? passwordWords(account) : '…'}>
          {() => account && <ChangePassword settings={auth} email={email} />}
        </Setting>
        <p className={`${field.problem} ${styles.seldom}`} role="alert">
          {problem}
        </p>
        <p className="unseen" role="status">
          {done}
        </p>
      </Section>
    </div>
  )
}

const nameOf = ({ first_name, last_name }: User) => `${first_name} ${last_name}`.trim()

const confirmationOf = ({ emailVerified }: AccountResponse) =>
  emailVerified ? 'Confirmed' : 'Not confirmed yet'

function passwordWords({ ways }: AccountResponse): string {
  if (!ways || ways.password) return ways?.google ? 'Set, and you log in with Google' : 'Set'
  return ways.google ? 'None: you log in with Google' : 'None: you log in by letter'
}
