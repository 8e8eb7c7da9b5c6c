import { useEffect } from 'react'
import { formatMoney, type Money } from '../domain/money.ts'
import control from './button.module.css'
import styles from './receipt-sheet.module.css'
import TextWithPrices from './TextWithPrices.tsx'

export type Publication = {
  readonly name: string
  readonly address: readonly string[]
  readonly email: string
}

type Props = {
  readonly publication: Publication
  /** A day such as “20 November 2026”. */
  readonly day: string
  /** Names and values; each value has one or more lines. */
  readonly facts: readonly (readonly [name: string, lines: readonly string[]])[]
  readonly total: Money
}

export const receiptContentClass = styles.content

export default function ReceiptSheet({ publication, day, facts, total }: Props) {
  useEffect(() => {
    // The default name of a printed file.
    const previousTitle = document.title
    document.title = `${publication.name}: receipt for ${day}`
    return () => {
      document.title = previousTitle
    }
  }, [publication.name, day])

  return (
    <article className={styles.sheet} aria-label={`Receipt for ${day}`}>
      <header>
        <p className={styles.name} translate="no">
          {publication.name}
        </p>
        <address translate="no">
          {publication.address.map((line) => (
            <span key={line}>{line}</span>
          ))}
          <span>{publication.email}</span>
        </address>
      </header>
      <dl>
        {facts.map(([name, lines]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {lines.map((line) => (
                <TextWithPrices key={line} text={line} />
              ))}
            </dd>
          </div>
        ))}
        <div className={styles.total}>
          <dt>Paid</dt>
          <dd>
            <span translate="no">{formatMoney(total)}</span>{' '}
            <small translate="no">{total.currency}</small>
          </dd>
        </div>
      </dl>
      <p data-screen-only>
        <button type="button" className={control.button} onClick={() => print()}>
          Print receipt
        </button>
      </p>
    </article>
  )
}
