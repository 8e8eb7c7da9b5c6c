import { useLayoutEffect, useMemo, useRef } from 'react'
import { formatGiftCode, type GiftCode, getGiftPath } from '../../domain/gift/gift-code.ts'
import { formatMonthsTitle } from '../../domain/number-words.ts'
import type { CardText } from './Card.tsx'
import { cardPrint, giftPromise } from './gift-text.ts'
import styles from './print-card.module.css'
import { drawQrCode } from './qr-code.ts'

/** A message of many short lines is set as one paragraph. */
const maxLines = 14

/** Multiples of the normal text size. */
const scales = { largest: 1.4, smallest: 0.45, step: 0.05 } as const

const toPrintedMessage = (message: string) =>
  message.split('\n').length > maxLines ? message.replaceAll(/\n+/g, ' ') : message

/** One A5 page, whatever the text's length: the words shrink until they fit. */
export default function PrintSheet({
  card,
  code,
  publication,
}: {
  card: CardText
  code: GiftCode
  publication: string
}) {
  const words = useRef<HTMLDivElement>(null)
  const square = useMemo(() => drawQrCode(location.origin + getGiftPath(code)), [code])

  useLayoutEffect(() => {
    const fit = () => {
      const block = words.current
      if (!block) return
      for (let scale = scales.largest; scale >= scales.smallest; scale -= scales.step) {
        block.style.setProperty('--scale', String(scale))
        if (block.scrollHeight <= block.clientHeight) return
      }
    }
    fit()
    void document.fonts.ready.then(fit)
  }, [card])

  return (
    <article className={styles.sheet} aria-label="The printed card">
      <img
        src={cardPrint.path}
        alt={cardPrint.alt}
        width={cardPrint.width}
        height={cardPrint.height}
      />
      <div className={styles.words} ref={words}>
        <p className={styles.to}>
          {card.recipientName === null ? (
            'For you'
          ) : (
            <span>
              For <bdi translate="no">{card.recipientName}</bdi>
            </span>
          )}
        </p>
        <p className={styles.message} dir="auto">
          {toPrintedMessage(card.message)}
        </p>
        {card.senderName && (
          <p className={styles.from}>
            <span>From</span> <bdi translate="no">{card.senderName}</bdi>
          </p>
        )}
      </div>
      <div className={styles.how}>
        <p>
          <strong>{`${formatMonthsTitle(card.length)} of ${publication}.`}</strong> {giftPromise}
        </p>
        <p>
          To start reading, scan the QR code, or go to{' '}
          <strong translate="no">{`${location.host}/redeem`}</strong> and enter
        </p>
        <p className={styles.code} translate="no">
          {formatGiftCode(code)}
        </p>
        <svg
          viewBox={`0 0 ${square.size} ${square.size}`}
          role="img"
          aria-label="Link as a QR code"
        >
          <path d={square.path} />
        </svg>
      </div>
    </article>
  )
}
