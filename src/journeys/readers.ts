import type { Page } from '@playwright/test'
import { samplePassword } from '../../scripts/sample/readers.ts'

/** Articles of the sample publication that the journeys read, one of each kind of access. */
export const samples = {
  metered: { slug: 'fathers-in-pencil', title: 'Fathers in pencil' },
} as const

/** Signs in on the form, as a reader does. */
export async function signIn(
  page: Page,
  reader: string,
  returnTo = '/',
  password = samplePassword,
) {
  await page.goto(`/login?return=${encodeURIComponent(returnTo)}`)
  await page.getByLabel('E-mail').fill(`${reader}@example.com`)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
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
