import { formatMoney } from '../../domain/money.ts'
import { getPlan, type PriceClass } from '../../domain/subscription/offer.ts'
import { getPlanPrice } from '../../domain/subscription/plan.ts'
import styles from './wall.module.css'

const formatPrices = (priceClass: PriceClass) =>
  `${formatMoney(getPlanPrice(getPlan('annual', priceClass)))} a year, or ${formatMoney(getPlanPrice(getPlan('monthly', priceClass)))} a month.`

/** Styles choose by the reader's country (styles/reader-state.css). */
export default function Prices() {
  return (
    <p className={styles.note}>
      <span data-prices-for="domestic unknown">{formatPrices('domestic')}</span>
      <span data-prices-for="international">{formatPrices('international')}</span>
    </p>
  )
}
