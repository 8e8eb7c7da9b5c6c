import type { ReactNode } from 'react'
import type { GiftLength } from '../../domain/gift/gift-length.ts'
import { formatMonthsTitle } from '../../domain/number-words.ts'
import styles from './card.module.css'
import { cardPrint, giftPromise } from './gift-text.ts'

export type CardText = {
  readonly length: GiftLength
  readonly recipientName: string | null
  readonly senderName: string
  readonly message: string
}

type Props = {
  readonly text: CardText
  readonly publication: string
  /** Words that an unfinished card shows in place of missing names and a missing message. */
  readonly placeholder?: {
    readonly name: string
    readonly message: string
    readonly sender: string
  }
  /** The card's last lines. */
  readonly children?: ReactNode
}

/** In characters. Longer messages are set in smaller type. */
const shortMessage = 160

/** The gift card on pages and in print; the email (functions/) lays out the same words itself. */
export default function Card({ text, publication, placeholder, children }: Props) {
  const { length, recipientName, senderName, message } = text
  return (
    <div className={styles.frame}>
      <article className={styles.card} aria-label="Gift card">
        <img
          className={styles.print}
          src={cardPrint.path}
          alt={cardPrint.alt}
          width={cardPrint.width}
          height={cardPrint.height}
          decoding="async"
        />
        <div className={styles.words} data-size={message.length > shortMessage ? 'long' : 'short'}>
          <p className={styles.to}>
            {recipientName === null ? (
              'For you'
            ) : (
              <span>
                For{' '}
                <bdi data-missing={!recipientName} translate={recipientName ? 'no' : undefined}>
                  {recipientName || placeholder?.name}
                </bdi>
              </span>
            )}
          </p>
          {(message || placeholder) && (
            <p className={styles.message} dir="auto" data-missing={!message}>
              {message || placeholder?.message}
            </p>
          )}
          {(senderName || placeholder) && (
            <p className={styles.from}>
              <span>From</span>{' '}
              <bdi data-missing={!senderName} translate={senderName ? 'no' : undefined}>
                {senderName || placeholder?.sender}
              </bdi>
            </p>
          )}
          <div className={styles.gift}>
            <p>
              <strong>{`${formatMonthsTitle(length)} of ${publication}.`}</strong>{' '}
              <span>{giftPromise}</span>
            </p>
            {children}
          </div>
        </div>
      </article>
    </div>
  )
}
