import { site } from '../../site.ts'
import { type RetryState, retryWords } from '../subscription/retry-payment-store.ts'
import styles from './paywall.module.css'

/** What became of retrying a payment at the wall. */
export default function RetryOutcome({ retry }: { retry: RetryState }) {
  return (
    <div className={styles.mending} data-if-mend>
      <p role="status">{retry.state === 'trying' && retryWords.trying}</p>
      <div role="alert">
        {retry.state === 'declined' && (
          <p>
            {retryWords.declined} <a href={site.waysOfPaying}>{retryWords.otherMethod}</a>,{' '}
            {retryWords.thenRetry}
          </p>
        )}
        {retry.state === 'failed' && <p>{retry.words}</p>}
      </div>
    </div>
  )
}
