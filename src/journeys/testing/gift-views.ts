/** The states of the gift pages, with the API's answers replaced: most need days, or other people. */
import type { Page } from '@playwright/test'
import type { OutputOf } from '../../contracts/endpoint.ts'
import type { Api, ApiRoute } from '../../contracts/endpoints.ts'
import type { BoughtGift, GiftCard, GiftEffect } from '../../contracts/gift-endpoints.ts'
import { locateHeading, locateMain } from './page-actions.ts'

const code = '7K2M9QXT4B6H0WZE'
const order = '5O190127TN364715T'
const cardPath = `/gift/${code}`
const finishPath = `/gift-subscription/finish?token=${order}&PayerID=QYR5Z8XDVJNXQ`

const longestMessage =
  `Dear Mira, ${'you read to me when I was small, and now it is my turn. '.repeat(11)}`.slice(
    0,
    600,
  )
const message =
  'You always had the paper before anyone else, and told us the end of every story. Here is a year of them. Happy birthday!'

type Answers = {
  readonly [Route in ApiRoute]?:
    | OutputOf<Api[Route]>
    | { readonly error: { code: string; message: string } }
}

const statuses: Readonly<Record<string, number>> = { not_found: 404, signed_out: 401 }

/** Answers from now on, and opens the page again. */
async function openWithAnswers(page: Page, path: string, answers: Answers) {
  for (const [route, answer] of Object.entries(answers)) {
    const [method, template = ''] = route.split(' ')
    const pattern = new RegExp(`${template.replaceAll(/:\w+/g, '[^/]+')}(?:\\?.*)?$`)
    await page.route(pattern, (request) => {
      if (request.request().method() !== method) return request.fallback()
      const failure = 'error' in (answer as object) ? (answer as { error: { code: string } }) : null
      return request.fulfill({
        status: failure ? (statuses[failure.error.code] ?? 409) : 200,
        json: answer,
      })
    })
  }
  // Another path first: the same address with another fragment isn't loaded again.
  await page.goto('/redeem')
  await page.goto(path)
}

const refuse = (code: string, message = 'Too many attempts. Try again in a minute.') => ({
  error: { code, message },
})

const boughtGift: BoughtGift = {
  id: order,
  code,
  state: 'sent',
  length: 12,
  price: 9900,
  recipient: { name: 'Mira', email: 'mira@example.com' },
  senderName: 'Asha',
  message,
  deliverAt: null,
  paidAt: '2026-11-20T10:00:00.000Z',
  sentAt: '2026-11-20T10:00:20.000Z',
  redeemedAt: null,
  redeemableUntil: '2027-11-20T10:00:00.000Z',
  isAddressRefused: false,
  canCorrectRecipient: false,
  canResend: true,
}
const scheduledGift: BoughtGift = {
  ...boughtGift,
  id: '2GG279541U471931P',
  state: 'scheduled',
  length: 6,
  price: 5999,
  recipient: { name: 'Farrukh', email: 'farrukh@example.com' },
  deliverAt: '2099-12-24T03:30:00.000Z',
  sentAt: null,
  canCorrectRecipient: true,
  canResend: false,
}
const giftToGive: BoughtGift = {
  ...boughtGift,
  id: '8MC585209K746392H',
  state: 'paid',
  length: 3,
  price: 3499,
  recipient: null,
  sentAt: null,
  canResend: false,
}
const otherGifts: readonly BoughtGift[] = [
  { ...scheduledGift, id: '1', deliverAt: null, isAddressRefused: true },
  {
    ...boughtGift,
    id: '2',
    state: 'redeemed',
    redeemedAt: '2026-11-21T10:00:00.000Z',
    canResend: false,
  },
  { ...boughtGift, id: '3', state: 'refunded', canResend: false },
  { ...boughtGift, id: '4', state: 'disputed', canResend: false },
  { ...boughtGift, id: '5', state: 'expired', canResend: false },
]

const card: GiftCard = {
  state: 'open',
  length: 12,
  recipientName: 'Mira',
  senderName: 'Asha',
  message,
  availableAt: null,
  redeemableUntil: '2027-11-20T10:00:00.000Z',
  effect: null,
  until: null,
}
const longestCard: GiftCard = {
  ...card,
  recipientName: `${'Venkataraghavan '.repeat(6)}Iyer`,
  senderName: `${'Wickremasinghe '.repeat(6)}Perera`,
  message: longestMessage,
}
const effect: GiftEffect = {
  kind: 'startsNow',
  from: '2026-11-23T10:00:00.000Z',
  until: '2027-11-23T10:00:00.000Z',
  billingBefore: null,
  billingAt: null,
}
const effects: Readonly<Record<GiftEffect['kind'], Partial<GiftEffect>>> = {
  startsNow: {},
  postponesBilling: {
    billingBefore: '2027-06-09T10:00:00.000Z',
    billingAt: '2028-06-09T10:00:00.000Z',
    until: '2028-06-09T10:00:00.000Z',
  },
  paused: { billingAt: '2027-11-23T10:00:00.000Z' },
  endsFailing: {},
  afterPaidPeriod: { from: '2027-01-15T10:00:00.000Z', until: '2028-01-15T10:00:00.000Z' },
  extendsAccess: { from: '2027-01-15T10:00:00.000Z', until: '2028-01-15T10:00:00.000Z' },
}

const showCard = (shown: GiftCard) => async (page: Page) => {
  await openWithAnswers(page, cardPath, { 'GET /api/gift-cards/:code': shown })
  await page.locator(`[data-gift="${shown.state}"]`).waitFor()
}
const refuseToShowCard = (code: string) => async (page: Page) => {
  await openWithAnswers(page, cardPath, { 'GET /api/gift-cards/:code': refuse(code) })
  const way = code === 'not_found' ? 'Enter a code' : 'Try again'
  await locateMain(page).getByText(way, { exact: true }).waitFor()
}
async function acceptGift(page: Page) {
  await openWithAnswers(page, cardPath, {
    'GET /api/gift-cards/:code': { ...card, effect },
    'POST /api/gift-cards/:code/redemption': {
      until: effect.until,
      subscription: {
        status: 'isSubscribed',
        detail: 'gift',
        signedIn: true,
        entitled: true,
        until: effect.until,
        plan: null,
        paidThrough: null,
        resumesAt: null,
        freeUntil: null,
        giftUntil: effect.until,
        allowedSteps: ['subscribe'],
      },
    },
  })
  await locateMain(page).getByRole('button', { name: 'Accept the gift' }).click()
  await locateMain(page).getByRole('link', { name: 'Start reading' }).waitFor()
}

const finishWith =
  (answer: Answers['POST /api/gifts/:id/payment'], title: string) => async (page: Page) => {
    await openWithAnswers(page, finishPath, { 'POST /api/gifts/:id/payment': answer! })
    await locateHeading(page).filter({ hasText: title }).waitFor()
  }
const finishPaid = (gift: BoughtGift) => finishWith({ state: 'paid', gift }, 'Thank you')

const listGifts = (gifts: readonly BoughtGift[]) => async (page: Page) => {
  await openWithAnswers(page, '/gifts', { 'GET /api/gifts': { gifts: [...gifts] } })
  await locateMain(page).getByRole('article').first().waitFor()
}
async function correctAddress(page: Page) {
  await listGifts([scheduledGift])(page)
  await locateMain(page).getByRole('button', { name: 'Correct the address' }).click()
  await locateMain(page).getByLabel('Their email').fill('farrukh@')
  await locateMain(page).getByRole('button', { name: 'Save' }).click()
  await locateMain(page).getByText('Enter a complete email address').waitFor()
}

export async function fillGift(page: Page, recipientEmail = 'mira@example.com') {
  const main = locateMain(page)
  await main.locator('button[type="submit"]:enabled').waitFor()
  await main.getByLabel('Their name').fill('Mira')
  await main.getByLabel('Their email').fill(recipientEmail)
  await main.getByLabel('Message').fill(message)
  await main.getByLabel('Your name').fill('Asha')
  await main.getByLabel('Your email').fill('asha@example.com')
}
const fillOwnAddress = async (page: Page) => {
  await fillGift(page, 'asha@example.com')
  await locateMain(page).getByText('That’s your own address').waitFor()
}
const scheduleGift = async (page: Page) => {
  await fillGift(page)
  await locateMain(page).getByText('Choose a day').click()
  await locateMain(page).getByLabel('The day').fill('2027-02-14')
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
const refusePayment = async (page: Page) => {
  await openWithAnswers(page, '/gift-subscription', {
    'POST /api/gifts': refuse('unavailable', 'We’re having trouble.'),
  })
  await fillGift(page)
  await locateMain(page).getByRole('button', { name: 'Continue with PayPal' }).click()
  await locateMain(page).getByRole('alert').filter({ hasText: 'still here' }).waitFor()
}
const typeWrongCode = async (page: Page) => {
  await locateMain(page).getByLabel('Code').fill('7K2M 9QXT')
  await locateMain(page).getByRole('button', { name: 'Open the gift' }).click()
  await locateMain(page).getByText('isn’t a complete code').waitFor()
}
const printCard = (shown: GiftCard) => async (page: Page) => {
  await openWithAnswers(page, `/gift/print#${code}`, { 'GET /api/gift-cards/:code': shown })
  await locateMain(page).getByRole('article', { name: 'The printed card' }).waitFor()
}
const openGiftReceipt = async (page: Page) => {
  await openWithAnswers(page, `/gifts/receipt#${order}`, {
    'GET /api/gifts': { gifts: [boughtGift] },
  })
  await locateMain(page).getByRole('button', { name: 'Print receipt' }).waitFor()
}
const closedStates = ['notYet', 'redeemed', 'redeemedByYou', 'void', 'disputed', 'expired'] as const

const registered = { reader: 'registered' } as const

export const giftViews = [
  { name: 'gift', path: '/gift' },
  { name: 'gift-registered', path: '/gift', ...registered },
  { name: 'gift-subscription', path: '/gift-subscription' },
  { name: 'gift-subscription-filled', path: '/gift-subscription', prepare: fillGift },
  { name: 'gift-subscription-own', path: '/gift-subscription', prepare: fillOwnAddress },
  { name: 'gift-subscription-day', path: '/gift-subscription', prepare: scheduleGift },
  { name: 'gift-subscription-self', path: '/gift-subscription', prepare: giveInPerson },
  { name: 'gift-subscription-problems', path: '/gift-subscription', prepare: submitProblems },
  { name: 'gift-subscription-refused', path: '/gift-subscription', prepare: refusePayment },
  { name: 'gift-subscription-cancelled', path: '/gift-subscription?token=x' },
  ...(
    [
      ['checking', finishWith({ state: 'pending', gift: null }, 'One moment')],
      ['sending', finishPaid({ ...boughtGift, state: 'scheduled' })],
      ['scheduled', finishPaid(scheduledGift)],
      ['to-give', finishPaid(giftToGive)],
      ['not-approved', finishWith(refuse('not_approved'), 'You haven’t been charged')],
      ['declined', finishWith(refuse('payment_declined'), 'Your payment was declined')],
      ['elsewhere', finishWith({ state: 'paid', gift: null }, 'Your gift is paid for')],
      ['nothing', finishWith(refuse('not_found'), 'Nothing to finish')],
    ] as const
  ).map(([name, prepare]) => ({ name: `gift-finish-${name}`, path: '/redeem', prepare })),
  { name: 'gift-card', path: '/redeem', prepare: showCard(card) },
  { name: 'gift-card-longest', path: '/redeem', prepare: showCard(longestCard) },
  ...Object.entries(effects).map(([kind, changes]) => ({
    name: `gift-card-${kind}`,
    path: '/redeem',
    ...registered,
    prepare: showCard({
      ...card,
      effect: { ...effect, kind: kind as GiftEffect['kind'], ...changes },
    }),
  })),
  { name: 'gift-card-accepted', path: '/redeem', ...registered, prepare: acceptGift },
  ...closedStates.map((state) => ({
    name: `gift-card-${state}`,
    path: '/redeem',
    ...registered,
    prepare: showCard({
      ...card,
      ...(state === 'redeemedByYou' ? {} : { recipientName: null, senderName: '', message: '' }),
      state,
      availableAt: state === 'notYet' ? '2099-12-24T03:30:00.000Z' : null,
      until: state === 'redeemedByYou' ? effect.until : null,
    }),
  })),
  { name: 'gift-card-unknown', path: '/redeem', prepare: refuseToShowCard('not_found') },
  {
    name: 'gift-card-unavailable',
    path: '/redeem',
    prepare: refuseToShowCard('too_many_requests'),
  },
  { name: 'gift-print', path: '/redeem', prepare: printCard(card) },
  { name: 'gift-print-longest', path: '/redeem', prepare: printCard(longestCard) },
  { name: 'redeem', path: '/redeem' },
  { name: 'redeem-wrong', path: '/redeem', prepare: typeWrongCode },
  { name: 'gifts-guest', path: '/gifts' },
  {
    name: 'gifts',
    path: '/redeem',
    ...registered,
    prepare: listGifts([boughtGift, scheduledGift, giftToGive, ...otherGifts]),
  },
  { name: 'gifts-correct', path: '/redeem', ...registered, prepare: correctAddress },
  { name: 'gifts-receipt', path: '/redeem', ...registered, prepare: openGiftReceipt },
]
