import { useState } from 'react'
import { createAuthLinkUrl } from '../../browser/auth-link.ts'
import { callAuth } from '../../browser/auth-service.ts'
import type { AuthSettings } from '../../contracts/settings/auth-settings.ts'
import styles from '../../ui/auth-form.module.css'
import AuthEmailForm from './AuthEmailForm.tsx'
import NewPassword from './NewPassword.tsx'
import { readReturnTo } from './return-url.ts'
import { useAuthLink } from './use-auth-link.ts'

/** Asks for a password link, or sets the password if opened from it. */
export default function ForgotPassword({ settings }: { settings: AuthSettings }) {
  const [link, clearLink] = useAuthLink('/forgot', ({ mode }) => mode === 'resetPassword')
  const [message, setMessage] = useState('')

  function handleUsedLink(reason: string) {
    setMessage(reason)
    clearLink()
  }

  if (link) return <NewPassword settings={settings} link={link} onLinkUsed={handleUsedLink} />
  return (
    <div className={styles.steps}>
      <p className={styles.note} role="status">
        {message}
      </p>
      <AuthEmailForm
        send={(email) => {
          const returnTo = readReturnTo(location.search)
          const linkUrl = createAuthLinkUrl(location.origin, { returnTo })
          return callAuth(settings, (firebase, auth) =>
            firebase.sendPasswordReset(auth, email, linkUrl),
          )
        }}
        confirm={(address) => (
          <>
            <span>If </span>
            <span>{address}</span>
            <span> has an account, we’ve sent it a link to set a new password.</span>
          </>
        )}
      />
    </div>
  )
}
