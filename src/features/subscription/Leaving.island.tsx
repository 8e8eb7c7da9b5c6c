import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useQuery } from '../../browser/use-query.ts'
import type { SubscriptionResponse } from '../../contracts/subscription.ts'
import { subscriptionStatuses } from '../../domain/subscription-status.ts'
import { readerSteps } from '../../domain/subscription-steps.ts'
import field from '../../ui/field.module.css'
import {
  $reader,
  $subscription,
  fetchSubscription,
  readHint,
} from '../account/subscription-store.ts'
import CancelNow from './CancelNow.tsx'
import ConfirmCancelling from './ConfirmCancelling.tsx'
import ConfirmOffer from './ConfirmOffer.tsx'
import ConfirmPause from './ConfirmPause.tsx'
import { countDecision, countLeavingPage } from './count-leaving.ts'
import Decided from './Decided.tsx'
import { lastDecision, rememberDecision } from './last-decision.ts'
import styles from './leaving.module.css'
import { belongsTo, type LeavingScreen, leavingPages } from './leaving-pages.ts'
import type { Decision, StepProps } from './leaving-step.ts'
import OtherWays from './OtherWays.tsx'
import Reasons from './Reasons.tsx'
import StandingNow from './StandingNow.tsx'
import { standingInWords, unknownSubscription } from './standing-words.ts'
import TechnicalHelp from './TechnicalHelp.tsx'
import UnreadStories from './UnreadStories.tsx'
import { useStep } from './use-step.ts'

const endsAt: Readonly<Record<Decision['step'], LeavingScreen>> = {
  cancel: 'cancel_complete',
  pause: 'pause_complete',
  takeOffer: 'offer_complete',
}

type Props = {
  readonly screen: LeavingScreen
  readonly desk: string
  readonly helpCentre: string
  readonly waysOfPaying: string
}

/**
 * A page of the cancel flow. If it doesn't belong to the state of the subscription, because the reader
 * followed an old link, went back or decided in another tab, it leads to the settings, which show the state.
 */
export default function Leaving({ screen, helpCentre, ...helpers }: Props) {
  const reader = useStore($reader)
  const { data, problem } = useQuery($subscription)
  const { take, failure } = useStep()
  /** As it stood when the reader decided: the page stays as it was until the next one is there. */
  const [decided, setDecided] = useState<SubscriptionResponse | null>(null)
  const isSettled = useRef(false)
  const { does, title, says } = leavingPages[screen]
  const subscription = decided ?? data ?? null

  useEffect(() => {
    readHint()
    // Back from the next page, where the browser has kept this one: it may be over here.
    const look = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      setDecided(null)
      void fetchSubscription()
    }
    addEventListener('pageshow', look)
    return () => removeEventListener('pageshow', look)
  }, [])

  useEffect(() => {
    // A guest is asked to log in by the page.
    if (!data?.signedIn) return
    if (decided === null && !isSettled.current && !belongsTo(screen, data, lastDecision())) {
      location.replace('/settings')
      return
    }
    // A page that confirms a decision stays when its reader takes it back there.
    if (does === null) isSettled.current = true
    else if (data.may.includes(does)) countLeavingPage(screen)
  }, [data, decided, does, screen])

  async function decide(decision: Decision) {
    setDecided(subscription)
    const taken = await take(decision)
    if (!taken) return
    if (!taken.ok) return setDecided(null)
    countDecision(decision.step)
    rememberDecision(decision.step)
    location.assign(leavingPages[endsAt[decision.step]].path)
  }

  if (reader.signedIn === 'out') return <Frame title={title} says="" />
  const alert = (
    <p className={`${field.problem} ${styles.problem}`} role="alert">
      {failure?.message ?? problem}
    </p>
  )
  if (does === null) {
    const shown = subscription ?? likeliest(screen)
    return (
      <Frame {...wordsOf(shown)} isUnknown={subscription === null}>
        {alert}
        <div className={styles.standing} data-unknown={subscription ? undefined : ''}>
          <StandingNow subscription={shown} {...helpers} />
          <Decided screen={screen} subscription={shown} />
        </div>
      </Frame>
    )
  }

  const step: StepProps = {
    subscription,
    decide: (decision) => void decide(decision),
    isDeciding: decided !== null,
  }
  return (
    <Frame title={title} says={says}>
      {stepOf(screen, step, { desk: helpers.desk, helpCentre })}
      {alert}
      <OtherWays screen={screen} may={subscription?.may ?? readerSteps} />
      {screen !== 'cancel_confirmation' && <CancelNow {...step} />}
    </Frame>
  )
}

/** The likeliest state on this page: it keeps room until the server has answered, and is invisible. */
function likeliest(screen: LeavingScreen): SubscriptionResponse {
  const { until } = unknownSubscription
  switch (screen) {
    case 'cancel_complete':
      return { ...unknownSubscription, detail: 'cancelled', may: ['reactivate'] }
    case 'pause_complete':
      return { ...unknownSubscription, detail: 'paused', resumesAt: until, may: ['reactivate'] }
    default:
      return { ...unknownSubscription, resumesAt: until, freeUntil: until }
  }
}

function wordsOf(subscription: SubscriptionResponse) {
  const { title, more } = standingInWords(subscription, new Date())
  return { title, says: more }
}

function stepOf(
  screen: LeavingScreen,
  step: StepProps,
  help: { readonly desk: string; readonly helpCentre: string },
): ReactNode {
  switch (screen) {
    case 'cancellation_choice':
      return <Reasons may={step.subscription?.may ?? null} />
    case 'cancellation_stories':
      return <UnreadStories />
    case 'cancellation_technical':
      return <TechnicalHelp {...help} />
    case 'cancel_confirmation':
      return <ConfirmCancelling {...step} />
    case 'pause_confirmation':
      return <ConfirmPause {...step} />
    case 'offer_confirmation':
      return <ConfirmOffer {...step} />
    case 'cancel_complete':
    case 'pause_complete':
    case 'offer_complete':
      return null
  }
}

/** Guests see the title alone, and are asked to log in by the page. */
const forReaders = `undefined ${subscriptionStatuses.join(' ')}`

function Frame({
  title,
  says,
  isUnknown = false,
  children,
}: {
  title: string
  says: string
  /** They may not be true, and only keep room. */
  isUnknown?: boolean
  children?: ReactNode
}) {
  return (
    <div className={styles.frame}>
      <header className={styles.header} data-unknown={isUnknown ? '' : undefined}>
        <h1>{title}</h1>
        {says && <p data-for={forReaders}>{says}</p>}
      </header>
      <div className={styles.step} data-for={forReaders}>
        {children}
      </div>
    </div>
  )
}
