import { useEffect, useState } from 'react'
import type { AuthLink } from '../../browser/auth-link.ts'
import { callAuth, getAuthMessage } from '../../browser/auth-service.ts'
import { leavePage, useTask } from '../../browser/use-task.ts'
import type { AuthSettings } from '../../contracts/settings/auth-settings.ts'
import ActionForm from '../../ui/ActionForm.tsx'
import styles from '../../ui/auth-form.module.css'
import EmailAddress from '../../ui/EmailAddress.tsx'
import PasswordField, { HiddenUsername } from '../../ui/PasswordField.tsx'
import { signInWithNewPassword } from './sign-in.ts'

type Props = {
  readonly settings: AuthSettings
  readonly link: AuthLink
  readonly onLinkUsed: (message: string) => void
}

export default function NewPassword({ settings, link, onLinkUsed }: Props) {
  const [email, setEmail] = useState('')
  const task = useTask()

  async function loadEmail() {
    const response = await callAuth(settings, (firebase, auth) =>
      firebase.getPasswordResetEmail(auth, link.code),
    )
    if (response.ok) {
      setEmail(response.value)
      return ''
    }
    const message = getAuthMessage(response.failure, 'change')
    if (response.failure !== 'invalidLink') return message
    onLinkUsed(`${message} Ask for a new one below.`)
    return ''
  }
  const checkLink = () => task.run(loadEmail)

  useEffect(checkLink, [])

  return (
    <ActionForm<'new-password'>
      name="new-password"
      task={task}
      action={async ({ 'new-password': password }) => {
        const { code, returnTo } = link
        const result = await signInWithNewPassword(settings, { code, email, password }, returnTo)
        return result.ok ? leavePage(result.value) : result.failure
      }}
      button="Set password and log in"
      pendingButton={email ? 'Setting password…' : undefined}
      isDisabled={!email}
      onRetry={!email && task.problem ? checkLink : undefined}
    >
      <p className={styles.result}>
        {email ? (
          <span>
            Set a new password for <EmailAddress email={email} />. You’ll be logged out on your
            other devices.
          </span>
        ) : (
          'Checking your link…'
        )}
      </p>
      <HiddenUsername email={email} />
      <PasswordField label="New password" isNew />
    </ActionForm>
  )
}
