import { useState } from 'react'
import { track } from '../../browser/analytics.ts'
import { createAuthLinkUrl } from '../../browser/auth-link.ts'
import { callAuth, getAuthMessage } from '../../browser/auth-service.ts'
import { useTask } from '../../browser/use-task.ts'
import type { AuthSettings } from '../../contracts/settings/auth-settings.ts'
import ActionForm from '../../ui/ActionForm.tsx'
import styles from '../../ui/auth-form.module.css'
import PasswordField, { HiddenUsername } from '../../ui/PasswordField.tsx'
import { createSession } from '../session/session-start-store.ts'
import { acceptSubscription } from '../session/subscription-store.ts'

type Props = { readonly settings: AuthSettings; readonly email: string }

/**
 * Changes the password, for which the old password is needed. A new password ends every session, so this browser's
 * session is started again.
 */
export default function ChangePassword({ settings, email }: Props) {
  const task = useTask()
  const [isSendingLink, setIsSendingLink] = useState(false)
  const [doneMessage, setDoneMessage] = useState('')

  async function change(password: string, next: string, form: HTMLFormElement) {
    if (password === next) return 'That’s already your password. Choose a different one.'
    const token = await callAuth(settings, (firebase, auth) =>
      firebase.changePassword(auth, { email, password, next }),
    )
    if (!token.ok) {
      const wrongCredentials = 'That’s not your current password. Try again.'
      return getAuthMessage(token.failure, 'change', { wrongCredentials })
    }
    track('Account Updated', { field: 'password' })
    const session = await createSession(token.value)
    if (session.ok) acceptSubscription(session.value)
    form.reset()
    setDoneMessage(
      session.ok
        ? 'Your password has been changed. We’ve logged you out on your other devices.'
        : 'Your password has been changed. Log in with the new password to log out your other devices.',
    )
    return ''
  }

  async function sendLink() {
    const linkUrl = createAuthLinkUrl(location.origin, { returnTo: location.pathname })
    const sent = await callAuth(settings, (firebase, auth) =>
      firebase.sendPasswordReset(auth, email, linkUrl),
    )
    setIsSendingLink(false)
    if (!sent.ok) return getAuthMessage(sent.failure, 'send')
    setDoneMessage('We’ve emailed you a link to set a new password.')
    return ''
  }

  return (
    <div className={styles.steps}>
      <ActionForm<'password' | 'new-password'>
        name="change-password"
        task={task}
        isMinor
        action={(fields, form) => change(fields.password, fields['new-password'], form)}
        button="Change password"
        pendingButton={isSendingLink ? undefined : 'Changing…'}
      >
        <HiddenUsername email={email} />
        <PasswordField label="Current password" />
        <PasswordField label="New password" isNew />
      </ActionForm>
      <p className={styles.result} role="status">
        {task.isPending || task.problem ? '' : doneMessage}
      </p>
      <p className={styles.note}>
        Forgotten your password, or never set one?{' '}
        <button
          type="button"
          className={styles.linkButton}
          disabled={task.isPending}
          onClick={() => {
            setIsSendingLink(true)
            task.run(sendLink)
          }}
        >
          Email me a link
        </button>
      </p>
    </div>
  )
}
