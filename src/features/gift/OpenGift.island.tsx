import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { call } from '../../browser/api.ts'
import { attempt } from '../../browser/attempt.ts'
import { useQuery } from '../../browser/use-query.ts'
import type { GiftCard, GiftEffect } from '../../contracts/endpoints/gift-endpoints.ts'
import { getLoginPath, getSignUpPath } from '../../contracts/pages/login-paths.ts'
import { formatDay } from '../../domain/day.ts'
import { type GiftCode, getGiftPath, parseGiftCode } from '../../domain/gift/gift-code.ts'
import ActionForm from '../../ui/ActionForm.tsx'
import control from '../../ui/button.module.css'
import { offerRetry } from '../../ui/offer-retry.tsx'
import { acceptSubscription, handleSessionEnded } from '../session/subscription-store.ts'
import { $user } from '../session/user-store.ts'
import Card from './Card.tsx'
import {
  cardPrint,
  describeClosedCard,
  describeEffect,
  describeGivenGift,
  describeRedeemed,
} from './gift-text.ts'
import styles from './open-gift.module.css'
import { createOpenGiftStore, type OpenGiftState } from './open-gift-store.ts'

/** `/gift/7K2M9QXT4B6H0WZE`; there is no address at build time. */
function readCode(): GiftCode | null {
  const path = typeof location === 'undefined' ? '' : location.pathname
  const [, code = ''] = /^\/gift\/([^/]+)$/.exec(path) ?? []
  return attempt(() => parseGiftCode(decodeURIComponent(code))) ?? null
}

const createStore = (code: GiftCode | null) =>
  createOpenGiftStore({
    code,
    fetchCard: (code) => call('GET /api/gift-cards/:code', { code }),
    redeem: (code, effect) => call('POST /api/gift-cards/:code/redemption', { code, effect }),
    acceptSubscription,
    onSignedOut: handleSessionEnded,
  })

type Props = {
  readonly publication: string
  readonly timeZone: string
  readonly supportEmail: string
}

function getTitle(gift: OpenGiftState, timeZone: string): string {
  switch (gift.phase) {
    case 'loading':
      return 'A gift for you'
    case 'unavailable':
      return 'We can’t open your gift right now'
    case 'unknown':
      return 'We can’t find this gift'
    case 'redeemed':
      return 'It’s yours'
    case 'shown': {
      const { card } = gift
      return isOpen(card) ? 'A gift for you' : describeClosed(card, timeZone).title
    }
  }
}

const isOpen = ({ state }: GiftCard) => state === 'open'
const describeClosed = (card: GiftCard, timeZone: string) =>
  describeClosedCard(card as Parameters<typeof describeClosedCard>[0], timeZone)

export default function OpenGift({ publication, timeZone, supportEmail }: Props) {
  const [code] = useState(readCode)
  const [store] = useState(() => createStore(code))
  const gift = useStore(store.$gift)
  const title = useRef<HTMLHeadingElement>(null)

  useEffect(() => void store.load(), [store])

  useEffect(() => {
    if (gift.phase === 'redeemed') title.current?.focus()
  }, [gift.phase])

  const card = 'card' in gift ? gift.card : null
  const isCardShown = card?.state === 'open' || card?.state === 'redeemedByYou'
  return (
    <div className={styles.gift} data-gift={card?.state ?? gift.phase}>
      <h1 ref={title} tabIndex={-1}>
        {getTitle(gift, timeZone)}
      </h1>
      {isCardShown && (
        <div className={styles.card}>
          <Card text={card} publication={publication} />
        </div>
      )}
      {/* The gift isn't opened yet. */}
      {card?.state === 'notYet' && (
        <img
          className={styles.card}
          src={cardPrint.path}
          alt={cardPrint.alt}
          width={cardPrint.width}
          height={cardPrint.height}
        />
      )}
      {gift.phase === 'loading' ? (
        <p className="unseen" role="status">
          Opening your gift…
        </p>
      ) : (
        <div className={styles.next}>{renderNext(gift)}</div>
      )}
    </div>
  )

  function renderNext(gift: Exclude<OpenGiftState, { phase: 'loading' }>): ReactNode {
    switch (gift.phase) {
      case 'unavailable':
        return offerRetry(gift.message, () => void store.load())
      case 'unknown':
        return (
          <>
            <p>
              {code
                ? 'We can’t find a gift with that code. Check the code and enter it again.'
                : 'The link may be incomplete. Open it again from the email, or type the code from the card.'}
            </p>
            <a className={control.primary} href="/redeem">
              Enter a code
            </a>
          </>
        )
      case 'redeemed':
        return (
          <>
            <p>{`${describeRedeemed(gift.until)} Enjoy your gift.`}</p>
            <a className={control.primary} href="/">
              Start reading
            </a>
            <p className={styles.quiet}>
              Tell us <a href="/welcome/preferences">what you like to read</a>, or see your gift in{' '}
              <a href="/settings">your account</a>.
            </p>
          </>
        )
      case 'shown':
        return (
          <>
            {gift.problem && (
              <p className={styles.problem} role="alert">
                {gift.problem}
              </p>
            )}
            {isOpen(gift.card) ? (
              <OpenCard card={gift.card} code={code!} redeem={store.redeem} {...{ publication }} />
            ) : (
              <ClosedCard card={gift.card} {...{ timeZone, supportEmail }} />
            )}
          </>
        )
    }
  }
}

function OpenCard({
  card,
  code,
  redeem,
  publication,
}: {
  card: GiftCard
  code: GiftCode
  redeem: () => Promise<string>
  publication: string
}) {
  const path = getGiftPath(code)
  const { effect } = card
  const promise = describeGivenGift(card, publication)
  if (!effect) {
    return (
      <>
        <p>{`${promise} Log in to start reading, or create a free account.`}</p>
        <div className={styles.actions}>
          <a className={control.primary} href={getSignUpPath(path)}>
            Create an account
          </a>
          <a className={control.button} href={getLoginPath(path)}>
            Log in
          </a>
        </div>
        {card.redeemableUntil && (
          <p className={styles.quiet}>
            {`You can redeem the gift until ${formatDay(new Date(card.redeemableUntil))}. Its time won’t start until you do.`}
          </p>
        )}
      </>
    )
  }
  return (
    <>
      {describeEffect(effect).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <RedeemForm effect={effect} redeem={redeem} />
    </>
  )
}

function RedeemForm({ effect, redeem }: { effect: GiftEffect; redeem: () => Promise<string> }) {
  const { data: user } = useQuery($user)
  return (
    <>
      <ActionForm
        name="redeem"
        className={styles.form}
        action={redeem}
        button="Redeem the gift"
        pendingButton="Redeeming…"
      >
        {effect.kind === 'endsFailing' && (
          <label className={styles.agree}>
            <input type="checkbox" name="agree" required />
            <span>Cancel my unpaid subscription and redeem this gift</span>
          </label>
        )}
      </ActionForm>
      <p className={styles.account}>
        {user && `We’ll add the gift to the account you’re logged in to, ${user.email}.`}
      </p>
    </>
  )
}

function ClosedCard({
  card,
  timeZone,
  supportEmail,
}: {
  card: GiftCard
  timeZone: string
  supportEmail: string
}) {
  const { sentences, hasSupport } = describeClosed(card, timeZone)
  return (
    <>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {card.state === 'redeemedByYou' && (
        <a className={control.primary} href="/">
          Start reading
        </a>
      )}
      {hasSupport && (
        <p className={styles.quiet}>
          Not what you expected? Write to{' '}
          <a href={`mailto:${supportEmail}`} translate="no">
            {supportEmail}
          </a>
          .
        </p>
      )}
    </>
  )
}
