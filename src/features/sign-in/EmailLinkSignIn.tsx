import { useEffect, useState } from 'react'
import {
  type AuthLink,
  authEmailKey,
  authLinkChannel,
  type OfferedAuthLink,
  readAuthEmail,
} from '../../browser/auth-link.ts'
import { removeDeviceItem } from '../../browser/device-storage.ts'
import { sendToTabs } from '../../browser/tab-messages.ts'
import { useTask } from '../../browser/use-task.ts'
import type { AuthSettings } from '../../contracts/settings/auth-settings.ts'
import ActionForm from '../../ui/ActionForm.tsx'
import styles from '../../ui/auth-form.module.css'
import control from '../../ui/button.module.css'
import EmailField from '../../ui/EmailField.tsx'
import { signInWithEmailLink } from './sign-in.ts'

type Props = { readonly settings: AuthSettings; readonly link: AuthLink }

/**
 * On another device, the reader enters the address, so that a link alone can't log them in to another's
 * account. A link that a tab is waiting for is passed to that tab.
 */
export default function EmailLinkSignIn({ settings, link }: Props) {
  const [step, setStep] = useState<'working' | 'handedOver' | 'tabNotFound' | 'asking'>('working')
  const task = useTask()

  async function logIn(email: string) {
    const result = await signInWithEmailLink(settings, { email, href: link.href }, link.returnTo)
    setStep(result.ok ? 'working' : 'asking')
    if (!result.ok) return result.failure
    removeDeviceItem(authEmailKey)
    location.replace(result.value)
    return ''
  }

  function logInHere() {
    const storedEmail = readAuthEmail()
    setStep(storedEmail ? 'working' : 'asking')
    if (storedEmail) task.run(() => logIn(storedEmail))
  }

  async function start() {
    if (!link.tabId) return logInHere()
    const offer: OfferedAuthLink = { tabId: link.tabId, href: link.href }
    setStep((await sendToTabs(authLinkChannel, offer)) ? 'handedOver' : 'tabNotFound')
  }

  useEffect(() => void start(), [])

  switch (step) {
    case 'working':
      return (
        <p className={styles.lead} role="status">
          One moment, logging you in…
        </p>
      )
    case 'handedOver':
      return (
        <p className={styles.lead} role="status">
          Confirmed. Continue on the page where you asked for this link. You can close this one.
        </p>
      )
    case 'tabNotFound':
      return (
        <div className={styles.steps}>
          <p className={styles.lead} role="status">
            The page where you asked for this link isn’t open in this browser. If that page is open
            in another browser, open the link there. Otherwise, log in here.
          </p>
          <button type="button" className={control.primary} onClick={logInHere}>
            Log in here
          </button>
        </div>
      )
    case 'asking':
      return (
        <ActionForm<'email'>
          name="email-link"
          task={task}
          action={({ email }) => logIn(email)}
          button="Log in"
          pendingButton="Logging in…"
        >
          <p className={styles.result}>Which email address did we send this link to?</p>
          <EmailField defaultValue={readAuthEmail() ?? ''} />
        </ActionForm>
      )
  }
}
