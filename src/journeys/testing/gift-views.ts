/** The states of the gift pages, most of which need replaced responses, because they depend on days or other people. */
import { expect, type Page } from '@playwright/test'
import type { BoughtGift, GiftCard, GiftEffect } from '../../contracts/endpoints/gift-endpoints.ts'
import type { SubscriptionResponse } from '../../contracts/endpoints/subscription-endpoints.ts'
import { getDeliveryDays } from '../../domain/gift/delivery-day.ts'
import { site } from '../../publication/identity.ts'
import {
  boughtGift,
  card,
  cardPath,
  code,
  effect,
  effects,
  finishPath,
  giftBeforePayment,
  giftOutlook,
  giftTime,
  giftToGive,
  giftWhilePaused,
  longestCard,
  longestMessage,
  message,
  order,
  otherGifts,
  refuse,
  scheduledGift,
} from './gift-answers.ts'
import type { PageView, ReplacedAnswers } from './open-view.ts'
import { locateHeading, locateMain } from './page-actions.ts'

type State = Pick<PageView, 'path' | 'answers' | 'prepare'>

const showCard = (shown: GiftCard): State => ({
  path: cardPath,
  answers: { 'GET /api/gift-cards/:code': shown },
  prepare: (page) => page.locator(`[data-gift="${shown.state}"]`).waitFor(),
})
const refuseToShowCard = (code: string, way: string): State => ({
  path: cardPath,
  answers: { 'GET /api/gift-cards/:code': refuse(code) },
  prepare: (page) => locateMain(page).getByText(way, { exact: true }).waitFor(),
})
const acceptedCard: State = {
  path: cardPath,
  answers: {
    'GET /api/gift-cards/:code': { ...card, effect },
    'POST /api/gift-cards/:code/redemption': { until: effect.until, subscription: giftTime },
  },
  async prepare(page) {
    await locateMain(page).getByRole('button', { name: 'Redeem the gift' }).click()
    await locateMain(page).getByRole('link', { name: 'Start reading' }).waitFor()
  },
}

const finishWith = (
  answer: NonNullable<ReplacedAnswers['POST /api/gifts/:id/payment']>,
  title: string,
): State => ({
  path: finishPath,
  answers: { 'POST /api/gifts/:id/payment': answer },
  prepare: (page) => locateHeading(page).filter({ hasText: title }).waitFor(),
})
const finishPaid = (gift: BoughtGift) => finishWith({ state: 'paid', gift }, 'Thank you')

const slowPayment: State = {
  ...finishWith({ state: 'pending', gift: null }, 'One moment'),
  async prepare(page) {
    const slowText = locateMain(page).getByText('PayPal is still processing')
    // Back online, a page retries at once.
    await expect(async () => {
      await page.evaluate(() => dispatchEvent(new Event('online')))
      expect(await slowText.count()).toBe(1)
    }).toPass({ intervals: [50] })
  },
}

const listGifts = (gifts: readonly BoughtGift[]): State => ({
  path: '/gifts',
  answers: { 'GET /api/gifts': { gifts: [...gifts] } },
  prepare: (page) => locateMain(page).getByRole('article').first().waitFor(),
})
async function submitWrongAddress(page: Page) {
  await locateMain(page).getByRole('button', { name: 'Correct the address' }).click()
  await locateMain(page).getByLabel('Their email').fill('farrukh@')
  await locateMain(page).getByRole('button', { name: 'Save' }).click()
  await locateMain(page).getByText('Enter a complete email address').waitFor()
}
const resentCard: State = {
  path: '/gifts',
  answers: {
    'GET /api/gifts': { gifts: [boughtGift] },
    'POST /api/gifts/:id/card': boughtGift,
  },
  async prepare(page) {
    await locateMain(page).getByRole('button', { name: 'Send the card again' }).click()
    await locateMain(page).getByText('sending the card again').waitFor()
  },
}
const listNothing: State = {
  path: '/gifts',
  answers: { 'GET /api/gifts': { gifts: [] } },
  prepare: (page) => locateMain(page).getByRole('link', { name: 'Give a subscription' }).waitFor(),
}

const showSettings = (subscription: SubscriptionResponse, text: string): State => ({
  path: '/settings',
  answers: {
    'GET /api/subscription': subscription,
    'GET /api/subscription/outlook': giftOutlook,
  },
  prepare: (page) => locateMain(page).getByText(text).first().waitFor(),
})

/** `buyerEmail` is null for a reader, whose account's address can't be changed here. */
export async function fillGift(
  page: Page,
  recipientEmail = 'mira@example.com',
  buyerEmail: string | null = 'asha@example.com',
) {
  const main = locateMain(page)
  await main.locator('button[type="submit"]:enabled').waitFor()
  await main.getByLabel('Their name').fill('Mira')
  await main.getByLabel('Their email').fill(recipientEmail)
  await main.getByLabel('Message').fill(message)
  await main.getByLabel('Your name').fill('Asha')
  if (buyerEmail !== null) await main.getByLabel('Your email').fill(buyerEmail)
}
const fillOwnAddress = async (page: Page) => {
  await fillGift(page, 'asha@example.com')
  await locateMain(page).getByText('That’s your own address').waitFor()
}
const scheduleGift = async (page: Page) => {
  await fillGift(page)
  await locateMain(page).getByText('Choose a day').click()
  const { last } = getDeliveryDays(new Date(), site.timeZone)
  await locateMain(page).getByLabel('Delivery date').fill(last)
}
const giveInPerson = async (page: Page) => {
  await fillGift(page)
  await locateMain(page).getByText('I’ll give it myself').click()
  await locateMain(page).getByText('a card to print').waitFor()
}
const submitProblems = async (page: Page) => {
  await locateMain(page).getByText('Choose a day').click()
  await locateMain(page).getByLabel('Message').fill(`${longestMessage} And so on.`)
  await locateMain(page).getByRole('button', { name: 'Continue with PayPal' }).click()
  await locateMain(page).getByText('Enter their name.').waitFor()
}
const submitForm = async (page: Page) => {
  await fillGift(page)
  await locateMain(page).getByRole('button', { name: 'Continue with PayPal' }).click()
  await locateMain(page).getByRole('alert').filter({ hasText: 'still here' }).waitFor()
}
const typeWrongCode = async (page: Page) => {
  await locateMain(page).getByLabel('Code').fill('7K2M 9QXT')
  await locateMain(page).getByRole('button', { name: 'Open your gift' }).click()
  await locateMain(page).getByText('isn’t a valid code').waitFor()
}
const printCard = (shown: GiftCard): State => ({
  path: `/gift/print#${code}`,
  answers: { 'GET /api/gift-cards/:code': shown },
  prepare: (page) => locateMain(page).getByRole('article', { name: 'The printed card' }).waitFor(),
})
const receipt: State = {
  path: `/gifts/receipt#${order}`,
  answers: { 'GET /api/gifts': { gifts: [boughtGift] } },
  prepare: (page) => locateMain(page).getByRole('button', { name: 'Print receipt' }).waitFor(),
}
const closedStates = ['notYet', 'redeemed', 'redeemedByYou', 'void', 'disputed', 'expired'] as const

const registered = { reader: 'registered' } as const

export const giftCardViews: readonly PageView[] = [
  { name: 'gift-card', ...showCard(card) },
  { name: 'gift-card-longest', ...showCard(longestCard) },
  ...Object.entries(effects).map(([kind, changes]) => ({
    name: `gift-card-${kind}`,
    ...registered,
    ...showCard({
      ...card,
      effect: { ...effect, kind: kind as GiftEffect['kind'], ...changes },
    }),
  })),
  { name: 'gift-card-accepted', ...registered, ...acceptedCard },
  ...closedStates.map((state) => ({
    name: `gift-card-${state}`,
    ...registered,
    ...showCard({
      ...card,
      ...(state === 'redeemedByYou' ? {} : { recipientName: null, senderName: '', message: '' }),
      state,
      availableAt: state === 'notYet' ? '2099-12-24T03:30:00.000Z' : null,
      until: state === 'redeemedByYou' ? effect.until : null,
    }),
  })),
  { name: 'gift-card-unknown', ...refuseToShowCard('not_found', 'Enter a code') },
  { name: 'gift-card-unavailable', ...refuseToShowCard('too_many_requests', 'Try again') },
  { name: 'gift-print', ...printCard(card) },
  { name: 'gift-print-longest', ...printCard(longestCard) },
]

export const giftViews: readonly PageView[] = [
  { name: 'gift', path: '/gift' },
  { name: 'gift-registered', path: '/gift', ...registered },
  { name: 'gift-subscription', path: '/gift-subscription' },
  {
    name: 'gift-subscription-filled',
    path: '/gift-subscription',
    prepare: (page) => fillGift(page),
  },
  { name: 'gift-subscription-own', path: '/gift-subscription', prepare: fillOwnAddress },
  { name: 'gift-subscription-day', path: '/gift-subscription', prepare: scheduleGift },
  { name: 'gift-subscription-self', path: '/gift-subscription', prepare: giveInPerson },
  { name: 'gift-subscription-problems', path: '/gift-subscription', prepare: submitProblems },
  {
    name: 'gift-subscription-refused',
    path: '/gift-subscription',
    answers: { 'POST /api/gifts': refuse('unavailable', 'We’re having trouble.') },
    prepare: submitForm,
  },
  { name: 'gift-subscription-cancelled', path: '/gift-subscription?token=x' },
  ...(
    [
      ['checking', finishWith({ state: 'pending', gift: null }, 'One moment')],
      ['slow', slowPayment],
      ['sending', finishPaid({ ...boughtGift, state: 'scheduled' })],
      ['scheduled', finishPaid(scheduledGift)],
      ['to-give', finishPaid(giftToGive)],
      ['not-approved', finishWith(refuse('not_approved'), 'You haven’t been charged')],
      ['declined', finishWith(refuse('payment_declined'), 'Your payment was declined')],
      ['elsewhere', finishWith({ state: 'paid', gift: null }, 'Your gift is paid for')],
      ['nothing', finishWith(refuse('not_found'), 'Nothing to finish')],
      [
        'unavailable',
        finishWith(
          refuse('unavailable', 'We’re having trouble.'),
          'We can’t confirm your payment yet',
        ),
      ],
    ] as const
  ).map(([name, state]) => ({ name: `gift-finish-${name}`, ...state })),
]

export const ownGiftViews: readonly PageView[] = [
  { name: 'redeem', path: '/redeem' },
  { name: 'redeem-wrong', path: '/redeem', prepare: typeWrongCode },
  { name: 'gifts-guest', path: '/gifts' },
  {
    name: 'gifts',
    ...registered,
    ...listGifts([boughtGift, scheduledGift, giftToGive, ...otherGifts]),
  },
  { name: 'gifts-nothing', ...registered, ...listNothing },
  {
    name: 'gifts-correct',
    ...registered,
    ...listGifts([scheduledGift]),
    prepare: submitWrongAddress,
  },
  { name: 'gifts-resent', ...registered, ...resentCard },
  { name: 'gifts-receipt', ...registered, ...receipt },
  { name: 'settings-gift', ...registered, ...showSettings(giftTime, 'You have a gift') },
  {
    name: 'settings-gift-active',
    ...registered,
    ...showSettings(giftBeforePayment, 'three months that you haven’t used yet'),
  },
  {
    name: 'settings-gift-paused',
    ...registered,
    ...showSettings(giftWhilePaused, 'Your subscription is paused'),
  },
]
