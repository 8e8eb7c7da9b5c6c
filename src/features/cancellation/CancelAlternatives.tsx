import type { ReactNode } from 'react'
import { someFreeMonths } from '../../domain/subscription/free-months.ts'
import type { ReaderStep } from '../../domain/subscription/subscription-steps.ts'
import styles from './cancel-flow.module.css'
import { type CancelPageName, cancelPages } from './cancel-pages.ts'

/** Pages without a button to keep the subscription. */
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
  const links: ReactNode[] = [
    ...(canAcceptRetentionOffer ? [<a href={offerPage.path}>take {someFreeMonths}</a>] : []),
    ...(canPause ? [<a href={pausePage.path}>pause for a while</a>] : []),
    ...(pagesWithoutKeepButton.includes(page)
      ? [<a href="/settings">keep your subscription as it is</a>]
      : []),
  ]
  if (links.length === 0) return null
  return (
    <p className={styles.alternatives}>
      You can also{' '}
      {links.map((link, index) => (
        <span key={index}>
          {index > 0 && (index === links.length - 1 ? ' or ' : ', ')}
          {link}
        </span>
      ))}
      .
    </p>
  )
}
