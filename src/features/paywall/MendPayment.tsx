import { site } from '../../site.ts'
import type { Mending } from './mend-payment.ts'
import styles from './paywall.module.css'

/** What has come of trying a payment again. */
export default function MendPayment({ mending }: { mending: Mending }) {
  return (
    <div className={styles.mending} data-if-mend>
      <p role="status">{mending.state === 'trying' && 'One moment: PayPal tries it again.'}</p>
      <div role="alert">
        {mending.state === 'declined' && (
          <p>
            It was declined again, and nothing was charged. At PayPal you can{' '}
            <a href={site.waysOfPaying}>choose another way of paying</a>; come back then, and try
            once more.
          </p>
        )}
        {mending.state === 'failed' && <p>{mending.words}</p>}
      </div>
    </div>
  )
}
