/** The states of a wall and of the panel for The Weekly, with the API's answers replaced. */
import type { Page } from '@playwright/test'
import type { UnlockRefusal, WallResponse } from '../../contracts/meter-endpoints.ts'
import type { Way } from '../../domain/access.ts'
import type { PageView, ReplacedAnswers } from './open-view.ts'
import { locateWall, sampleArticles } from './page-actions.ts'

type State = Pick<PageView, 'answers' | 'prepare'>

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

const offer = (answer: WallResponse, answers: ReplacedAnswers = {}): State => ({
  answers: { [wallRoute]: answer, ...answers },
  prepare: async (page) => {
    await scrollToWall(page)
    await showWall(page)
  },
})

/** What the reader does at the wall. */
const then = ({ answers, prepare }: State, act: (page: Page) => Promise<unknown>): State => ({
  ...(answers && { answers }),
  prepare: async (page) => {
    await prepare?.(page)
    await act(page)
  },
})

const refuse = (because: UnlockRefusal, ways: readonly Way[]) =>
  then(
    offer(close([readFree, subscribe]), { [unlockRoute]: { ...close(ways), because } }),
    async (page) => {
      await locateWall(page).getByRole('button', { name: 'Read this story free' }).click()
      await locateWall(page).getByRole('alert').filter({ hasText: /\w/ }).waitFor()
    },
  )

const openForm = (name: RegExp, ways: readonly Way[]) =>
  then(offer(close(ways)), (page) => locateWall(page).getByRole('button', { name }).click())

const waysWithEmail = [subscribe, register, email]
const addressUsed = then(
  offer(close(waysWithEmail), {
    [unlockRoute]: { ...close(waysWithEmail), because: 'addressUsed' },
  }),
  async (page) => {
    const wall = locateWall(page)
    await wall.getByRole('button', { name: /email address/ }).click()
    await wall.getByLabel('Your email address').fill('someone@example.com')
    await wall.getByRole('button', { name: 'Read this story' }).click()
    await wall.getByRole('alert').filter({ hasText: 'already been used' }).waitFor()
  },
)

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

const guestViews: Readonly<Record<string, State>> = {
  free: offer(close([readFree, subscribe])),
  'free-friend': offer(close([readFree, subscribe, referred])),
  used: offer(close([subscribe, register, email])),
  'used-all': offer(close([subscribe])),
  friend: offer(close([referred, subscribe, register])),
  'refused-limit': refuse('limit', [{ ...register, left: 3 }, subscribe]),
  'refused-used': refuse('usedUp', [subscribe, register, email]),
  email: openForm(/in return for your email/, [subscribe, register, email]),
  'email-used': addressUsed,
}

const readerViews = {
  'registered-free': ['registered', [readerFree, subscribe], 'notSubscribed'],
  'registered-used': ['registered', [subscribe], 'notSubscribed'],
  'registered-limit': ['registered', [{ kind: 'confirmEmail' }, subscribe], 'notSubscribed'],
  'lapsed-free': ['lapsed', [readerFree, subscribe], 'ended'],
  'paused-free': ['paused', [{ kind: 'resume' }, readerFree], 'paused'],
  'failed-free': ['failed', [{ kind: 'fixPayment' }, readerFree], 'paymentFailed'],
} as const

export const wallViews: readonly PageView[] = [
  ...Object.entries(guestViews).map(([name, state]) => ({ name: `wall-${name}`, path, ...state })),
  ...Object.entries(readerViews).map(([name, [reader, ways, reason]]) => ({
    name: `wall-${name}`,
    path,
    reader,
    ...offer(close(ways, reason)),
  })),
  {
    name: 'wall-unavailable',
    path,
    answers: { [wallRoute]: { error: { code: 'unavailable', message: '' } } },
    prepare: async (page) => {
      await scrollToWall(page)
      await locateWall(page).getByRole('link', { name: 'Subscribe' }).waitFor()
    },
  },
  { name: 'pop-up', path, prepare: showPopUp },
]
