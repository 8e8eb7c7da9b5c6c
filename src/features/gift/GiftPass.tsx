import { useState } from 'react'
import { copyText } from '../../browser/clipboard.ts'
import type { BoughtGift } from '../../contracts/endpoints/gift-endpoints.ts'
import { formatGiftCode, getGiftPath, parseGiftCode } from '../../domain/gift/gift-code.ts'
import control from '../../ui/button.module.css'
import { copyingBlocked, linkCopied } from '../../ui/shared-text.ts'
import styles from './gift-pass.module.css'

/** Shows the link, the code and a button for the card to print, each of which leads to the gift. */
export default function GiftPass({ gift }: { gift: BoughtGift }) {
  const [message, setMessage] = useState('')
  const code = parseGiftCode(gift.code)
  if (!code) return null
  const link = location.origin + getGiftPath(code)

  async function copyLink() {
    setMessage(
      (await copyText(link)) ? linkCopied : `${copyingBlocked} Select the link and copy it.`,
    )
  }

  return (
    <div className={styles.pass}>
      <dl>
        <div>
          <dt>Link</dt>
          <dd>
            <a href={getGiftPath(code)} translate="no">
              {link.replace(/^https?:\/\//, '')}
            </a>
          </dd>
        </div>
        <div>
          <dt>Code</dt>
          <dd className={styles.code} translate="no">
            {formatGiftCode(code)}
          </dd>
        </div>
      </dl>
      <p className={styles.actions}>
        <a className={control.button} href={`/gift/print#${code}`}>
          Print the card
        </a>
        <button type="button" className={control.button} onClick={() => void copyLink()}>
          Copy the link
        </button>
      </p>
      <p className={styles.message} role="status">
        {message}
      </p>
    </div>
  )
}
