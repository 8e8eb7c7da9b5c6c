import { useEffect, useState } from 'react'
import { googleMessages } from '../../browser/auth-service.ts'
import {
  consumeGoogleRequest,
  forwardGoogleResponse,
  parseGoogleResponse,
  type StoredGoogleRequest,
  verifyGoogleResponse,
} from '../../browser/google-sign-in.ts'
import type { AuthSettings } from '../../contracts/settings/auth-settings.ts'
import styles from '../../ui/auth-form.module.css'
import { withReturnTo } from './return-url.ts'
import { signInWithGoogle } from './sign-in.ts'

type State =
  | { readonly step: 'working' }
  | { readonly step: 'handedOver' }
  | { readonly step: 'failed'; readonly message: string; readonly loginUrl: string }

const openerClosedMessage = 'The page where you started is no longer open.'

/** Google's return page. A pop-up hands the response to its opener; a full page completes the login itself. */
export default function GoogleCallback({ settings }: { settings: AuthSettings }) {
  const [state, setState] = useState<State>({ step: 'working' })

  useEffect(() => {
    const response = parseGoogleResponse(location.hash)
    // The token must not stay in the address.
    history.replaceState(null, '', location.pathname)
    const showFailure = (message: string, returnTo: string | null = null) =>
      setState({ step: 'failed', message, loginUrl: withReturnTo('/login', returnTo) })

    async function logIn(request: StoredGoogleRequest) {
      const { returnTo } = request
      const checked = await verifyGoogleResponse(response!, request)
      if (!checked.ok) return showFailure(googleMessages[checked.failure], returnTo)
      const result = await signInWithGoogle(settings, checked.value, returnTo)
      if (!result.ok) return showFailure(result.failure, returnTo)
      location.replace(result.value)
    }

    async function sendToOpener() {
      if (!response || !(await forwardGoogleResponse(response)))
        return showFailure(openerClosedMessage)
      setState({ step: 'handedOver' })
      // Some browsers don't allow closing the window. The page then asks the reader to do it.
      window.close()
    }

    const request = response && consumeGoogleRequest(response.state)
    void (request ? logIn(request) : sendToOpener())
  }, [settings])

  return (
    <p className={styles.lead} role="status">
      {state.step === 'working' && <span>One moment, logging you in…</span>}
      {state.step === 'handedOver' && <span>Done. You can close this window.</span>}
      {state.step === 'failed' && (
        <span>
          <span>{state.message}</span> <a href={state.loginUrl}>Log in</a>
        </span>
      )}
    </p>
  )
}
