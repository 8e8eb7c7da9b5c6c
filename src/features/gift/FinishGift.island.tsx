import { useStore } from '@nanostores/react'
import { type ReactNode, useState } from 'react'
import { track } from '../../browser/analytics.ts'
import { call } from '../../browser/api.ts'
import { readDeviceItem, storeDeviceItem } from '../../browser/device-storage.ts'
import { isSignedInShown } from '../../browser/reader-hint.ts'
import { createRetry } from '../../browser/retry.ts'
import type { BoughtGift } from '../../contracts/endpoints/gift-endpoints.ts'
import control from '../../ui/button.module.css'
import FinishFrame, { explain } from '../../ui/FinishFrame.tsx'
import { offerRetry } from '../../ui/offer-retry.tsx'
import styles from '../../ui/step-form.module.css'
import { createFinishGiftStore, type FinishGiftState } from './finish-gift-store.ts'
import GiftPass from './GiftPass.tsx'
import { clearGiftDraft, forgetGiftRequest } from './gift-draft.ts'
import { describeGift, getGiftDelivery } from './gift-text.ts'

/** Seconds between attempts while PayPal hasn't decided. */
const retryDelays = [1, 2, 3, 5, 10, 30, 60] as const

/** In localStorage: PayPal's id of the last gift that was counted. */
const countedKey = 'gift-counted'

/** Tracks a gift once, however often and in however many tabs its page is opened. */
function trackSentGift(gift: BoughtGift) {
  if (readDeviceItem(countedKey) === gift.id) return
  storeDeviceItem(countedKey, gift.id)
  track('Gift Subscription Sent', { delivery: getGiftDelivery(gift) })
}

function createStore() {
  // There is no address at build time.
  const search = typeof location === 'undefined' ? '' : location.search
  return createFinishGiftStore({
    id: new URLSearchParams(search).get('token'),
    capture: (id) => call('POST /api/gifts/:id/payment', { id }),
    onPaid(gift) {
      clearGiftDraft()
      trackSentGift(gift)
    },
    onDeclined: forgetGiftRequest,
    createRetry: (attempt) => createRetry(attempt, globalThis, retryDelays),
  })
}

/** The title of `checking` once the buyer has been told that the payment may take a while. */
const slowTitle = 'Your payment is still being processed'

const titles: Readonly<Record<FinishGiftState['phase'], string>> = {
  checking: 'One moment',
  unavailable: 'We can’t confirm your payment yet',
  noOrder: 'Nothing to finish',
  notApproved: 'You haven’t been charged',
  declined: 'Your payment was declined',
  otherBrowser: 'Your gift is paid for',
  paid: 'Thank you',
}

const giftLink = ['Go back to your gift', '/gift-subscription'] as const

type Props = { readonly supportEmail: string; readonly timeZone: string }

export default function FinishGift({ supportEmail, timeZone }: Props) {
  const [store] = useState(createStore)
  const finish = useStore(store.$finish)
  const isSlow = finish.phase === 'checking' && finish.isSlow

  return (
    <FinishFrame
      store={store}
      phase={finish.phase}
      title={isSlow ? slowTitle : titles[finish.phase]}
    >
      {renderPhase()}
    </FinishFrame>
  )

  function renderPhase(): ReactNode {
    switch (finish.phase) {
      case 'checking':
        return (
          <p role="status">
            {finish.isSlow
              ? 'PayPal is still processing your payment, which can take from a few minutes to a few days. You can close this page: we’ll email your receipt once the payment is confirmed. The gift won’t be sent before then.'
              : 'Confirming your payment with PayPal…'}
          </p>
        )
      case 'unavailable':
        return offerRetry(
          `${finish.message} We’ll keep trying. If you’ve paid, your payment is safe and your gift won’t be lost.`,
          store.tryAgain,
        )
      case 'noOrder':
        return (
          <>
            <p>This page is for finishing a gift, but we can’t find one here.</p>
            <a className={control.primary} href="/gift-subscription">
              Give a subscription
            </a>
            <p className={styles.quiet}>
              If you’ve paid, open the link in your receipt, or write to{' '}
              <a href={`mailto:${supportEmail}`} translate="no">
                {supportEmail}
              </a>
              .
            </p>
          </>
        )
      case 'notApproved':
        return explain(
          'You left PayPal without confirming the payment. What you wrote is still in the form.',
          giftLink,
        )
      case 'declined':
        return explain(
          'PayPal or your bank declined the payment, so you haven’t been charged and nothing has been sent. You can pay again with another card or account. What you wrote is still in the form.',
          giftLink,
        )
      case 'otherBrowser':
        return explain(
          'You’re in a different browser from the one you bought your gift in, so we can’t show the gift here. The link in your receipt opens it anywhere.',
          ['Go to the front page', '/'],
        )
      case 'paid':
        return <PaidGift gift={finish.gift} timeZone={timeZone} />
    }
  }
}

function PaidGift({ gift, timeZone }: { gift: BoughtGift; timeZone: string }) {
  return (
    <>
      <p>{describeGift(gift, new Date(), timeZone)}</p>
      {gift.recipient ? (
        <a className={control.button} href={`/gift/print#${gift.code}`}>
          Print the card as well
        </a>
      ) : (
        <GiftPass gift={gift} />
      )}
      <p className={styles.quiet}>
        {isSignedInShown() ? (
          <span>
            We’re emailing your receipt. You can follow this gift under{' '}
            <a href="/gifts">Gifts you’ve given</a>.
          </span>
        ) : (
          'We’re emailing your receipt. The link in it shows you when the gift is redeemed, and lets you print the card.'
        )}
      </p>
    </>
  )
}
