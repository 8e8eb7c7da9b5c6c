import { useEffect, useState } from 'react'
import { copyText } from '../browser/clipboard.ts'
import type { ShareChannel } from '../contracts/analytics/article-events.ts'
import control from './button.module.css'
import Problem from './Problem.tsx'
import { buildShareLink, shareServiceNames } from './share-links.ts'
import styles from './share-ways.module.css'
import { copyingBlocked, linkCopied } from './shared-text.ts'

const linkServices = ['whatsapp', 'email'] as const satisfies readonly ShareChannel[]

type Props = {
  /** The address; null while it's unknown, when its room is reserved. */
  readonly address: string | null
  /** Text of the message before the link. */
  readonly text: string
  /** Title of the system's dialog. */
  readonly title: string
  readonly errorMessage?: string
  readonly onShared: (channel: ShareChannel) => void
}

/** A link that belongs to the reader, to copy or send. */
export default function ShareWays({ address, text, title, errorMessage = '', onShared }: Props) {
  const [status, setStatus] = useState('')
  const [canShare, setCanShare] = useState(false)
  useEffect(() => setCanShare('share' in navigator), [])

  async function copy() {
    const isCopied = await copyText(address ?? '')
    setStatus(isCopied ? linkCopied : `${copyingBlocked} Select the link and copy it.`)
    if (isCopied) onShared('link')
  }
  async function share() {
    try {
      await navigator.share({ title, text, url: address ?? '' })
      onShared('native')
    } catch {
      // The dialog was closed, or the browser refused to open it.
    }
  }

  return (
    <>
      <p className={styles.link} translate="no">
        {address?.replace(/^https?:\/\//, '') ?? '…'}
      </p>
      <div className={styles.ways}>
        <button
          type="button"
          className={control.primary}
          disabled={address === null}
          onClick={copy}
        >
          Copy link
        </button>
        <ul className="plain-list">
          {linkServices.map((service) => (
            <li key={service}>
              {address === null ? (
                <span>{shareServiceNames[service]}</span>
              ) : (
                <a
                  href={buildShareLink(service, { title: text, address })}
                  target="_blank"
                  rel="noopener"
                  onClick={() => onShared(service)}
                >
                  {shareServiceNames[service]}
                </a>
              )}
            </li>
          ))}
          {/* This button appears late, so it is last, where it moves nothing. */}
          {canShare && (
            <li>
              <button type="button" disabled={address === null} onClick={share}>
                Share…
              </button>
            </li>
          )}
        </ul>
      </div>
      <div className={styles.messages}>
        <Problem>{errorMessage}</Problem>
        <p className={styles.status} role="status">
          {status}
        </p>
      </div>
    </>
  )
}
