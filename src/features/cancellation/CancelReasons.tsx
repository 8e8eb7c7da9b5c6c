import { trackClick } from '../../contracts/analytics/tracked-elements.ts'
import {
  cancelReasons,
  type ReaderStep,
  readerSteps,
} from '../../domain/subscription/subscription-steps.ts'
import styles from './cancel-flow.module.css'
import { cancelPages, cancelReasonTexts, getPageForReason } from './cancel-pages.ts'
import { storeReason } from './chosen-reason.ts'

export default function CancelReasons({
  allowedSteps,
}: {
  allowedSteps: readonly ReaderStep[] | null
}) {
  return (
    <ul className={`${styles.reasons} plain-list`}>
      {cancelReasons.map((reason) => (
        <li key={reason}>
          <a
            // Until the status is known, links assume that every step is allowed: the page itself checks again.
            href={cancelPages[getPageForReason(reason, allowedSteps ?? readerSteps)].path}
            onClick={() => storeReason(reason)}
            {...trackClick('Reason Chosen', { reason })}
          >
            {cancelReasonTexts[reason]}
          </a>
        </li>
      ))}
    </ul>
  )
}
