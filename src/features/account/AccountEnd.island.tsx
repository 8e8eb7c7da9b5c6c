import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { AuthSettings } from '../../contracts/auth-settings.ts'
import { endpoints } from '../../contracts/endpoints.ts'
import control from '../../ui/control.module.css'
import field from '../../ui/field.module.css'
import Section from '../../ui/Section.tsx'
import styles from './account.module.css'
import DeleteAccount from './DeleteAccount.tsx'
import DownloadData from './DownloadData.tsx'
import { signOut } from './session.ts'
import { $reader, readHint } from './subscription-store.ts'

/** A reader's data, and the ways out: from this device, from all of them, for good. */
export default function AccountEnd({ auth }: { auth: AuthSettings }) {
  const reader = useStore($reader)
  const [isLeaving, setIsLeaving] = useState(false)
  const [problem, setProblem] = useState('')

  useEffect(readHint, [])

  async function leaveEverywhere() {
    setIsLeaving(true)
    setProblem('')
    const left = await signOut('everywhere')
    if (left.ok) return location.assign('/')
    setProblem(left.failure)
    setIsLeaving(false)
  }

  if (reader.signedIn === 'out') return null
  return (
    <div className={styles.account}>
      <Section title="Your data">
        <DownloadData />
      </Section>
      <Section title="Logging out">
        <form className={styles.buttons} method="post" action={endpoints.logOut}>
          <button type="submit" className={control.button}>
            Log out
          </button>
          <button
            type="button"
            className={control.button}
            disabled={isLeaving}
            onClick={leaveEverywhere}
          >
            End every login
          </button>
        </form>
        <p className={styles.quiet}>
          Logging out is for this browser. Ending every login reaches all the others as well: for a
          lost telephone, or a machine that was not yours.
        </p>
        {problem && (
          <p className={field.problem} role="alert">
            {problem}
          </p>
        )}
      </Section>
      <Section title="Leaving">
        <DeleteAccount auth={auth} />
      </Section>
    </div>
  )
}
