/** Handles requests from a gift's buyer. To the caller, another buyer's gift doesn't exist. */

import type { GiftEvent } from '../../src/domain/gift/gift-transition.ts'
import { getProvenAddress } from '../../src/domain/proven-address.ts'
import { fail, succeed } from '../../src/domain/result.ts'
import type { SignedInReader } from '../identity/caller.ts'
import { type Handle, refuse, refuseUnavailable } from '../identity/handler.ts'
import { looksLikeService } from '../identity/public-name.ts'
import { isBoughtByGuest, isGuestGift } from './forget-person.ts'
import { hideDetails, isGiftBuyer, toBoughtGift } from './gift-buyer.ts'
import type { GiftDeps } from './gift-deps.ts'
import { refuseServiceName } from './start-gift.ts'
import { changeGift, findGift, findGiftsBy } from './stored-gift.ts'
import { syncGift } from './sync-gift.ts'

const refuseGift = (deps: GiftDeps, reason: string) =>
  refuseUnavailable(deps, 'gift_not_handled', { reason })

const refuseUnapproved = () =>
  refuse(
    'not_approved',
    'PayPal hasn’t confirmed your payment yet. You haven’t been charged. Try again in a minute.',
  )

export const payGift: Handle<'POST /api/gifts/:id/payment', GiftDeps> = async (
  { id },
  reader,
  deps,
) => {
  const { firestore, paypal, now } = deps
  if (!paypal) return refuseGift(deps, 'not set up')
  const found = await findGift(firestore, id)
  if (!found.ok) return refuseGift(deps, found.failure.kind)
  if (!found.value) return refuse('not_found')
  const isPaid = found.value.gift.capture !== null
  // A buyer who pays in another browser waits there for PayPal's event, because only the buyer's own requests query
  // PayPal.
  if (!(await isGiftBuyer(deps, found.value, { reader }))) {
    return succeed({ state: isPaid ? 'paid' : 'pending', gift: null })
  }
  if (isPaid) return succeed({ state: 'paid', gift: toBoughtGift(id, found.value.gift, now()) })

  const synced = await syncGift({ firestore, paypal, now }, id)
  if (paypal.wasUnapproved(id)) return refuseUnapproved()
  if (!synced.ok) return refuseGift(deps, synced.failure.kind)
  if (!synced.value) return refuse('not_found')
  const { gift, payment } = synced.value
  switch (payment) {
    case 'unapproved':
      return refuseUnapproved()
    case 'declined':
      return refuse(
        'payment_declined',
        'PayPal declined your payment. You haven’t been charged. Try again with another card or account.',
      )
    case 'pending':
      return succeed({ state: 'pending', gift: null })
    case 'paid':
    case 'refunded':
      return succeed({ state: 'paid', gift: toBoughtGift(id, gift, now()) })
  }
}

/** The maximum number of gifts listed, because anyone with a link causes a database read for each. */
export const maxShownByKey = 20

export const listGifts: Handle<'GET /api/gifts', GiftDeps> = async ({ key }, reader, deps) => {
  const found = await findGifts(deps, reader, key)
  if (!found.ok) return found
  const { openedWith, gifts } = found.value
  const listed = gifts
    .filter(({ gift }) => gift.state !== 'unpaid')
    .sort((one, other) => other.gift.createdAt.getTime() - one.gift.createdAt.getTime())
  return succeed({
    gifts: listed.map(({ id, gift }, index) => {
      const bought = toBoughtGift(id, gift, deps.now())
      return openedWith === null || openedWith === id
        ? bought
        : hideDetails(bought, `other-${index}`)
    }),
  })
}

/** `openedWith` is the id of the gift whose key was used; null for a reader. */
async function findGifts(deps: GiftDeps, reader: SignedInReader | null, key: string | undefined) {
  const { firestore, tokens, now } = deps
  if (key !== undefined) {
    const openedWith = await tokens.readToken('gift', key, now())
    if (!openedWith) return refuse('signed_out')
    const found = await findGift(firestore, openedWith)
    if (!found.ok) return refuseGift(deps, found.failure.kind)
    if (!found.value) return succeed({ openedWith, gifts: [] })
    // Only emails to the buyer contain keys (compose-emails.ts), so anyone with the key can read that mailbox.
    const { gift } = found.value
    if (!isBoughtByGuest(gift)) return succeed({ openedWith, gifts: [found.value] })
    const all = await findGiftsBy(firestore, 'buyerEmail', gift.buyerEmail, maxShownByKey)
    if (!all.ok) return refuseGift(deps, all.failure.kind)
    const others = all.value.filter(
      (other) => other.id !== openedWith && isBoughtByGuest(other.gift),
    )
    return succeed({ openedWith, gifts: [found.value, ...others] })
  }
  if (!reader) return refuse('signed_out')
  const bought = await findGiftsBy(firestore, 'buyerUid', reader.uid)
  if (!bought.ok) return refuseGift(deps, bought.failure.kind)
  const address = getProvenAddress(reader.reader)
  if (address === null) return succeed({ openedWith: null, gifts: bought.value })
  const found = await findGiftsBy(firestore, 'buyerEmail', address)
  if (!found.ok) return refuseGift(deps, found.failure.kind)
  const asGuest = found.value.filter(({ gift }) => isGuestGift(gift, address))
  return succeed({ openedWith: null, gifts: [...bought.value, ...asGuest] })
}

export const correctGift: Handle<'PATCH /api/gifts/:id', GiftDeps> = async (
  { id, recipient, key },
  reader,
  deps,
) =>
  looksLikeService(recipient.name)
    ? refuseServiceName()
    : changeOwnGift(deps, { id, reader, key }, { kind: 'correctRecipient', recipient })

export const resendGift: Handle<'POST /api/gifts/:id/card', GiftDeps> = (
  { id, key },
  reader,
  deps,
) => changeOwnGift(deps, { id, reader, key }, { kind: 'resend' })

async function changeOwnGift(
  deps: GiftDeps,
  { id, reader, key }: { id: string; reader: SignedInReader | null; key: string | undefined },
  event: GiftEvent,
) {
  const found = await findGift(deps.firestore, id)
  if (!found.ok) return refuseGift(deps, found.failure.kind)
  if (!found.value || !(await isGiftBuyer(deps, found.value, { reader, key }))) {
    return refuse('not_found')
  }
  const changed = await changeGift(deps, id, event, { by: 'buyer' })
  if (!changed.ok) return refuseGift(deps, changed.failure.kind)
  if (!changed.value) return refuse('not_found')
  if (changed.value.refused) {
    return fail({
      code: 'not_possible' as const,
      message: 'This gift has changed since you opened this page. Reload the page and try again.',
    })
  }
  return succeed(toBoughtGift(id, changed.value.stored, deps.now()))
}
