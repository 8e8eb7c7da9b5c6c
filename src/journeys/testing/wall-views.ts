/** The states of a wall and of the panel for The Weekly, with the API's responses replaced. */
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { signBotCheckToken } from '../../../scripts/dev/fakes/fake-bot-check.ts'
import { readRunningStack } from '../../../scripts/shared/running-stack.ts'
import type { UnlockRefusal, WallResponse } from '../../contracts/endpoints/meter-endpoints.ts'
import { botCheckActions } from '../../contracts/settings/bot-check-config.ts'
import type { UnlockOption } from '../../domain/access.ts'
import { wallText } from '../../features/paywall/wall-text.ts'
import { newsletter } from '../../publication/newsletter.ts'
import type { PageView } from './open-view.ts'
import { locateOffer, locateWall, sampleArticles } from './page-actions.ts'

const { slug } = sampleArticles.metered
const path = `/${slug}`
const wallRoute = 'GET /api/articles/:slug/wall'
const unlockRoute = 'POST /api/articles/:slug/unlock'

type Reason = Extract<WallResponse, { state: 'closed' }>['reason']

const readFree: UnlockOption = { kind: 'readFree', used: 0, allowance: 1 }
const subscribe: UnlockOption = { kind: 'subscribe' }
const register: UnlockOption = { kind: 'register', allowance: 3, left: 2 }
const email: UnlockOption = { kind: 'email' }
const referred: UnlockOption = { kind: 'referred', friendName: 'Nilmini' }
const readerFree: UnlockOption = { kind: 'readFree', used: 1, allowance: 3 }

const close = (ways: readonly UnlockOption[], reason: Reason = 'signedOut') => ({
  state: 'closed' as const,
  reason,
  ways: [...ways],
  isReferral: false,
})

/** The pattern of the wall's endpoint for `page.route`. */
export const wallEndpoint = '**/api/articles/*/wall'

export async function scrollToWall(page: Page) {
  await locateWall(page).evaluate((wall) =>
    wall.scrollIntoView({ block: 'center', behavior: 'instant' }),
  )
}

/** Unlocks a free story through the API. The response about the wall sets the guest's cookie. */
export async function spendFreeStory({ request }: BrowserContext, story: string = slug) {
  const { siteUrl } = readRunningStack()
  const { hostname } = new URL(siteUrl)
  const claims = { action: botCheckActions.unlock, hostname, score: 0.9, id: crypto.randomUUID() }
  await request.get(`/api/articles/${story}/wall`)
  const answer = await request.post(`/api/articles/${story}/unlock`, {
    headers: { Origin: siteUrl },
    data: { way: 'free', botCheck: signBotCheckToken(claims) },
  })
  expect(await answer.json()).toMatchObject({ state: 'open' })
}

type State = {
  readonly ways: readonly UnlockOption[]
  readonly reason?: Reason
  readonly reader?: 'registered' | 'lapsed' | 'paused' | 'failed'
  /** The response to an unlock. */
  readonly refusal?: { readonly because: UnlockRefusal; readonly ways: readonly UnlockOption[] }
  readonly act?: (page: Page) => Promise<unknown>
}

const describeView = ([name, state]: [string, State]): PageView => {
  const { ways, reason, reader, refusal, act } = state
  return {
    name: `wall-${name}`,
    path,
    ...(reader && { reader }),
    answers: {
      [wallRoute]: close(ways, reason),
      ...(refusal && {
        [unlockRoute]: { ...close(refusal.ways, reason), because: refusal.because },
      }),
    },
    async prepare(page) {
      await scrollToWall(page)
      await locateOffer(page).waitFor()
      await act?.(page)
    },
  }
}

async function pressReadFree(page: Page) {
  await locateWall(page).getByRole('button', { name: 'Read this story free' }).click()
  await locateWall(page).getByRole('alert').filter({ hasText: /\w/ }).waitFor()
}

const openForm = (page: Page) =>
  locateWall(page).getByRole('button', { name: wallText.emailOption }).click()

async function sendUsedAddress(page: Page) {
  await openForm(page)
  const wall = locateWall(page)
  await wall.getByLabel('Your email address').fill('someone@example.com')
  await wall.getByRole('button', { name: 'Read this story' }).click()
  await wall.getByRole('alert').filter({ hasText: 'already been used' }).waitFor()
}

/** Shows the panel, at the end of a second article. */
async function showPopUp(page: Page) {
  await page.evaluate((address) => {
    localStorage.removeItem('pop-up')
    location.href = address
  }, `/${sampleArticles.scripts.slug}`)
  await page.waitForURL(`/${sampleArticles.scripts.slug}`)
  await page.evaluate((address) => {
    location.href = address
  }, `/${sampleArticles.public.slug}`)
  await page.waitForURL(`/${sampleArticles.public.slug}`)
  await page.locator('article footer').first().scrollIntoViewIfNeeded()
  await page.getByRole('complementary', { name: newsletter.name }).waitFor()
}

const used = [subscribe, register, email]
const wallStates: Readonly<Record<string, State>> = {
  free: { ways: [readFree, subscribe] },
  'free-friend': { ways: [referred, readFree, subscribe] },
  used: { ways: used },
  'used-all': { ways: [subscribe] },
  friend: { ways: [referred, subscribe, register] },
  'refused-limit': {
    ways: [readFree, subscribe],
    refusal: { because: 'limit', ways: [{ ...register, left: 3 }, subscribe] },
    act: pressReadFree,
  },
  'refused-used': {
    ways: [readFree, subscribe],
    refusal: { because: 'usedUp', ways: used },
    act: pressReadFree,
  },
  email: { ways: used, act: openForm },
  'email-used': {
    ways: used,
    refusal: { because: 'addressUsed', ways: used },
    act: sendUsedAddress,
  },
  'registered-free': {
    reader: 'registered',
    reason: 'notSubscribed',
    ways: [readerFree, subscribe],
  },
  'registered-used': { reader: 'registered', reason: 'notSubscribed', ways: [subscribe] },
  'registered-limit': {
    reader: 'registered',
    reason: 'notSubscribed',
    ways: [{ kind: 'confirmEmail' }, subscribe],
  },
  'lapsed-free': { reader: 'lapsed', reason: 'ended', ways: [readerFree, subscribe] },
  'paused-free': { reader: 'paused', reason: 'paused', ways: [{ kind: 'resume' }, readerFree] },
  'failed-free': {
    reader: 'failed',
    reason: 'paymentFailed',
    ways: [{ kind: 'fixPayment' }, readerFree],
  },
  'missing-free': {
    reader: 'failed',
    reason: 'paymentFailed',
    ways: [{ kind: 'approve' }, readerFree],
  },
}

async function showFallback(page: Page) {
  await scrollToWall(page)
  await locateWall(page).getByRole('link', { name: 'Subscribe' }).waitFor()
}

export const wallViews: readonly PageView[] = [
  ...Object.entries(wallStates).map(describeView),
  {
    name: 'wall-unavailable',
    path,
    answers: { [wallRoute]: { error: { code: 'unavailable', message: '' } } },
    prepare: showFallback,
  },
  { name: 'pop-up', path, prepare: showPopUp },
]
