import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { botCheckSiteKey, prepareBotCheck } from '../../browser/bot-check.ts'
import { askForCountry } from '../../browser/country.ts'
import { $paypal, loadPayPal } from '../../browser/paypal-script.ts'
import { isReaderShown } from '../../browser/reader-hint.ts'
import type { PayPalSettings } from '../../contracts/paypal-script.ts'
import { offerSource } from '../../domain/offer-source.ts'
import control from '../../ui/control.module.css'
import { fetchSubscription } from '../account/subscription-store.ts'
import {
  begunCheckout,
  checkoutToBegin,
  forgetBegun,
  noteBegun,
  noteLeaving,
  takeReturn,
} from './begun-checkout.ts'
import styles from './checkout.module.css'
import { askForApproval, askToBegin } from './checkout-calls.ts'
import { type CheckoutProblem, createCheckoutStore, finishAddress } from './checkout-store.ts'
import { describeCheckoutProblem, nextStep } from './checkout-words.ts'
import { chosenPlan } from './choose-plan.ts'
import { noteFunding, unfinishedCheckout } from './paid-checkout.ts'

const createStore = () =>
  createCheckoutStore(() => chosenPlan() ?? 'annual', {
    begin: askToBegin,
    approval: askForApproval,
    source: () => offerSource(location.search),
    memory: {
      toBegin: (kind) => checkoutToBegin(kind, Date.now()),
      begun: () => begunCheckout(Date.now()),
      note: (begun, id) => noteBegun(begun, id, Date.now()),
      leave: () => noteLeaving(Date.now()),
      forget: forgetBegun,
    },
    unfinished: unfinishedCheckout,
    onBegun({ plan }) {
      const { dataset } = document.documentElement
      dataset.prices = plan.startsWith('international') ? 'international' : 'domestic'
    },
    onSubscribed: () => void fetchSubscription(),
    isReader: isReaderShown,
    goTo: (address) => location.assign(address),
  })

function WayOn({ problem }: { problem: CheckoutProblem }) {
  const next = nextStep(problem)
  const unfinished = unfinishedCheckout()
  if (next === 'finish' && unfinished) return <a href={finishAddress(unfinished)}>Finish it now</a>
  if (next === 'student') return <a href="/subscribe/student">Show that you are a student</a>
  if (next === 'account') return <a href="/settings">Go to your account</a>
  return null
}

/** PayPal's button, the way to PayPal's own page, and what has come of either. */
export default function Checkout({ settings }: { settings: PayPalSettings }) {
  const [store] = useState(createStore)
  const { step, problem } = useStore(store.$checkout)
  const script = useStore($paypal)
  const place = useRef<HTMLDivElement>(null)
  // Before this runs, its buttons do nothing.
  const [isReady, setIsReady] = useState(false)

  useEffect(() => {
    if (!document.documentElement.dataset.prices) askForCountry()
    if (!isReaderShown()) void prepareBotCheck()
    setIsReady(true)
    const lookAgain = () => void (takeReturn(Date.now()) ? store.closed() : store.lookAgain())
    lookAgain()
    // Back from another window, or by the browser's button to a page that it has kept.
    const signs = ['focus', 'pageshow'] as const
    for (const sign of signs) addEventListener(sign, lookAgain)
    return () => {
      for (const sign of signs) removeEventListener(sign, lookAgain)
    }
  }, [store])

  useEffect(() => {
    let isGone = false
    void loadPayPal(settings).then((paypal) => {
      if (isGone || !paypal?.Buttons || !place.current) return
      const buttons = paypal.Buttons({
        style: { layout: 'vertical', shape: 'sharp', label: 'subscribe', height: 48 },
        onClick: ({ fundingSource }) => noteFunding(String(fundingSource ?? '')),
        createSubscription: store.begin,
        onApprove: async ({ subscriptionID }) => {
          if (subscriptionID) store.approved(subscriptionID)
        },
        onCancel: () => void store.closed(),
        onError: store.failed,
      })
      buttons.render(place.current).catch(store.failed)
    })
    return () => {
      isGone = true
    }
  }, [settings, store])

  const isBusy = !isReady || step !== 'idle'
  return (
    <div className={styles.checkout} data-checkout={step}>
      <div className={styles.place} data-state={script}>
        {script !== 'resolved' && script !== 'rejected' && (
          <p className={styles.waiting}>PayPal’s button is on its way.</p>
        )}
        <div ref={place} hidden={script === 'rejected'} />
        {script === 'rejected' && (
          <button
            type="button"
            className={control.primary}
            disabled={isBusy}
            onClick={store.goToPage}
          >
            Go on at PayPal
          </button>
        )}
      </div>
      <p className={styles.note}>
        {script === 'rejected' ? (
          'PayPal’s button has not loaded; something here may have blocked it. At PayPal’s own page it works without.'
        ) : (
          <>
            Rather without another window?{' '}
            <button type="button" disabled={isBusy} onClick={store.goToPage}>
              Go on at PayPal’s own page
            </button>
          </>
        )}
      </p>
      {/* The words that Google asks for where its badge is hidden. */}
      {botCheckSiteKey && <p className={styles.note}>This site is protected by reCAPTCHA.</p>}
      <p className={styles.status} role="status">
        {step === 'beginning' && 'One moment.'}
        {step === 'agreeing' && 'PayPal asks you now whether you agree.'}
        {step === 'checking' && 'One moment: we ask PayPal.'}
        {step === 'done' && 'Thank you. One moment.'}
      </p>
      <div className={styles.problem} role="alert">
        {problem && (
          <p>
            {describeCheckoutProblem(problem)} <WayOn problem={problem} />
          </p>
        )}
      </div>
    </div>
  )
}
