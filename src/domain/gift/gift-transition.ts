/** Returns the next state of a gift after an event, and the effects to store with it. A pure function. */
import { day, minute } from '../duration.ts'
import { addDispute, removeDispute } from '../open-disputes.ts'
import { fail, type Result, succeed } from '../result.ts'
import {
  cannotBeGiven,
  type Gift,
  getRedeemableUntil,
  isAvailable,
  isWaitingState,
  type Recipient,
  resolveGiftState,
} from './gift.ts'

export type GiftEvent =
  /** PayPal has collected the money, or has refunded it (`isReturned`). */
  | {
      readonly kind: 'captured'
      readonly capture: string
      readonly at: Date
      readonly isReturned?: boolean
    }
  /** The email service has accepted the card for this address, which may have been corrected since. */
  | { readonly kind: 'cardSent'; readonly email: string }
  /** The email service has permanently refused the address. */
  | { readonly kind: 'addressRefused'; readonly email: string }
  | { readonly kind: 'correctRecipient'; readonly recipient: Recipient }
  /** `by` is a member of staff. */
  | { readonly kind: 'resend'; readonly by?: string }
  | { readonly kind: 'redeem'; readonly uid: string; readonly isBuyer: boolean }
  /** The reader's record shows that the gift's months are used up. */
  | { readonly kind: 'timeUsed' }
  /** The whole payment was returned to the buyer, by a refund, a lost dispute or a reversal. */
  | { readonly kind: 'refunded' }
  /** PayPal's id for a dispute that is open, or was closed without a refund of the whole payment. */
  | { readonly kind: 'disputed' | 'disputeWon'; readonly dispute: string }
  /** Staff withdraw the gift. */
  | { readonly kind: 'void' }
  | { readonly kind: 'extend'; readonly until: Date }

export type GiftEffect =
  /** Emails the card to the recipient, not before `at`. */
  | { readonly kind: 'sendCard'; readonly at: Date }
  /** Reminds the recipient about a card that hasn't been redeemed. */
  | { readonly kind: 'sendReminder'; readonly at: Date }
  | { readonly kind: 'tellBuyer'; readonly about: 'paid' | 'addressRefused' | 'refunded' }
  /** Updates the redeemer's time to match the gift (`getTimeStatus`). */
  | { readonly kind: 'updateTime' }

export type GiftTransition = { readonly gift: Gift; readonly effects: readonly GiftEffect[] }

/** `notPossible`: the gift's state doesn't allow the event. `stale`: it has already happened. */
export type GiftRefusal = 'notPossible' | 'stale'

/** Milliseconds without redemption after which the recipient gets a reminder. */
const reminderDelay = 30 * day

export const maxResends = 5

/** Milliseconds in which a repeated call by staff, whose answer may have been lost, sends no second card. */
const repeatTime = minute

const change = (gift: Gift, ...effects: readonly GiftEffect[]): Result<GiftTransition, never> =>
  succeed({ gift, effects })

const stale = fail('stale' as const)
const notPossible = fail('notPossible' as const)

export function applyGiftEvent(
  gift: Gift,
  event: GiftEvent,
  now: Date,
): Result<GiftTransition, GiftRefusal> {
  switch (event.kind) {
    case 'captured':
      return capture(gift, event)
    case 'cardSent':
      return confirmSending(gift, event.email, now)
    case 'addressRefused':
      if (gift.state !== 'scheduled' && gift.state !== 'sent') return stale
      if (gift.addressRefusedAt || gift.recipient?.email !== event.email) return stale
      // If the buyer has deleted their account, the address can't be corrected.
      if (gift.buyerEmail === '') return change({ ...withoutNames(gift), addressRefusedAt: now })
      return change({ ...gift, addressRefusedAt: now }, { kind: 'tellBuyer', about: event.kind })
    case 'correctRecipient':
      return correctRecipient(gift, event.recipient, now)
    case 'resend':
      if (isRepeated(gift, event.by, now)) return stale
      if (resolveGiftState(gift, now) !== 'sent' || gift.addressRefusedAt) return notPossible
      if (gift.resends >= maxResends) return notPossible
      return change({ ...gift, resends: gift.resends + 1 }, { kind: 'sendCard', at: now })
    case 'redeem':
      if (!isWaitingState(resolveGiftState(gift, now))) return notPossible
      if (!isAvailable(gift, event.isBuyer, now)) return notPossible
      return change({ ...gift, state: 'redeemed', redeemer: event.uid, redeemedAt: now })
    case 'timeUsed':
      return gift.state === 'redeemed' ? change({ ...gift, state: 'ended' }) : stale
    case 'refunded':
      return refund(gift)
    case 'disputed':
      return dispute(gift, event.dispute)
    case 'disputeWon':
      return endDispute(gift, event.dispute, now)
    case 'void':
      return isWaitingState(gift.state)
        ? change({ ...gift, state: 'voided' })
        : fail(gift.state === 'voided' ? 'stale' : 'notPossible')
    case 'extend':
      if (!isWaitingState(gift.state)) return notPossible
      if (gift.redeemableUntil?.getTime() === event.until.getTime()) return stale
      if (gift.redeemableUntil && event.until < gift.redeemableUntil) return notPossible
      return change({ ...gift, redeemableUntil: event.until })
  }
}

const updateTimeIfRedeemed = ({ redeemer }: Gift): readonly GiftEffect[] =>
  redeemer === null ? [] : [{ kind: 'updateTime' }]

function capture(
  gift: Gift,
  { capture: id, at, isReturned = false }: Extract<GiftEvent, { kind: 'captured' }>,
): Result<GiftTransition, GiftRefusal> {
  if (gift.state !== 'unpaid') return stale
  // The payment has to be refunded first.
  if (cannotBeGiven(gift) && !isReturned) return notPossible
  const availableAt = gift.deliverAt && gift.deliverAt > at ? gift.deliverAt : at
  const paid: Gift = {
    ...gift,
    state: gift.recipient ? 'scheduled' : 'paid',
    capture: id,
    paidAt: at,
    redeemableUntil: getRedeemableUntil(availableAt),
    expiresAt: null,
  }
  const card = gift.recipient ? [{ kind: 'sendCard', at: availableAt } as const] : []
  return change(paid, { kind: 'tellBuyer', about: 'paid' }, ...card)
}

const isRepeated = ({ history }: Gift, staff: string | undefined, now: Date) =>
  history.some(
    ({ at, kind, by }) =>
      kind === 'resend' && by === staff && now.getTime() - at.getTime() < repeatTime,
  )

const withoutNames = (gift: Gift): Gift => ({
  ...gift,
  recipient: null,
  senderName: '',
  message: '',
})

function confirmSending(gift: Gift, email: string, now: Date): Result<GiftTransition, GiftRefusal> {
  if (gift.state !== 'scheduled' || gift.recipient?.email !== email) return stale
  const at = new Date(now.getTime() + reminderDelay)
  const sent: Gift = { ...gift, state: 'sent', sentAt: now, addressRefusedAt: null }
  // The buyer has deleted their account, so no further email is sent.
  if (gift.buyerEmail === '') return change(withoutNames(sent))
  const isReminded = gift.redeemableUntil !== null && at < gift.redeemableUntil
  return isReminded ? change(sent, { kind: 'sendReminder', at }) : change(sent)
}

/** Corrects the recipient, which is possible until the card is sent, or after its address was refused. */
function correctRecipient(
  gift: Gift,
  recipient: Recipient,
  now: Date,
): Result<GiftTransition, GiftRefusal> {
  const isRefused = gift.addressRefusedAt !== null
  const isPossible = gift.state === 'scheduled' || (gift.state === 'sent' && isRefused)
  if (!isPossible || resolveGiftState(gift, now) === 'expired') return notPossible
  const corrected: Gift = { ...gift, recipient, state: 'scheduled', addressRefusedAt: null }
  if (!isRefused) return change(corrected)
  // Each refusal sends an email to the buyer's address, which anyone could have typed.
  if (gift.resends >= maxResends) return notPossible
  const at = gift.deliverAt && gift.deliverAt > now ? gift.deliverAt : now
  return change({ ...corrected, resends: gift.resends + 1 }, { kind: 'sendCard', at })
}

function refund(gift: Gift): Result<GiftTransition, GiftRefusal> {
  if (gift.state === 'unpaid') return notPossible
  if (gift.state === 'refunded') return stale
  return change(
    { ...gift, state: 'refunded', stateBeforeDispute: null, disputes: [] },
    { kind: 'tellBuyer', about: 'refunded' },
    ...updateTimeIfRedeemed(gift),
  )
}

function dispute(gift: Gift, id: string): Result<GiftTransition, GiftRefusal> {
  if (gift.state === 'unpaid') return notPossible
  const disputes = addDispute(gift.disputes, id)
  if (!disputes || gift.state === 'refunded') return stale
  if (gift.state === 'disputed') return change({ ...gift, disputes })
  const disputed: Gift = { ...gift, state: 'disputed', stateBeforeDispute: gift.state, disputes }
  return change(disputed, ...updateTimeIfRedeemed(gift))
}

function endDispute(gift: Gift, id: string, now: Date): Result<GiftTransition, GiftRefusal> {
  const disputes = removeDispute(gift.disputes, id)
  if (gift.state !== 'disputed' || !gift.stateBeforeDispute || !disputes) return stale
  if (disputes.length > 0) return change({ ...gift, disputes })
  const state = gift.stateBeforeDispute
  // The card wasn't sent during the dispute. If its delivery day is in the future, it's still waiting.
  const isMissed = state === 'scheduled' && isAvailable(gift, false, now)
  return change(
    { ...gift, state, stateBeforeDispute: null, disputes },
    ...(isMissed ? [{ kind: 'sendCard', at: now } as const] : []),
    ...updateTimeIfRedeemed(gift),
  )
}

/** The status of the gift's time in the redeemer's record. */
export type GiftTimeStatus = 'valid' | 'suspended' | 'void'

export function getTimeStatus({ state }: Pick<Gift, 'state'>): GiftTimeStatus {
  if (state === 'redeemed' || state === 'ended') return 'valid'
  return state === 'disputed' ? 'suspended' : 'void'
}
