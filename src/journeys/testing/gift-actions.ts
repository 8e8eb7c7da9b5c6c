import { expect, type Page } from '@playwright/test'
import { createEdgeClient } from '../../../functions/testing/edge-client.ts'
import { buyGift, createGiftOrder } from '../../../functions/testing/gift-requests.ts'
import type { BoughtGift } from '../../contracts/endpoints/gift-endpoints.ts'
import { fillGift } from './gift-views.ts'
import { createEmailAddress } from './journey-accounts.ts'
import { connectStack } from './journey-subscribers.ts'
import { locateHeading, locateMain, openPage } from './page-actions.ts'
import { findInEmail } from './received-emails.ts'

export const createGiftAddresses = () => ({
  recipient: createEmailAddress(),
  buyer: createEmailAddress(),
})

/** Goes from the form to PayPal's page. */
export async function startGift(
  page: Page,
  { recipient, buyer }: { readonly recipient: string; readonly buyer: string | null },
  change: (page: Page) => Promise<void> = async () => {},
) {
  await openPage(page, '/gift-subscription')
  await fillGift(page, recipient, buyer)
  await change(page)
  await locateMain(page).getByRole('button', { name: 'Continue with PayPal' }).click()
  await expect(page.getByRole('heading', { name: 'Confirm your payment' })).toBeVisible()
}

export const leavePayPal = (page: Page, button: string) =>
  page.getByRole('button', { name: button }).click()

export async function payGift(page: Page) {
  await leavePayPal(page, 'Pay now')
  await expect(locateHeading(page)).toHaveText('Thank you')
}

/** Buys a gift without the form, for journeys that aren't about it. `null` means that the buyer gives it in person. */
export const buyGiftFor = ({
  recipient,
  buyer,
}: {
  readonly recipient: string | null
  readonly buyer?: string
}): Promise<BoughtGift> =>
  buyGift(
    createEdgeClient(),
    createGiftOrder({
      recipient: recipient && { name: 'Mira', email: recipient },
      ...(buyer === undefined ? {} : { buyerEmail: buyer }),
    }),
  )

/** Returns the path of the gift that this page shows. */
export async function readGiftPath(page: Page): Promise<string> {
  const link = locateMain(page).getByRole('link', { name: /\/gift\/[0-9A-Z]{16}$/ })
  return (await link.getAttribute('href'))!
}

/** Sends due emails, and returns the path of the link in the latest email to this address. */
export const findGiftEmailPath = (email: string, kind: 'card' | 'list'): Promise<string> =>
  findInEmail(email, kind === 'card' ? /\/gift\/[0-9A-Z]{16}/ : /\/gifts\?key=[^\s"<>]+/)

/** Makes a gift's card due now. Returns when the card was due. */
export async function makeCardDue(id: string): Promise<Date> {
  const { firestore } = connectStack()
  const items = await firestore.query({
    collection: 'outbox',
    where: [{ field: 'gift', is: 'EQUAL', value: id }],
  })
  if (!items.ok) throw new Error(items.failure.kind)
  const card = items.value.documents.find(({ fields }) => fields.kind === 'giftCard')
  if (!card) throw new Error('No card is waiting to be sent.')
  const now = new Date()
  const committed = await firestore.commit([
    { set: `gifts/${id}`, fields: { deliverAt: now }, merge: true },
    { set: `outbox/${card.id}`, fields: { dueAt: now }, merge: true },
  ])
  if (!committed.ok) throw new Error(committed.failure.kind)
  return card.fields.dueAt as Date
}
