/** The views of the login and account pages. */
import type { Page } from '@playwright/test'
import { googleLabel } from '../../contracts/settings/auth-settings.ts'
import { cancelPages } from '../../features/cancellation/cancel-pages.ts'
import type { PageView } from './open-view.ts'
import {
  locateMain,
  sampleReaders,
  submitLogin,
  waitForButton,
  waitForLink,
} from './page-actions.ts'

const locateReceipt = (page: Page) =>
  locateMain(page)
    .getByRole('link', { name: /^Receipt/ })
    .first()
const openReceipt = async (page: Page) => {
  await locateReceipt(page).click()
  await waitForButton('Print receipt')(page)
}

/** Waits for the parts that depend on the subscription. */
const waitForCancellationForm = (page: Page) =>
  locateMain(page).locator('button:enabled').first().waitFor()

const blockGoogle = async (page: Page) => {
  await page.evaluate(() => {
    window.open = () => null
  })
  await locateMain(page).getByRole('button', { name: googleLabel }).click()
  await locateMain(page).getByRole('button', { name: 'Continue in this window' }).waitFor()
}

const submitWrongPassword = async (page: Page) => {
  await submitLogin(page, 'nobody-at-all', 'not the password')
  await locateMain(page).getByRole('alert').filter({ hasText: 'don’t match' }).waitFor()
}

const requestSignInLink = async (page: Page) => {
  await locateMain(page).getByLabel('Email').fill('nobody-at-all@example.com')
  await locateMain(page).getByRole('button', { name: 'Send me a link' }).click()
  await locateMain(page).getByRole('button', { name: 'send it again' }).waitFor()
}

/** The path of an emailed link that was used before. */
const usedAuthEmailPath = (mode: string) => `/magic?mode=${mode}&oobCode=used&apiKey=key`
const waitForEmailField = (page: Page) =>
  locateMain(page).getByText('Which email address').waitFor()
const waitForUsedLink = (role: 'alert' | 'status') => (page: Page) =>
  locateMain(page).getByRole(role).filter({ hasText: 'already been used' }).waitFor()

/** Opens all settings, down to the last question. */
const openAllSettings = async (page: Page) => {
  const settingList = page.getByRole('main').locator('details')
  await settingList.last().waitFor()
  for (const setting of await settingList.all()) await setting.locator('summary').click()
  await page.getByLabel('Type “delete” to continue').fill('delete')
  await page.getByRole('button', { name: 'Delete account' }).waitFor()
}

export const accountViews: readonly PageView[] = [
  { name: 'login', path: '/login' },
  { name: 'login-registered', path: '/login', reader: 'registered' },
  { name: 'login-to-save', path: '/login?return=%2Ffathers-in-pencil%23save' },
  { name: 'login-new', path: '/login/new' },
  { name: 'login-refused', path: '/login', prepare: submitWrongPassword },
  { name: 'login-blocked', path: '/login', prepare: blockGoogle },
  { name: 'login-google', path: '/login/google#state=of-nobody', prepare: waitForLink('Log in') },
  { name: 'magic', path: '/magic' },
  { name: 'magic-sent', path: '/magic', prepare: requestSignInLink },
  { name: 'magic-elsewhere', path: usedAuthEmailPath('signIn'), prepare: waitForEmailField },
  { name: 'magic-used', path: usedAuthEmailPath('verifyEmail'), prepare: waitForUsedLink('alert') },
  { name: 'forgot', path: '/forgot' },
  {
    name: 'forgot-used',
    path: usedAuthEmailPath('resetPassword'),
    prepare: waitForUsedLink('status'),
  },
  { name: 'settings-guest', path: '/settings' },
  ...([...sampleReaders, 'missing', 'given'] as const).map((reader) => ({
    name: `settings-${reader}`,
    path: '/settings',
    reader,
  })),
  { name: 'payments-guest', path: '/settings/payments' },
  {
    name: 'payments',
    path: '/settings/payments',
    reader: 'subscriber',
    prepare: (page) => locateReceipt(page).waitFor(),
  },
  { name: 'receipt', path: '/settings/payments', reader: 'subscriber', prepare: openReceipt },
  { name: 'settings-open', path: '/settings', reader: 'registered', prepare: openAllSettings },
  { name: 'settings-deleted', path: '/settings#account-deleted' },
]

export const subscriptionViews: readonly PageView[] = [
  { name: 'change-plan-guest', path: '/settings/plan' },
  ...(['subscriber', 'paused', 'missing'] as const).map((reader) => ({
    name: `change-plan-${reader}`,
    path: '/settings/plan',
    reader,
    prepare: waitForButton('Choose the student plan'),
  })),
  ...(['ending', 'failed', 'lapsed'] as const).map((reader) => ({
    name: `change-plan-${reader}`,
    path: '/settings/plan',
    reader,
    prepare: waitForLink('Go to your account'),
  })),
  {
    name: 'change-plan-chosen',
    path: '/settings/plan?plan=monthly',
    reader: 'subscriber',
    prepare: waitForButton('Pay with PayPal'),
  },
  ...Object.entries(cancelPages).map(([pageName, { path, offeredStep }]) => ({
    name: pageName,
    path,
    reader: offeredStep ? ('subscriber' as const) : ('ending' as const),
    prepare: waitForCancellationForm,
  })),
  ...(['cancel_confirmation', 'pause_confirmation', 'offer_confirmation'] as const).map((name) => ({
    name: `${name}-given`,
    path: cancelPages[name].path,
    reader: 'given' as const,
    prepare: waitForCancellationForm,
  })),
  { name: 'cancellation_choice-guest', path: '/settings/cancel' },
  {
    name: 'pause_complete-paused',
    path: '/settings/cancel/paused',
    reader: 'paused',
    prepare: waitForCancellationForm,
  },
]
