import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { track } from '../../browser/analytics.ts'
import { isReaderShown } from '../../browser/reader-hint.ts'
import { createRetry } from '../../browser/retry.ts'
import { loginAddress, signUpAddress } from '../../contracts/login-address.ts'
import control from '../../ui/control.module.css'
import { enterSession } from '../account/opened-session-store.ts'
import { acceptSubscription } from '../account/subscription-store.ts'
import { askForAccount, askForApproval, askToClaim } from './checkout-calls.ts'
import styles from './finish.module.css'
import { createFinishStore, type Finish as FinishState } from './finish-store.ts'
import NameStep from './NameStep.tsx'
import {
  countOnce,
  forgetUnfinished,
  isCheckoutId,
  notedFunding,
  noteUnfinished,
  unfinishedCheckout,
} from './paid-checkout.ts'
import { priceInWords } from './plan-words.ts'
import { whereFrom } from './where-from.ts'

/** Seconds between two questions while PayPal sets it up: at first, hardly any. */
const delays = [1, 1, 2, 3, 5, 10, 30] as const

function createStore() {
  // Where the site is built there is no address yet.
  const address = new URLSearchParams(typeof location === 'undefined' ? '' : location.search)
  const named = address.get('checkout') ?? address.get('subscription_id') ?? unfinishedCheckout()
  return createFinishStore({
    id: isCheckoutId(named) ? named : null,
    key: address.get('key'),
    isReader: isReaderShown,
    approval: askForApproval,
    account: askForAccount,
    claim: askToClaim,
    enter: enterSession,
    accept: acceptSubscription,
    onPaid(id, { plan, method, isTrial, payer }) {
      if (payer && !isReaderShown()) noteUnfinished(id)
      countOnce(id, 'paid', () => {
        track('Payment Info Entered', { plan, method: method === 'card' ? method : notedFunding() })
        track(isTrial ? 'Trial Started' : 'Purchase Completed', { plan })
      })
    },
    onNameStep: (id) => countOnce(id, 'named', () => track('Progressed to Name Step', {})),
    onOwned: forgetUnfinished,
    createRetry: (attempt) => createRetry(attempt, globalThis, delays),
  })
}

/** This page again, whoever is logged in then. */
const here = () => location.pathname + location.search

const titles: Readonly<Record<FinishState['at'], string>> = {
  looking: 'One moment',
  unseen: 'One moment',
  nothing: 'Nothing to finish',
  notAgreed: 'Nothing was charged',
  unknown: 'Whose is it?',
  letter: 'Whose is it?',
  claimable: 'Is it yours?',
  name: 'One step is left',
  surplus: 'You had one already',
  done: 'Thank you',
}

/** What has become of a purchase, and the step that is left. */
export default function Finish({ desk }: { desk: string }) {
  const [store] = useState(createStore)
  const finish = useStore(store.$finish)
  const title = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    store.start()
    return store.stop
  }, [store])

  // What was under the reader's focus has gone; where they only wait, nothing is taken from them.
  useEffect(() => {
    if (finish.at !== 'looking' && finish.at !== 'unseen') title.current?.focus()
  }, [finish.at])

  return (
    <div className={styles.finish} data-finish={finish.at}>
      <header>
        <h1 ref={title} tabIndex={-1}>
          {titles[finish.at]}
        </h1>
      </header>
      <div className={styles.what}>{what()}</div>
    </div>
  )

  function what(): ReactNode {
    const writeTo = <a href={`mailto:${desk}`}>{desk}</a>
    switch (finish.at) {
      case 'looking':
        return (
          <p role="status">
            {finish.isSlow
              ? 'PayPal is setting it up, which takes it a moment at times. You need do nothing.'
              : 'We ask PayPal how it stands.'}
          </p>
        )
      case 'unseen':
        return (
          <>
            <p role="alert">{finish.words}</p>
            <button type="button" className={control.button} onClick={store.tryAgain}>
              Try again
            </button>
          </>
        )
      case 'nothing':
        return (
          <>
            <p>This page is for what comes after paying, and nobody has paid here yet.</p>
            <a className={control.primary} href="/subscribe">
              See the plans
            </a>
          </>
        )
      case 'notAgreed':
        return (
          <>
            <p>
              You have come back from PayPal without agreeing, so nothing has begun. You may of
              course begin again.
            </p>
            <a className={control.primary} href="/subscribe">
              See the plans
            </a>
          </>
        )
      case 'unknown':
        return (
          <>
            <p>
              This browser does not know this purchase. If you have paid in another one, finish it
              there, or open the link in our letter. Nothing that was paid is lost.
            </p>
            <p className={styles.quiet}>
              If you have an account, <a href={loginAddress(here())}>log in</a>. Or write to{' '}
              {writeTo}, and a person looks.
            </p>
          </>
        )
      case 'letter':
        return (
          <>
            <p>Somebody has paid for a subscription. Log in, and we make it yours.</p>
            <div className={styles.ways}>
              <a className={control.primary} href={loginAddress(here())}>
                Log in
              </a>
              <a className={control.button} href={signUpAddress(here())}>
                Make an account
              </a>
            </div>
          </>
        )
      case 'claimable':
        return (
          <>
            <p>
              Somebody has paid for a subscription. Shall it belong to the account you are in now?
            </p>
            <p className={styles.problem} role="alert">
              {finish.problem}
            </p>
            <button
              type="button"
              className={control.primary}
              disabled={finish.isBusy}
              onClick={store.claim}
            >
              Yes, make it mine
            </button>
          </>
        )
      case 'name':
        return <NameStep finish={finish} onName={store.giveName} logIn={loginAddress(here())} />
      case 'surplus':
        return (
          <>
            <p>
              Your account had a subscription, and nobody needs two. The second one has been ended,
              and what you paid for it goes back to you by PayPal.
            </p>
            <a className={control.primary} href="/settings">
              Go to your account
            </a>
          </>
        )
      case 'done':
        return (
          <>
            <p>You are subscribed. Every story is open to you, old and new, to its last line.</p>
            {finish.plan && (
              <p className={styles.quiet}>
                {priceInWords(finish.plan)}, until you end it: in your account, on any day.
              </p>
            )}
            {finish.email && (
              <p className={styles.quiet}>
                We have sent a letter to <strong>{finish.email}</strong>. Its link shows that the
                address is yours, and lets you in on your other devices; a password you can set in
                your account.
              </p>
            )}
            <div className={styles.ways}>
              <a className={control.primary} href={whereFrom()}>
                Go on reading
              </a>
              <a className={control.button} href="/settings">
                Go to your account
              </a>
            </div>
          </>
        )
    }
  }
}
