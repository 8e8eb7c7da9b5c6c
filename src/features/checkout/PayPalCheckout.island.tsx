import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { botCheckNotice, loadBotCheck } from '../../browser/bot-check.ts'
import { fetchCountry } from '../../browser/country.ts'
import { $paypal, loadPayPal } from '../../browser/paypal-script.ts'
import { isSignedInShown } from '../../browser/reader-hint.ts'
import type { PayPalSettings } from '../../contracts/settings/paypal-config.ts'
import { parseOfferSource } from '../../domain/statistics/offer-source.ts'
import { getPriceClassOfPlan } from '../../domain/subscription/offer.ts'
import control from '../../ui/button.module.css'
import { forgetStudent } from '../offer/confirmed-student-store.ts'
import { getSelectedPlan } from '../offer/selected-plan-store.ts'
import { fetchSubscription } from '../session/subscription-store.ts'
import { createCheckout, fetchApproval } from './checkout-api.ts'
import { type CheckoutProblem, createCheckoutStore, getFinishUrl } from './checkout-store.ts'
import { describeCheckoutProblem, getNextStep, stepMessages } from './checkout-text.ts'
import styles from './paypal-checkout.module.css'
import { consumeReturn } from './pending-checkout-store.ts'
import { readUnfinishedCheckout, storeFundingSource } from './unfinished-checkout.ts'

const createStore = (isPlanChange: boolean) =>
  createCheckoutStore(() => getSelectedPlan() ?? 'annual', {
    isPlanChange,
    start: createCheckout,
    approval: fetchApproval,
    source: () => parseOfferSource(location.search),
    onStarted({ plan }) {
      document.documentElement.dataset.prices = getPriceClassOfPlan(plan)
    },
    onSubscribed: () => void fetchSubscription(),
    onStudentUnconfirmed: forgetStudent,
    isReader: isSignedInShown,
    navigate: (address) => location.assign(address),
    later: (work) => setTimeout(work, 6000),
  })

function NextStepLink({ problem }: { problem: CheckoutProblem }) {
  const next = getNextStep(problem)
  const unfinished = readUnfinishedCheckout()
  if (next === 'finish' && unfinished) return <a href={getFinishUrl(unfinished)}>Finish now</a>
  if (next === 'student') return <a href="/subscribe/student">Confirm that you’re a student</a>
  if (next === 'account') return <a href="/settings">Go to your account</a>
  return null
}

type Props = { readonly settings: PayPalSettings; readonly isPlanChange?: boolean }

export default function PayPalCheckout({ settings, isPlanChange = false }: Props) {
  const [store] = useState(() => createStore(isPlanChange))
  const { step, problem } = useStore(store.$checkout)
  const script = useStore($paypal)
  const buttonContainer = useRef<HTMLDivElement>(null)
  const messages = useRef<HTMLDivElement>(null)
  const [isReady, setIsReady] = useState(false)

  useEffect(() => {
    if (!document.documentElement.dataset.prices) fetchCountry()
    if (!isSignedInShown()) void loadBotCheck()
    setIsReady(true)
    const recheckOnReturn = () =>
      void (consumeReturn() ? store.handleWindowClosed() : store.recheckApproval())
    recheckOnReturn()
    // Events when the buyer returns from the PayPal window, or when the page is restored from the back-forward cache.
    const eventNames = ['focus', 'pageshow'] as const
    for (const eventName of eventNames) addEventListener(eventName, recheckOnReturn)
    return () => {
      for (const eventName of eventNames) removeEventListener(eventName, recheckOnReturn)
    }
  }, [store])

  useEffect(() => {
    let isUnmounted = false
    void loadPayPal(settings).then((paypal) => {
      if (isUnmounted || !paypal?.Buttons || !buttonContainer.current) return
      const buttons = paypal.Buttons({
        style: { layout: 'vertical', shape: 'sharp', label: 'subscribe', height: 48 },
        onClick: ({ fundingSource }) => void storeFundingSource(String(fundingSource ?? '')),
        createSubscription: store.start,
        onApprove: async ({ subscriptionID }) => {
          if (subscriptionID) store.handleApproved(subscriptionID)
        },
        onCancel: () => void store.handleWindowClosed(),
        onError: store.handleScriptError,
      })
      buttons.render(buttonContainer.current).catch(store.handleScriptError)
    })
    return () => {
      isUnmounted = true
    }
  }, [settings, store])

  // On a phone, the messages are below the window.
  useEffect(() => {
    if (step !== 'idle' || problem) messages.current?.scrollIntoView({ block: 'nearest' })
  }, [step, problem])

  const isBusy = !isReady || step !== 'idle'
  return (
    <div className={styles.checkout} data-checkout={step}>
      <div className={styles.buttonContainer} data-state={script}>
        {script !== 'resolved' && script !== 'rejected' && (
          <p className={styles.loading}>Loading the PayPal button…</p>
        )}
        <div ref={buttonContainer} hidden={script === 'rejected'} />
        {script === 'rejected' && (
          <button
            type="button"
            className={control.primary}
            disabled={isBusy}
            onClick={store.redirectToPayPal}
          >
            Continue with PayPal
          </button>
        )}
      </div>
      <p className={styles.note}>
        {script === 'rejected' ? (
          'The PayPal button couldn’t load, perhaps because of an ad blocker. You can continue on PayPal’s site instead.'
        ) : (
          <span>
            Prefer not to use a pop-up?{' '}
            <button type="button" disabled={isBusy} onClick={store.redirectToPayPal}>
              Continue on PayPal’s site
            </button>
          </span>
        )}
      </p>
      {botCheckNotice && <p className={styles.note}>{botCheckNotice}</p>}
      <div ref={messages} className={styles.messages}>
        <p role="status">{stepMessages[step]}</p>
        <div className={styles.problem} role="alert">
          {problem && (
            <p>
              <span>{`${describeCheckoutProblem(problem)} `}</span>
              <NextStepLink problem={problem} />
            </p>
          )}
        </div>
      </div>
    </div>
  )
}
