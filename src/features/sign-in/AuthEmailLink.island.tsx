import { createAuthLinkUrl, storeAuthEmail } from '../../browser/auth-link.ts'
import { callAuth } from '../../browser/auth-service.ts'
import type { AuthSettings } from '../../contracts/settings/auth-settings.ts'
import AuthEmailForm from './AuthEmailForm.tsx'
import ConfirmAuthLink from './ConfirmAuthLink.tsx'
import EmailLinkSignIn from './EmailLinkSignIn.tsx'
import { readReturnTo } from './return-url.ts'
import { useAuthLink } from './use-auth-link.ts'

/** Asks for a sign-in link, or follows the link of any account email. */
export default function AuthEmailLink({ settings }: { settings: AuthSettings }) {
  const [link] = useAuthLink('/magic', ({ mode }) => {
    if (mode !== 'resetPassword') return true
    location.replace(`/forgot${location.search}`)
    return null
  })

  if (!link) {
    return (
      <AuthEmailForm
        send={async (email) => {
          const returnTo = readReturnTo(location.search)
          const linkUrl = createAuthLinkUrl(location.origin, { returnTo })
          const result = await callAuth(settings, (firebase, auth) =>
            firebase.sendSignInLink(auth, email, linkUrl),
          )
          if (result.ok) storeAuthEmail(email)
          return result
        }}
        confirm={(address) => (
          <>
            <span>We’ve sent a link to </span>
            <span>{address}</span>
            <span>. Open it on any device to log in.</span>
          </>
        )}
      />
    )
  }
  const { mode } = link
  if (mode === 'signIn' || mode === 'resetPassword') {
    return <EmailLinkSignIn settings={settings} link={link} />
  }
  return <ConfirmAuthLink settings={settings} link={{ ...link, mode }} />
}
