import { countedClick } from '../../contracts/analytics/marks.ts'
import { type ReaderStep, readerSteps } from '../../domain/subscription-steps.ts'
import styles from './leaving.module.css'
import { leadsTo, leavingPages, type Reason, reasons } from './leaving-pages.ts'

/** Reasons to leave, each a link to what may help with it. */
export default function Reasons({ may }: { may: readonly ReaderStep[] | null }) {
  return (
    <ul className={`${styles.reasons} plain-list`}>
      {(Object.keys(reasons) as Reason[]).map((reason) => (
        <li key={reason}>
          <a
            // Before it is known what can be had, as if all of it could: no page fails who comes in vain.
            href={leavingPages[leadsTo(reason, may ?? readerSteps)].path}
            {...countedClick('Reason Chosen', { reason })}
          >
            {reasons[reason]}
          </a>
        </li>
      ))}
    </ul>
  )
}
