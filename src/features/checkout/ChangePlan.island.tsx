import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { track } from '../../browser/analytics.ts'
import { useLastValue } from '../../browser/use-last-value.ts'
import { useQuery } from '../../browser/use-query.ts'
import type { SubscriptionResponse } from '../../contracts/endpoints/subscription-endpoints.ts'
import type { PayPalSettings } from '../../contracts/settings/paypal-config.ts'
import { type PlanKind, planKinds } from '../../domain/subscription/offer.ts'
import type { PlanId } from '../../domain/subscription/plan.ts'
import { getPlanName, studentEligibility } from '../../domain/subscription/plan-text.ts'
import control from '../../ui/button.module.css'
import FactRows from '../../ui/FactRows.tsx'
import Problem from '../../ui/Problem.tsx'
import TextWithPrices from '../../ui/TextWithPrices.tsx'
import { $outlook } from '../session/outlook-store.ts'
import { $reader, $subscription, applyReaderHint } from '../session/subscription-store.ts'
import styles from './change-plan.module.css'
import PayPalCheckout from './PayPalCheckout.island.tsx'
import {
  describeCurrentPlan,
  describeObstacle,
  describePlanStart,
  formatNewPrice,
  type PlanStart,
} from './plan-change-text.ts'

const readSelectedKind = () => new URLSearchParams(location.search).get('plan')

/** Shows a chosen plan's effect on dates and money, and PayPal's button. */
export default function ChangePlan({ settings }: { settings: PayPalSettings }) {
  const reader = useStore($reader)
  const { data, errorMessage } = useQuery($subscription)
  const { data: latestOutlook, errorMessage: outlookProblem } = useQuery($outlook)
  // PayPal's button stays while the next outlook loads.
  const outlook = useLastValue(latestOutlook)

  useEffect(applyReaderHint, [])

  if (reader.signedIn === 'out') return null
  if (errorMessage || outlookProblem) {
    return <Problem>{errorMessage || outlookProblem}</Problem>
  }
  if (!data || !outlook) return <p className={styles.loading}>…</p>
  const choices = planKinds.flatMap((kind) => {
    const start = outlook.planStarts[kind]
    return start ? [{ kind, ...start }] : []
  })
  if (choices.length === 0) {
    return (
      <div className={styles.content}>
        <p>{describeObstacle(data)}</p>
        <p>
          <a className={control.button} href="/settings">
            Go to your account
          </a>
        </p>
      </div>
    )
  }
  return <PlanChoice subscription={data} choices={choices} settings={settings} />
}

type Choice = PlanStart & { readonly kind: PlanKind }

type PlanChoiceProps = {
  readonly subscription: SubscriptionResponse
  readonly choices: readonly Choice[]
  readonly settings: PayPalSettings
}

function PlanChoice({ subscription, choices, settings }: PlanChoiceProps) {
  const [kind, setKind] = useState<PlanKind | null>(() => {
    // A reader who has to approve again keeps the plan, unless they choose another one.
    const own = choices.find(({ plan }) => plan === subscription.plan)
    return (choices.find((choice) => choice.kind === readSelectedKind()) ?? own)?.kind ?? null
  })
  const panel = useRef<HTMLElement>(null)
  const chosen = choices.find((choice) => choice.kind === kind)

  useEffect(() => {
    // PayPal's button reads the plan from <html> (features/offer/selected-plan-store.ts).
    const { dataset } = document.documentElement
    if (kind) dataset.plan = kind
    else delete dataset.plan
  }, [kind])

  function choose(next: PlanKind, plan: PlanId) {
    const url = new URL(location.href)
    url.searchParams.set('plan', next)
    // With the plan in the address, a reload and a return from PayPal keep the choice.
    history.replaceState(null, '', url)
    setKind(next)
    track('Subscription Selected', { plan })
    requestAnimationFrame(() => panel.current?.focus())
  }

  return (
    <div className={styles.content}>
      <p>
        <TextWithPrices text={describeCurrentPlan(subscription)} />
      </p>
      <ul className={`${styles.choices} plain-list`}>
        {choices.map((choice) => (
          <li key={choice.kind}>
            <div>
              <h2>{getPlanName(choice.kind)}</h2>
              <p>
                <TextWithPrices text={formatNewPrice(choice.plan)} />
              </p>
              {choice.kind === 'student' && <p className={styles.quiet}>{studentEligibility}</p>}
            </div>
            <button
              type="button"
              className={control.button}
              aria-pressed={choice.kind === kind}
              onClick={() => choose(choice.kind, choice.plan)}
            >
              {`Choose ${choice.kind === 'student' ? 'the student plan' : choice.kind}`}
            </button>
          </li>
        ))}
      </ul>
      {chosen && (
        <section
          ref={panel}
          className={styles.panel}
          tabIndex={-1}
          aria-label={
            chosen.plan === subscription.plan
              ? `Renew ${getPlanName(chosen.kind)}`
              : `Change to ${getPlanName(chosen.kind)}`
          }
        >
          <dl className={styles.facts}>
            <FactRows facts={describePlanStart(subscription, chosen)} />
          </dl>
          <PayPalCheckout settings={settings} isPlanChange />
        </section>
      )}
    </div>
  )
}
