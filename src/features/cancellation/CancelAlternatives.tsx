import { someFreeMonths } from '../../domain/subscription/free-months.ts'
import type { ReaderStep } from '../../domain/subscription/subscription-steps.ts'
import styles from './cancel-flow.module.css'
import { type CancelPageName, cancelPages } from './cancel-pages.ts'

/** Pages that have no button to keep the subscription. */
const pagesWithoutKeepButton: readonly CancelPageName[] = [
  'cancellation_stories',
  'cancellation_technical',
]

export default function CancelAlternatives({
  page,
  allowedSteps,
}: {
  page: CancelPageName
  allowedSteps: readonly ReaderStep[]
}) {
  // The first page has a list of reasons.
  if (page === 'cancellation_choice') return null
  const { offer_confirmation: offerPage, pause_confirmation: pausePage } = cancelPages
  const canAcceptRetentionOffer =
    allowedSteps.includes('acceptOffer') && page !== 'offer_confirmation'
  const canPause = allowedSteps.includes('pause') && page !== 'pause_confirmation'
  const links = [
    ...(canAcceptRetentionOffer ? [{ href: offerPage.path, text: `take ${someFreeMonths}` }] : []),
    ...(canPause ? [{ href: pausePage.path, text: 'pause for a while' }] : []),
    ...(pagesWithoutKeepButton.includes(page)
      ? [{ href: '/settings', text: 'keep your subscription as it is' }]
      : []),
  ]
  if (links.length === 0) return null
  return (
    <p className={styles.alternatives}>
      <span>You can also </span>
      {links.map(({ href, text }, index) => (
        <span key={href}>
          {index > 0 && <span>{index === links.length - 1 ? ' or ' : ', '}</span>}
          <a href={href}>{text}</a>
        </span>
      ))}
      <span>.</span>
    </p>
  )
}
