/** The states of a wall and of the panel for The Weekly, with the API's answers replaced. */
import type { Page } from '@playwright/test'
import type { UnlockRefusal, WallResponse } from '../../contracts/meter-endpoints.ts'
import type { Way } from '../../domain/access.ts'
import { openWithAnswers } from './gift-views.ts'
import { locateWall, sampleArticles } from './page-actions.ts'

type Answers = Parameters<typeof openWithAnswers>[2]

const path = `/${sampleArticles.metered.slug}`
const wallRoute = 'GET /api/articles/:slug/wall'
const unlockRoute = 'POST /api/articles/:slug/unlock'

type Reason = Extract<WallResponse, { state: 'closed' }>['reason']

const readFree: Way = { kind: 'readFree', used: 0, allowance: 1 }
const subscribe: Way = { kind: 'subscribe' }
const register: Way = { kind: 'register', allowance: 3, left: 2 }
const email: Way = { kind: 'email' }
const referred: Way = { kind: 'referred', friendName: 'Nilmini' }
const readerFree: Way = { kind: 'readFree', used: 1, allowance: 3 }

const close = (ways: readonly Way[], reason: Reason = 'signedOut') => ({
  state: 'closed' as const,
  reason,
  ways: [...ways],
  isReferral: false,
})

const showWall = (page: Page) =>
  locateWall(page).getByRole('region', { name: 'Continue reading' }).waitFor()

export async function scrollToWall(page: Page) {
  await locateWall(page).evaluate((wall) => wall.scrollIntoView({ block: 'center' }))
}

const offer =
  (answer: WallResponse, answers: Answers = {}) =>
  async (page: Page) => {
    await openWithAnswers(page, path, { [wallRoute]: answer, ...answers })
    await scrollToWall(page)
    await showWall(page)
  }

const refuse = (because: UnlockRefusal, ways: readonly Way[]) => async (page: Page) => {
  await offer(close([readFree, subscribe]), { [unlockRoute]: { ...close(ways), because } })(page)
  await locateWall(page).getByRole('button', { name: 'Read this story free' }).click()
  await locateWall(page).getByRole('alert').filter({ hasText: /\w/ }).waitFor()
}

const openForm = (name: RegExp, ways: readonly Way[]) => async (page: Page) => {
  await offer(close(ways))(page)
  await locateWall(page).getByRole('button', { name }).click()
}

async function useAddressAgain(page: Page) {
  const ways = [subscribe, register, email]
  await offer(close(ways), {
    [unlockRoute]: { ...close(ways), because: 'addressUsed' },
  })(page)
  const wall = locateWall(page)
  await wall.getByRole('button', { name: /email address/ }).click()
  await wall.getByLabel('Your email address').fill('someone@example.com')
  await wall.getByRole('button', { name: 'Read this story' }).click()
  await wall.getByRole('alert').filter({ hasText: 'already been used' }).waitFor()
}

/** With the second article's end in view. */
async function showPopUp(page: Page) {
  await page.goto(`/${sampleArticles.scripts.slug}`)
  await page.evaluate((slug) => {
    location.href = `/${slug}`
  }, sampleArticles.public.slug)
  await page.waitForURL(`/${sampleArticles.public.slug}`)
  await page.locator('article footer').first().scrollIntoViewIfNeeded()
  await page.getByRole('complementary', { name: /The Weekly/ }).waitFor()
}

const guestViews: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  free: offer(close([readFree, subscribe])),
  'free-friend': offer(close([readFree, subscribe, referred])),
  used: offer(close([subscribe, register, email])),
  'used-all': offer(close([subscribe])),
  friend: offer(close([referred, subscribe, register])),
  'refused-limit': refuse('limit', [{ ...register, left: 3 }, subscribe]),
  'refused-used': refuse('usedUp', [subscribe, register, email]),
  email: openForm(/in return for your email/, [subscribe, register, email]),
  'email-used': useAddressAgain,
}

const readerViews = {
  'registered-free': ['registered', [readerFree, subscribe], 'notSubscribed'],
  'registered-used': ['registered', [subscribe], 'notSubscribed'],
  'registered-limit': ['registered', [{ kind: 'confirmEmail' }, subscribe], 'notSubscribed'],
  'lapsed-free': ['lapsed', [readerFree, subscribe], 'ended'],
  'paused-free': ['paused', [{ kind: 'resume' }, readerFree], 'paused'],
  'failed-free': ['failed', [{ kind: 'fixPayment' }, readerFree], 'paymentFailed'],
} as const

export const wallViews = [
  ...Object.entries(guestViews).map(([name, prepare]) => ({ name: `wall-${name}`, path, prepare })),
  ...Object.entries(readerViews).map(([name, [reader, ways, reason]]) => ({
    name: `wall-${name}`,
    path,
    reader,
    prepare: offer(close(ways, reason)),
  })),
  {
    name: 'wall-unavailable',
    path,
    prepare: async (page: Page) => {
      await openWithAnswers(page, path, {
        [wallRoute]: { error: { code: 'unavailable', message: '' } },
      })
      await scrollToWall(page)
      await locateWall(page).getByRole('link', { name: 'Subscribe' }).waitFor()
    },
  },
  { name: 'pop-up', path, prepare: showPopUp },
]
