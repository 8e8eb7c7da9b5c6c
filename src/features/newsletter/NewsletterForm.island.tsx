import { useStore } from '@nanostores/react'
import { memo, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { track } from '../../browser/analytics.ts'
import { call } from '../../browser/api.ts'
import { botCheckNotice, getBotCheckToken, loadBotCheck } from '../../browser/bot-check.ts'
import { readCookie } from '../../browser/cookie.ts'
import { describeVisit } from '../../browser/visit-attribution.ts'
import { rememberSignUp } from '../../browser/weekly-sign-up.ts'
import { getEndpointPath } from '../../contracts/endpoints/endpoint-path.ts'
import { botCheckActions } from '../../contracts/settings/bot-check-config.ts'
import type { NewsletterForm as Form } from '../../domain/newsletter/newsletter-entry.ts'
import { prepareToasts, showErrorToastTop } from '../../ui/toast.ts'
import { getClientInfo } from './client-info.ts'
import styles from './newsletter-form.module.css'
import { createSignupStore } from './newsletter-signup-store.ts'

const formClasses: Record<Form, string | undefined> = {
  footer: styles.barForm,
  newsletter: styles.form,
  popup: styles.panelForm,
}

/** Without its script, this is an ordinary form, which the API accepts too. */
function NewsletterForm({ source }: { source: Form }) {
  const [store] = useState(() =>
    createSignupStore({
      send: (request) => call('POST /api/join-newsletter', request, { source }),
      getClientInfo,
      readCookie: readCookie,
      describeVisit,
      getBotCheckToken: () => getBotCheckToken(botCheckActions.joinNewsletter),
      preload: () => void Promise.all([loadBotCheck(), prepareToasts()]),
      showFailure: showErrorToastTop,
      remember: () => rememberSignUp(true),
      track: (payload) =>
        track(source === 'popup' ? 'Email Collected from Popup' : 'Newsletter Subscribed', payload),
    }),
  )
  const signupState = useStore(store.$signupState)
  // The form stays to show the result. On /newsletter, a new form accepts further addresses.
  const [isKept, setIsKept] = useState(source === 'newsletter')
  const field = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const fieldId = `join-from-${source}`

  // The field may have the focus before the script runs.
  useEffect(() => {
    if (document.activeElement === field.current) store.prepare()
  }, [store])

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setIsKept(true)
    const form = event.currentTarget
    // Disabling a button removes its focus.
    const isButtonFocused = document.activeElement === button.current
    const isSignedUp = await store.signUp(String(new FormData(form).get('email')))
    if (isSignedUp) form.reset()
    if (isButtonFocused) requestAnimationFrame(() => button.current?.focus())
  }

  const isSubmitting = signupState === 'submitting'
  const isSignedUp = signupState === 'success' || signupState === 'confirmed'
  return (
    <form
      className={formClasses[source]}
      data-unless-weekly={isKept ? undefined : ''}
      method="post"
      action={getEndpointPath('POST /api/join-newsletter', { source })}
      onSubmit={submit}
      onFocus={store.prepare}
    >
      <label className={styles.label} htmlFor={fieldId}>
        Your email address
      </label>
      <div className={styles.line}>
        <input
          ref={field}
          id={fieldId}
          className={styles.field}
          type="email"
          name="email"
          autoComplete="email"
          inputMode="email"
          maxLength={254}
          required
        />
        <button ref={button} className={styles.button} type="submit" disabled={isSubmitting}>
          {/* There are two elements, because text that moves within one counts as a layout shift. */}
          {isSubmitting ? (
            <span key="submitting" className={styles.submitting}>
              Signing up
            </span>
          ) : (
            <span key="idle">Sign up</span>
          )}
        </button>
      </div>
      <div className={styles.messages}>
        <div role="status">
          {isSubmitting && <span className="unseen">Signing up</span>}
          {isSignedUp && (
            <>
              <p className={styles.status}>Signed up!</p>
              <p className={styles.notice}>
                {signupState === 'confirmed'
                  ? 'You’re on the list.'
                  : 'Now check your inbox to confirm.'}
              </p>
            </>
          )}
        </div>
        {botCheckNotice && !isSignedUp && <p className={styles.notice}>{botCheckNotice}</p>}
      </div>
    </form>
  )
}

/**
 * Every page has this form twice. Astro renders a plain function a second time to find out whether it's React's, which
 * it can tell from a memo by its type.
 */
export default memo(NewsletterForm)
