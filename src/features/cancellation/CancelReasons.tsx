import { trackClick } from '../../contracts/analytics/event-attributes.ts'
import { type ReaderStep, readerSteps } from '../../domain/subscription/subscription-steps.ts'
import styles from './cancel-flow.module.css'
import { type CancelReason, cancelPages, cancelReasons, getPageForReason } from './cancel-pages.ts'

export default function CancelReasons({
  allowedSteps,
}: {
  allowedSteps: readonly ReaderStep[] | null
}) {
  return (
    <ul className={`${styles.reasons} plain-list`}>
      {(Object.keys(cancelReasons) as CancelReason[]).map((reason) => (
        <li key={reason}>
          <a
            // Before the status is known, as if every step were allowed: the page itself checks again.
            href={cancelPages[getPageForReason(reason, allowedSteps ?? readerSteps)].path}
            {...trackClick('Reason Chosen', { reason })}
          >
            {cancelReasons[reason]}
          </a>
        </li>
      ))}
    </ul>
  )
}
