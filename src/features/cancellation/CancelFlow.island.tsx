import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { callSeenPage } from '../../browser/page-call.ts'
import { readTabItem, storeTabItem } from '../../browser/session-storage.ts'
import { useLastValue } from '../../browser/use-last-value.ts'
import { useQuery } from '../../browser/use-query.ts'
import { useSingleCall } from '../../browser/use-single-call.ts'
import type { SubscriptionResponse } from '../../contracts/endpoints/subscription-endpoints.ts'
import {
  chooseForFreeMonths,
  freeMonths,
  someFreeMonths,
} from '../../domain/subscription/free-months.ts'
import { signedInStatuses } from '../../domain/subscription/subscription-status.ts'
import { readerSteps } from '../../domain/subscription/subscription-steps.ts'
import field from '../../ui/field.module.css'
import SubscriptionDetails from '../../ui/SubscriptionDetails.tsx'
import { describeSubscription, placeholderSubscription } from '../../ui/subscription-text.ts'
import { $outlook } from '../session/outlook-store.ts'
import {
  $reader,
  $subscription,
  applyReaderHint,
  fetchSubscription,
  requestSubscriptionStep,
} from '../session/subscription-store.ts'
import CancelAlternatives from './CancelAlternatives.tsx'
import CancelNow from './CancelNow.tsx'
import CancelReasons from './CancelReasons.tsx'
import ConfirmationStep from './ConfirmationStep.tsx'
import ConfirmPause from './ConfirmPause.tsx'
import styles from './cancel-flow.module.css'
import { type CancelPageName, cancelPages, isShownFor } from './cancel-pages.ts'
import type { CancelDecision, CancelStepProps } from './cancel-step.ts'
import { listCancellation, listFreeMonths } from './cancel-timelines.ts'
import { describeReason, removeReason } from './chosen-reason.ts'
import DecisionThanks from './DecisionThanks.tsx'
import TechnicalHelp from './TechnicalHelp.tsx'
import { trackCancelPage, trackDecision } from './track-cancel-flow.ts'
import UnreadStories from './UnreadStories.tsx'

const completionPages: Readonly<Record<CancelDecision['step'], CancelPageName>> = {
  cancel: 'cancel_complete',
  pause: 'pause_complete',
  acceptOffer: 'offer_complete',
}

/** Stores this tab's last decision: the end of a subscription is confirmed only if it was cancelled in this tab. */
const lastDecisionKey = 'cancel-decision'

/** The page stays as it was when the reader decided. */
type AtDecision = Pick<CancelStepProps, 'subscription' | 'outlook'>

type Props = {
  readonly page: CancelPageName
  readonly supportEmail: string
  readonly helpCentre: string | undefined
  readonly paymentMethodsUrl: string
}

/** Redirects to the settings if the status doesn't allow the page, after an old link or a decision in another tab. */
export default function CancelFlow({ page, helpCentre, ...supportLinks }: Props) {
  const reader = useStore($reader)
  const { data, errorMessage } = useQuery($subscription)
  const { data: latestOutlook, errorMessage: outlookProblem } = useQuery($outlook)
  const lastOutlook = useLastValue(latestOutlook)
  const { pending, failure, run } = useSingleCall(requestSubscriptionStep)
  const [atDecision, setAtDecision] = useState<AtDecision | null>(null)
  const hasBeenShown = useRef(false)
  const { offeredStep, title, intro } = cancelPages[page]
  const subscription = atDecision?.subscription ?? data ?? null
  const outlook = atDecision?.outlook ?? latestOutlook ?? null

  useEffect(() => {
    applyReaderHint()
    // A page restored from the back-forward cache may be outdated.
    const refetchRestoredPage = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      setAtDecision(null)
      void fetchSubscription()
    }
    addEventListener('pageshow', refetchRestoredPage)
    return () => removeEventListener('pageshow', refetchRestoredPage)
  }, [])

  useEffect(() => {
    if (reader.signedIn === 'out') callSeenPage()
    if (!data?.signedIn) return
    if (
      atDecision === null &&
      !hasBeenShown.current &&
      !isShownFor(page, data, readTabItem(lastDecisionKey))
    ) {
      location.replace('/settings')
      return
    }
    callSeenPage()
    // A page that confirms a decision stays if the reader reverses the decision there.
    if (offeredStep === null) hasBeenShown.current = true
    else if (data.allowedSteps.includes(offeredStep)) trackCancelPage(page)
  }, [reader.signedIn, data, atDecision, offeredStep, page])

  async function decide(decision: CancelDecision) {
    setAtDecision({ subscription, outlook })
    const result = await run(
      decision.step === 'cancel' ? { ...decision, ...describeReason() } : decision,
    )
    if (!result) return
    if (!result.ok) return setAtDecision(null)
    trackDecision(decision.step)
    removeReason()
    storeTabItem(lastDecisionKey, decision.step)
    location.assign(cancelPages[completionPages[decision.step]].path)
  }

  if (reader.signedIn === 'out') return <CancelPageFrame title={title} intro="" />
  const renderAlert = (message: string | undefined) => (
    <p className={`${field.error} ${styles.problem}`} role="alert">
      {message}
    </p>
  )
  if (offeredStep === null) {
    const shown = subscription ?? getPlaceholder(page)
    const isKnown = subscription && (lastOutlook || outlookProblem)
    return (
      <CancelPageFrame {...getHeading(page, shown)} isPlaceholder={subscription === null}>
        {renderAlert(errorMessage || outlookProblem)}
        <div className={styles.subscription} data-unknown={isKnown ? undefined : ''}>
          <SubscriptionDetails
            subscription={shown}
            outlook={outlook}
            pendingStep={pending?.step ?? null}
            failure={failure}
            runStep={run}
            {...supportLinks}
          />
          <DecisionThanks page={page} subscription={shown} />
        </div>
      </CancelPageFrame>
    )
  }

  const step: CancelStepProps = {
    subscription,
    outlook,
    decide: (decision) => void decide(decision),
    isDeciding: atDecision !== null,
  }
  return (
    <CancelPageFrame title={title} intro={intro}>
      {renderStep(page, step, { supportEmail: supportLinks.supportEmail, helpCentre })}
      {renderAlert(failure?.message ?? (errorMessage || outlookProblem))}
      <CancelAlternatives page={page} allowedSteps={subscription?.allowedSteps ?? readerSteps} />
      {page !== 'cancel_confirmation' && <CancelNow {...step} />}
    </CancelPageFrame>
  )
}

/** Returns the page's most likely status, which reserves room invisibly until the server has answered. */
function getPlaceholder(page: CancelPageName): SubscriptionResponse {
  const { until } = placeholderSubscription
  switch (page) {
    case 'cancel_complete':
      return { ...placeholderSubscription, detail: 'cancelled', allowedSteps: ['reactivate'] }
    case 'pause_complete':
      return {
        ...placeholderSubscription,
        detail: 'paused',
        resumesAt: until,
        allowedSteps: ['reactivate'],
      }
    default:
      return placeholderSubscription
  }
}

function getHeading(page: CancelPageName, subscription: SubscriptionResponse) {
  if (page === 'offer_complete' && subscription.detail === 'active')
    return {
      title: `You have ${someFreeMonths}`,
      intro: `We’ve added ${chooseForFreeMonths('it', 'them')} to your subscription.`,
    }
  const { title, details } = describeSubscription(subscription, new Date())
  return { title, intro: details }
}

function renderStep(
  page: CancelPageName,
  step: CancelStepProps,
  help: { readonly supportEmail: string; readonly helpCentre: string | undefined },
): ReactNode {
  switch (page) {
    case 'cancellation_choice':
      return <CancelReasons allowedSteps={step.subscription?.allowedSteps ?? null} />
    case 'cancellation_stories':
      return <UnreadStories />
    case 'cancellation_technical':
      return <TechnicalHelp {...help} />
    case 'cancel_confirmation':
      // The button to keep the subscription must look like the one to cancel.
      return (
        <ConfirmationStep
          {...step}
          listEntries={({ steps: { cancel } }) => (cancel ? listCancellation(cancel) : [])}
          label="Cancel subscription"
          step={{ step: 'cancel' }}
          alternative={{ label: 'Keep subscription', href: '/settings' }}
        />
      )
    case 'pause_confirmation':
      return <ConfirmPause {...step} />
    case 'offer_confirmation':
      return (
        <ConfirmationStep
          {...step}
          listEntries={listFreeMonths}
          label={`Accept the ${freeMonths}`}
          step={{ step: 'acceptOffer' }}
          alternative={{ label: 'No, thank you', href: cancelPages.cancel_confirmation.path }}
        />
      )
    case 'cancel_complete':
    case 'pause_complete':
    case 'offer_complete':
      return null
  }
}

/** Guests see only the title. */
const signedInOrUnknown = `undefined ${signedInStatuses}`

function CancelPageFrame({
  title,
  intro,
  isPlaceholder = false,
  children,
}: {
  title: string
  intro: string
  isPlaceholder?: boolean
  children?: ReactNode
}) {
  return (
    <div className={styles.frame}>
      <header className={styles.header} data-unknown={isPlaceholder ? '' : undefined}>
        <h1>{title}</h1>
        {intro && <p data-for={signedInOrUnknown}>{intro}</p>}
      </header>
      <div className={styles.step} data-for={signedInOrUnknown}>
        {children}
      </div>
    </div>
  )
}
