import type { BrowserContext, Page, Response } from '@playwright/test'
import { loginAddress } from '../contracts/login-address.ts'

/** As scripts/sample/readers.ts gives it to every sample reader. */
const samplePassword = 'verandah-sample'

export const sampleAccount = (reader: string) => ({
  email: `${reader}@example.com`,
  password: samplePassword,
})

/** Articles of the sample publication that the journeys read, one of each kind of access. */
export const samples = {
  metered: { slug: 'fathers-in-pencil', title: 'Fathers in pencil' },
  public: { slug: 'lalten-lose-again', lastWords: 'I. Qureshi, st Ruksana, b Bilal' },
  /** Public, with words in every writing system that fonts are shipped for. */
  scripts: { slug: 'one-hundred-fifteen-times', title: 'One hundred, fifteen times' },
} as const

/** Fills in the sign-in form that is open and sends it. */
export async function fillIn(page: Page, reader: string, password = samplePassword) {
  await page.getByLabel('E-mail').fill(`${reader}@example.com`)
  await page.getByLabel('Password').fill(password)
  await logIn(page)
}

/** Presses the button of the sign-in form, as it is filled in. */
export function logIn(page: Page) {
  return page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
}

/** Signs in on the form, as a reader does. */
export async function signIn(page: Page, reader: string, returnTo = '/', password?: string) {
  await open(page, loginAddress(returnTo))
  await fillIn(page, reader, password)
}

/** Gives a browser the cookies of a reader who is signed in already, and spares it the form. */
export async function takeCookies(
  context: BrowserContext,
  cookies: ReadonlyMap<string, string>,
  siteUrl: string,
) {
  // Browsers take secure cookies from localhost; Playwright wants to hear of https.
  const secure = { url: siteUrl.replace('http:', 'https:'), secure: true }
  await context.addCookies(
    [...cookies].map(([name, value]) => ({
      name,
      value,
      ...secure,
      httpOnly: name.startsWith('__Host-'),
    })),
  )
}

/** Opens a page without waiting for its pictures, which a busy machine takes a while to cut. */
export function open(page: Page, path: string) {
  return page.goto(path, { waitUntil: 'domcontentloaded' })
}

/** Goes on when this script of the page has run: whoever imports it as well waits for the same. */
export async function hasRun(page: Page, script: Promise<Response>) {
  await page.evaluate((address) => import(address), (await script).url())
}

/**
 * Leaves the pictures out, for journeys that load whole pages and look at something else: cutting
 * a front page's pictures for the first time takes a small machine the better part of a minute.
 */
export function withoutPictures(page: Page) {
  return page.route('**/images/**', (route) => route.abort())
}

/** The sum of the layout shifts of this page so far that no key or click explains. */
export function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & {
            value: number
            hadRecentInput: boolean
          })[]) {
            if (!entry.hadRecentInput) sum += entry.value
          }
        }).observe({ type: 'layout-shift', buffered: true })
        // Buffered entries are delivered before the next frame but one.
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(sum))))
      }),
  )
}

/** What a page logs as an error: a broken policy, a failed script, a hydration mismatch. */
export function errorsOf(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  return errors
}
