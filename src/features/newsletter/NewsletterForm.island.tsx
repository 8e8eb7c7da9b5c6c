import { useStore } from '@nanostores/react'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { track } from '../../browser/analytics.ts'
import { callForJson } from '../../browser/api.ts'
import { botCheckSiteKey, botCheckToken, prepareBotCheck } from '../../browser/bot-check.ts'
import { readCookie } from '../../browser/cookie.ts'
import { botCheckActions } from '../../contracts/bot-check.ts'
import { endpoints } from '../../contracts/endpoints.ts'
import type { JoinResponse } from '../../contracts/newsletter.ts'
import type { NewsletterForm as Form } from '../../domain/newsletter.ts'
import { errorToastTop, prepareToasts } from '../../ui/toast.ts'
import { clientInfo } from './client-info.ts'
import { createJoinStore } from './join-store.ts'
import styles from './newsletter-form.module.css'

/**
 * Signs a reader up for The Weekly, on paper or in the black bar at the foot of pages.
 * Before its script runs it is an ordinary form, which the edge takes just the same.
 */
export default function NewsletterForm({ source }: { source: Form }) {
  const address = `${endpoints.joinNewsletter}?source=${source}`
  const [store] = useState(() =>
    createJoinStore({
      send: (request) => callForJson<JoinResponse>('POST', address, request),
      clientInfo,
      cookie: readCookie,
      botCheckToken: () => botCheckToken(botCheckActions.joinNewsletter),
      loadAhead: () => void Promise.all([prepareBotCheck(), prepareToasts()]),
      tellFailure: errorToastTop,
      track: (payload) => track('Newsletter Subscribed', payload),
    }),
  )
  const joining = useStore(store.$joining)
  const field = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const fieldId = `join-from-${source}`

  // The reader may have come to the field before the script did.
  useEffect(() => {
    if (document.activeElement === field.current) store.prepare()
  }, [store])

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    // A button that is disabled loses the keyboard's place.
    const isAtButton = document.activeElement === button.current
    const isJoined = await store.join(String(new FormData(form).get('email')))
    if (isJoined) form.reset()
    if (isAtButton) requestAnimationFrame(() => button.current?.focus())
  }

  const isSubmitting = joining === 'submitting'
  return (
    <form
      className={source === 'footer' ? styles.onBar : styles.form}
      method="post"
      action={address}
      onSubmit={submit}
      onFocus={store.prepare}
    >
      <label className={styles.label} htmlFor={fieldId}>
        Your e-mail address
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
          {/* Two elements: one whose words move would count as a shift of the page. */}
          {isSubmitting ? (
            <span key="submitting" className={styles.submitting}>
              Signing up
            </span>
          ) : (
            <span key="idle">Sign up</span>
          )}
        </button>
      </div>
      <div className={styles.below}>
        <p className={styles.status} role="status">
          {isSubmitting && <span className="unseen">Signing up</span>}
          {joining === 'success' && 'Signed up!'}
        </p>
        {/* The words that Google asks for where its badge is hidden. */}
        {botCheckSiteKey && joining !== 'success' && (
          <p className={styles.check}>This site is protected by reCAPTCHA.</p>
        )}
      </div>
    </form>
  )
}
