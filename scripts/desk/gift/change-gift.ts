import { changeGift, type StoredGift } from '../../../functions/gift/stored-gift.ts'
import { applyGiftEvent, type GiftEvent } from '../../../src/domain/gift/gift-transition.ts'
import { formatDeskCommand } from '../command-line/command.ts'
import { type Desk, requireEditor, requirePayPal } from '../command-line/desk-environment.ts'
import { DeskError, payPalError } from '../command-line/exit-status.ts'
import type { OperatorChangeOptions } from '../readers/operator-change.ts'
import { giftError } from './find-gifts.ts'

const notPossible = ({ id, gift }: StoredGift) =>
  new DeskError(
    `This change isn’t possible for a gift in this state: ${gift.state}. ` +
      `For the gift’s history: ${formatDeskCommand(`gift show ${id}`)}`,
  )

export async function applyGiftChange(
  desk: Desk,
  stored: StoredGift,
  event: GiftEvent,
  { message, dryRun }: OperatorChangeOptions,
  failedActivity = `${stored.id}: not changed`,
): Promise<void> {
  const by = requireEditor(desk)
  const now = new Date()
  const next = applyGiftEvent(stored.gift, event, now)
  if (!next.ok && next.failure === 'notPossible') throw notPossible(stored)
  if (dryRun) {
    const state = next.ok ? next.value.gift.state : stored.gift.state
    console.log(
      `${stored.id}: would change from ${stored.gift.state} to ${state}\nNothing was written.`,
    )
    return
  }
  const deps = { firestore: desk.firestore, now: () => new Date() }
  const changed = await changeGift(deps, stored.id, event, { by, message })
  if (!changed.ok) throw giftError(failedActivity, changed.failure)
  if (changed.value?.refused === 'notPossible') throw notPossible(stored)
  console.log(`${stored.id}: ${stored.gift.state} → ${changed.value?.stored.state ?? 'gone'}`)
}

/** Refunds at PayPal first, because repeating that has no effect. PayPal’s message would also update the gift. */
export async function refundGift(
  desk: Desk,
  stored: StoredGift,
  options: OperatorChangeOptions,
): Promise<void> {
  const { capture, state } = stored.gift
  if (!capture)
    throw new DeskError('This gift hasn’t been paid for, so there is nothing to refund.')
  requireEditor(desk)
  const paypal = requirePayPal(desk)
  if (!options.dryRun && state !== 'refunded') {
    const refunded = await paypal.refund(capture, `gift-refund-${stored.id}`)
    if (!refunded.ok) throw payPalError('Refunding the gift', refunded.failure)
  }
  const failedActivity = 'Refunded at PayPal, but the gift wasn’t updated'
  await applyGiftChange(desk, stored, { kind: 'refunded' }, options, failedActivity)
}
