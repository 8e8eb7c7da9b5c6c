import { useStore } from '@nanostores/react'
import { type ReactNode, useState } from 'react'
import { track } from '../../browser/analytics.ts'
import { isSignedInShown } from '../../browser/reader-hint.ts'
import { createRetry } from '../../browser/retry.ts'
import { getLoginPath, getSignUpPath } from '../../contracts/pages/login-paths.ts'
import { formatDay } from '../../domain/day.ts'
import type { PlanId } from '../../domain/subscription/plan.ts'
import { formatPlan } from '../../domain/subscription/plan-text.ts'
import { plans } from '../../publication/offer.ts'
import control from '../../ui/button.module.css'
import EmailAddress from '../../ui/EmailAddress.tsx'
import FinishFrame, { explain } from '../../ui/FinishFrame.tsx'
import { offerRetry } from '../../ui/offer-retry.tsx'
import styles from '../../ui/step-form.module.css'
import TextWithPrices from '../../ui/TextWithPrices.tsx'
import { startSession } from '../session/session-start-store.ts'
import { acceptSubscription } from '../session/subscription-store.ts'
import { claimPaidCheckout, createCheckoutAccount, fetchApproval } from './checkout-api.ts'
import { createFinishStore, type FinishState, getPurchaseEvent } from './finish-store.ts'
import NameStep from './NameStep.tsx'
import { formatNewPrice } from './plan-change-text.ts'
import { readReturnPage } from './return-page-store.ts'
import {
  clearUnfinishedCheckout,
  isCheckoutId,
  readFundingSource,
  readUnfinishedCheckout,
  storeUnfinishedCheckout,
  trackOnce,
} from './unfinished-checkout.ts'

/** Seconds between checks while PayPal sets up the subscription. */
const retryDelays = [1, 1, 2, 3, 5, 10, 30] as const

function createStore() {
  // There is no address at build time.
  const parameters = new URLSearchParams(typeof location === 'undefined' ? '' : location.search)
  const checkoutId =
    parameters.get('checkout') ?? parameters.get('subscription_id') ?? readUnfinishedCheckout()
  return createFinishStore({
    id: isCheckoutId(checkoutId) ? checkoutId : null,
    key: parameters.get('key'),
    isReader: isSignedInShown,
    approval: fetchApproval,
    createAccount: createCheckoutAccount,
    claim: claimPaidCheckout,
    startSession,
    acceptSubscription,
    onPaid(id, approval) {
      const { plan, method, payer } = approval
      if (payer && !isSignedInShown()) storeUnfinishedCheckout(id)
      trackOnce(id, 'paid', () => {
        track('Payment Info Entered', {
          plan,
          method: method === 'card' ? method : readFundingSource(),
        })
        // Nothing is bought before the first payment for the new plan.
        if (!approval.isPlanChange) track(getPurchaseEvent(approval), { plan })
      })
    },
    onNameStep: (id) => trackOnce(id, 'named', () => track('Progressed to Name Step', {})),
    onClaimed: clearUnfinishedCheckout,
    createRetry: (attempt) => createRetry(attempt, globalThis, retryDelays),
  })
}

/** The tour ends at the page from which the reader opened the offer. */
const getPreferencesPath = () =>
  `/welcome/preferences?return=${encodeURIComponent(readReturnPage())}`

const getCurrentUrl = () => location.pathname + location.search

const titles: Readonly<Record<FinishState['phase'], string>> = {
  checking: 'One moment',
  unavailable: 'We can’t confirm your purchase yet',
  noCheckout: 'Nothing to finish',
  notApproved: 'You haven’t been charged',
  otherBrowser: 'We can’t find your purchase',
  emailLink: 'Which account is the subscription for?',
  claimable: 'Is this subscription yours?',
  name: 'One last step',
  duplicate: 'We’ve cancelled this subscription',
  trialUsed: 'You’ve had a trial before',
  planNotChanged: 'Your plan hasn’t changed',
  done: 'Thank you',
}

const plansLink = ['See the plans', '/subscribe'] as const
const accountLink = ['Go to your account', '/settings'] as const

export default function FinishCheckout({ supportEmail }: { supportEmail: string }) {
  const [store] = useState(createStore)
  const finish = useStore(store.$finish)

  return (
    <FinishFrame store={store} phase={finish.phase} title={titles[finish.phase]}>
      {renderPhase()}
    </FinishFrame>
  )

  function renderPhase(): ReactNode {
    const supportLink = (
      <a href={`mailto:${supportEmail}`} translate="no">
        {supportEmail}
      </a>
    )
    switch (finish.phase) {
      case 'checking':
        return (
          <p role="status">
            {finish.isSlow
              ? 'PayPal is setting up your subscription, which can take a moment. You don’t need to do anything.'
              : 'Checking your payment with PayPal…'}
          </p>
        )
      case 'unavailable':
        return offerRetry(finish.message, store.tryAgain)
      case 'noCheckout':
        return explain(
          'This page is for finishing a purchase, but we can’t find an unfinished one in this browser.',
          plansLink,
        )
      case 'notApproved':
        return explain(
          'You left PayPal without confirming, so your new subscription hasn’t started. Start again whenever you like.',
          plansLink,
        )
      case 'otherBrowser':
        return (
          <>
            <p>
              We can’t match a purchase to this browser. If you paid in another browser, your
              payment is safe: finish there, or open the link in our email.
            </p>
            <p className={styles.quiet}>
              {!isSignedInShown() && (
                <span>
                  If you have an account, <a href={getLoginPath(getCurrentUrl())}>log in</a>.{' '}
                </span>
              )}
              <span>Otherwise write to {supportLink} and we’ll look into it.</span>
            </p>
          </>
        )
      case 'emailLink':
        return (
          <>
            <p>Someone paid for this subscription. Log in and we’ll add it to your account.</p>
            <div className={styles.actions}>
              <a className={control.primary} href={getLoginPath(getCurrentUrl())}>
                Log in
              </a>
              <a className={control.button} href={getSignUpPath(getCurrentUrl())}>
                Create an account
              </a>
            </div>
          </>
        )
      case 'claimable':
        return (
          <>
            <p>Someone paid for this subscription. Add it to the account you’re logged in to?</p>
            <p className={styles.problem} role="alert">
              {finish.problem}
            </p>
            <button
              type="button"
              className={control.primary}
              disabled={finish.isBusy}
              onClick={store.claim}
            >
              Yes, add it
            </button>
          </>
        )
      case 'name':
        return (
          <NameStep
            finish={finish}
            onAccountNamed={store.createAccount}
            loginUrl={getLoginPath(getCurrentUrl())}
          />
        )
      case 'trialUsed':
        return explain(
          'The free trial is for new subscribers, so we’ve cancelled this subscription. You haven’t been charged. You can subscribe again without a trial.',
          plansLink,
        )
      case 'duplicate':
      case 'planNotChanged':
        return explain(finish.message, accountLink)
      case 'done':
        if (finish.change && finish.plan)
          return <PlanChanged plan={finish.plan} {...finish.change} />
        return (
          <>
            <p>You’re subscribed. You can read every story, old and new, in full.</p>
            {finish.plan && (
              <p className={styles.quiet}>
                <TextWithPrices
                  text={`${formatPlan(
                    finish.plan,
                    plans[finish.plan].minorUnits,
                    `${plans[finish.plan].name} plan`,
                  )}. Cancel any time in your account.`}
                />
              </p>
            )}
            {finish.newAccount?.isEmailSent && (
              <p className={styles.quiet}>
                We’ve sent an email to <EmailAddress email={finish.newAccount.email} />. The link in
                it confirms your address and logs you in on your other devices. You can set a
                password in your account.
              </p>
            )}
            {finish.newAccount?.isEmailSent === false && (
              <p className={styles.quiet}>
                <a href="/magic">Log in by email</a> with{' '}
                <EmailAddress email={finish.newAccount.email} /> to confirm your address, here or on
                your other devices.
              </p>
            )}
            <div className={styles.actions}>
              <a className={control.primary} href={readReturnPage()}>
                Continue reading
              </a>
              <a className={control.button} href="/settings">
                Go to your account
              </a>
            </div>
            <p className={styles.quiet}>
              Tell us <a href={getPreferencesPath()}>what you like to read</a>, and we’ll suggest
              stories.
            </p>
          </>
        )
    }
  }
}

function PlanChanged(props: { plan: PlanId; at: string; isSamePlan: boolean }) {
  const { plan, at, isSamePlan } = props
  const name = plans[plan].name.toLowerCase()
  const day = formatDay(new Date(at))
  const price = formatNewPrice(plan)
  return (
    <>
      <p>
        <TextWithPrices
          text={
            (isSamePlan
              ? `You’ve renewed your ${name} subscription. You’ll pay ${price} from ${day}.`
              : `Your plan will change to ${name} on ${day}. You’ll pay ${price} from then on.`) +
            ' You won’t be charged before then.'
          }
        />
      </p>
      <p className={styles.quiet}>
        We’re emailing you the details. PayPal may also tell you that your previous subscription has
        been cancelled: the new one replaces it.
      </p>
      <div className={styles.actions}>
        <a className={control.primary} href="/settings">
          Go to your account
        </a>
        <a className={control.button} href={readReturnPage()}>
          Continue reading
        </a>
      </div>
    </>
  )
}
