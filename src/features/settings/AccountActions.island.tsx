import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { useIsHydrated } from '../../browser/use-is-hydrated.ts'
import { leavePage, useTask } from '../../browser/use-task.ts'
import { getEndpointPath } from '../../contracts/endpoints/endpoint-path.ts'
import type { AuthSettings } from '../../contracts/settings/auth-settings.ts'
import control from '../../ui/button.module.css'
import Problem from '../../ui/Problem.tsx'
import Section from '../../ui/Section.tsx'
import { signOut } from '../session/session-end-store.ts'
import { $reader, applyReaderHint } from '../session/subscription-store.ts'
import DeleteAccount from './DeleteAccount.tsx'
import DownloadData from './DownloadData.tsx'
import styles from './settings.module.css'

export default function AccountActions({ auth }: { auth: AuthSettings }) {
  const reader = useStore($reader)
  const task = useTask()
  const isHydrated = useIsHydrated()

  useEffect(applyReaderHint, [])

  async function logOutEverywhere() {
    const result = await signOut('everywhere')
    return result.ok ? leavePage('/') : result.failure
  }

  if (reader.signedIn === 'out') return null
  return (
    <div className={styles.account}>
      <Section title="Your data">
        <DownloadData />
      </Section>
      <Section title="Logging out">
        <form
          className={styles.buttons}
          method="post"
          action={getEndpointPath('POST /api/log-out')}
        >
          <button type="submit" className={control.button}>
            Log out
          </button>
          <button
            type="button"
            className={control.button}
            disabled={task.isPending || !isHydrated}
            onClick={() => task.run(logOutEverywhere)}
          >
            Log out everywhere
          </button>
        </form>
        <p className={styles.quiet}>
          “Log out” is for this browser only. “Log out everywhere” logs you out on every device. Use
          it if you’ve lost your phone or used someone else’s computer.
        </p>
        {task.problem && <Problem>{task.problem}</Problem>}
      </Section>
      <Section title="Delete your account">
        <DeleteAccount auth={auth} />
      </Section>
    </div>
  )
}
