import { cookieDays } from '../../contracts/cookies/cookie-lifetimes.ts'
import { createMailtoLink } from '../../domain/mailto-link.ts'
import control from '../../ui/button.module.css'
import '../../ui/questions.css'
import styles from './cancel-flow.module.css'

/** Common problems. Every answer has to be true of this site. */
export default function TechnicalHelp({
  supportEmail,
  helpCentre,
}: {
  supportEmail: string
  helpCentre: string | undefined
}) {
  return (
    <>
      <div className={`${styles.questions} questions`}>
        <details>
          <summary>I’ve paid, but stories are still locked</summary>
          <p>
            You may be logged in with a different email from the one you subscribed with. Check the
            email in <a href="/settings">your account</a>. If it’s the wrong one, log out there,
            then log in with the other. After a payment, stories can take a minute to unlock.
          </p>
        </details>
        <details>
          <summary>I keep having to log in</summary>
          <p>
            You stay logged in for {cookieDays.session} days after your last visit. Private windows,
            and browsers set to clear cookies when they close, log you out sooner.
          </p>
        </details>
        <details>
          <summary>A page looks out of date or doesn’t load</summary>
          <p>
            When you’re offline you see the pages stored on this device. Once you’re back online,
            reload the page to get the latest version.
          </p>
        </details>
        <details>
          <summary>The text is too small, or the page is too bright</summary>
          <p>
            Choose a light or dark theme and one of three text sizes in{' '}
            <a href="/settings#reading">your account</a>. They apply to this browser only.
          </p>
        </details>
        <details>
          <summary>Your emails don’t arrive</summary>
          <p>
            Check your spam folder, and check that <a href="/settings">your account</a> has the
            right email address.
          </p>
        </details>
      </div>
      <p className={styles.actions}>
        <a
          className={control.button}
          href={createMailtoLink({
            to: supportEmail,
            subject: 'Something isn’t working',
            lines: ['What I did:', '', 'What I saw:', '', 'Device and browser:', ''],
          })}
        >
          Email us
        </a>
        {helpCentre && (
          <a className={control.button} href={helpCentre}>
            Help centre
          </a>
        )}
      </p>
    </>
  )
}
