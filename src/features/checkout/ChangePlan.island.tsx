import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { track } from '../../browser/analytics.ts'
import { useQuery } from '../../browser/use-query.ts'
import type { PayPalSettings } from '../../contracts/paypal-config.ts'
import type { SubscriptionResponse } from '../../contracts/subscription-endpoints.ts'
import { listOtherPlans, type PlanKind } from '../../domain/subscription/offer.ts'
import type { PlanId } from '../../domain/subscription/plan.ts'
import { getPlanName, studentEligibility } from '../../domain/subscription/plan-text.ts'
import control from '../../ui/button.module.css'
import field from '../../ui/field.module.css'
import { $reader, $subscription, applyReaderHint } from '../session/subscription-store.ts'
import styles from './change-plan.module.css'
import PayPalCheckout from './PayPalCheckout.island.tsx'
import {
  describeCurrentPlan,
  describeObstacle,
  describePlanChange,
  formatNewPrice,
} from './plan-change-text.ts'

const readSelectedKind = () => new URLSearchParams(location.search).get('plan')

/** Choosing a plan shows what it means for dates and money, and PayPal's button. */
export default function ChangePlan({ settings }: { settings: PayPalSettings }) {
  const reader = useStore($reader)
  const { data, errorMessage } = useQuery($subscription)

  useEffect(applyReaderHint, [])

  if (reader.signedIn === 'out') return null
  if (errorMessage) {
    return (
      <p className={field.error} role="alert">
        {errorMessage}
      </p>
    )
  }
  if (!data) return <p className={styles.loading}>…</p>
  if (!data.plan || !data.allowedSteps.includes('changePlan')) {
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
  return <PlanChoice subscription={data} current={data.plan} settings={settings} />
}

type PlanChoiceProps = {
  readonly subscription: SubscriptionResponse
  readonly current: PlanId
  readonly settings: PayPalSettings
}

function PlanChoice({ subscription, current, settings }: PlanChoiceProps) {
  const choices = listOtherPlans(current)
  const [kind, setKind] = useState<PlanKind | null>(
    () => choices.find((choice) => choice.kind === readSelectedKind())?.kind ?? null,
  )
  const panel = useRef<HTMLElement>(null)
  const chosen = choices.find((choice) => choice.kind === kind)

  useEffect(() => {
    // PayPal's button reads it (features/offer/selected-plan-store.ts).
    const { dataset } = document.documentElement
    if (kind) dataset.plan = kind
    else delete dataset.plan
  }, [kind])

  function choose(next: PlanKind, plan: PlanId) {
    const url = new URL(location.href)
    url.searchParams.set('plan', next)
    // A reload, and PayPal, return to the same choice.
    history.replaceState(null, '', url)
    setKind(next)
    track('Subscription Selected', { plan })
    requestAnimationFrame(() => panel.current?.focus())
  }

  return (
    <div className={styles.content}>
      <p>{describeCurrentPlan(subscription, new Date())}</p>
      <ul className={styles.choices}>
        {choices.map((choice) => (
          <li key={choice.kind}>
            <div>
              <h2>{getPlanName(choice.kind)}</h2>
              <p>{formatNewPrice(choice.plan)}</p>
              {choice.kind === 'student' && <p className={styles.quiet}>{studentEligibility}</p>}
            </div>
            <button
              type="button"
              className={control.button}
              aria-pressed={choice.kind === kind}
              onClick={() => choose(choice.kind, choice.plan)}
            >
              Choose {choice.kind === 'student' ? 'the student plan' : choice.kind}
            </button>
          </li>
        ))}
      </ul>
      {chosen && (
        <section
          ref={panel}
          className={styles.panel}
          tabIndex={-1}
          aria-label={`Change to ${getPlanName(chosen.kind)}`}
        >
          <dl className={styles.facts}>
            {describePlanChange(subscription, chosen.plan, new Date()).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <PayPalCheckout settings={settings} isPlanChange />
        </section>
      )}
    </div>
  )
}
