import { useEffect, useState } from 'react'
import { track } from '../../browser/analytics.ts'
import { copyText } from '../../browser/clipboard.ts'
import { useQuery } from '../../browser/use-query.ts'
import type { ReferralResponse } from '../../contracts/referral-endpoints.ts'
import { getReferralPath } from '../../domain/referral/referral-code.ts'
import control from '../../ui/button.module.css'
import field from '../../ui/field.module.css'
import { buildShareLink, shareServiceNames } from '../../ui/share-links.ts'
import { copyingBlocked, linkCopied } from '../../ui/shared-text.ts'
import { describeCredit, formatCredit } from './credit-text.ts'
import styles from './own-referral.module.css'
import { $referral } from './referral-store.ts'

/** The reader's link and credit. Takes the same room before they have loaded. */
export default function OwnReferral({ publication }: { publication: string }) {
  const { data, errorMessage } = useQuery($referral)
  return (
    <div className={styles.own} aria-busy={!data && !errorMessage}>
      <ShareLink code={data?.code ?? null} publication={publication} errorMessage={errorMessage} />
      <Credit referral={data ?? null} />
    </div>
  )
}

const linkServices = ['whatsapp', 'email'] as const

function ShareLink({
  code,
  publication,
  errorMessage,
}: {
  code: string | null
  publication: string
  errorMessage: string
}) {
  const [status, setStatus] = useState('')
  const [canShare, setCanShare] = useState(false)
  useEffect(() => setCanShare('share' in navigator), [])

  const address = code === null ? '' : location.origin + getReferralPath(code)
  const title = `I think you’d like ${publication}.`
  const trackChannel = (channel: string) => track('Referral Link Shared', { channel })

  async function copy() {
    const isCopied = await copyText(address)
    setStatus(isCopied ? linkCopied : `${copyingBlocked} Select the link and copy it.`)
    if (isCopied) trackChannel('link')
  }
  async function share() {
    try {
      await navigator.share({ title: publication, text: title, url: address })
      trackChannel('native')
    } catch {
      // Closed, or refused.
    }
  }

  return (
    <section className={styles.share} aria-labelledby="own-link">
      <h2 id="own-link">Your link</h2>
      <p className={styles.link}>{address.replace(/^https?:\/\//, '') || '…'}</p>
      <div className={styles.ways}>
        <button type="button" className={control.primary} disabled={code === null} onClick={copy}>
          Copy link
        </button>
        <ul className="plain-list">
          {linkServices.map((service) => (
            <li key={service}>
              {code === null ? (
                <span>{shareServiceNames[service]}</span>
              ) : (
                <a
                  href={buildShareLink(service, { title, address })}
                  target="_blank"
                  rel="noopener"
                  onClick={() => trackChannel(service)}
                >
                  {shareServiceNames[service]}
                </a>
              )}
            </li>
          ))}
          {/* Last, because it appears late: nothing moves. */}
          {canShare && (
            <li>
              <button type="button" disabled={code === null} onClick={share}>
                Share…
              </button>
            </li>
          )}
        </ul>
      </div>
      <div className={styles.messages}>
        <p className={field.error} role="alert">
          {errorMessage}
        </p>
        <p className={styles.status} role="status">
          {status}
        </p>
      </div>
    </section>
  )
}

function Credit({ referral }: { referral: ReferralResponse | null }) {
  const { amount, explanation } = referral
    ? describeCredit(referral)
    : { amount: '…', explanation: '' }
  const rows = [
    ['Visits to your link', referral?.visits],
    ['Friends who subscribed', referral?.friends],
    ['Credit pending', referral && formatCredit(referral.pending)],
    ['Credit earned', referral && formatCredit(referral.earned)],
    ['Credit used', referral && formatCredit(referral.used)],
  ] as const
  return (
    <section className={styles.credit} aria-labelledby="own-credit">
      <h2 id="own-credit">Your credit</h2>
      <p className={styles.balance}>
        <strong>{amount}</strong> <span>{explanation}</span>
      </p>
      <dl>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
