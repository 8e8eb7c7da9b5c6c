import { expect, type Page } from '@playwright/test'
import { readRunningStack } from '../../../scripts/build/running-stack.ts'
import { triggerCron } from '../../../scripts/dev/stack/stack-client.ts'
import { fillGift } from './gift-views.ts'
import { locateHeading, locateMain, openPage } from './page-actions.ts'

/** From the form to PayPal's page. */
export async function startGift(
  page: Page,
  { recipient, buyer }: { readonly recipient: string; readonly buyer: string },
  change: (page: Page) => Promise<void> = async () => {},
) {
  await openPage(page, '/gift-subscription')
  await fillGift(page, recipient)
  await locateMain(page).getByLabel('Your email').fill(buyer)
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

export const giveInPerson = async (page: Page) => {
  await locateMain(page).getByText('I’ll give it myself').click()
}

/** Of a gift that was bought in this page just now. */
export async function readGiftPath(page: Page): Promise<string> {
  const link = locateMain(page).getByRole('link', { name: /\/gift\/[0-9A-Z]{16}$/ })
  return (await link.getAttribute('href'))!
}

/** Sends what is due, and returns the path of the link in the latest email to this address. */
export async function findGiftEmailPath(email: string, kind: 'card' | 'receipt'): Promise<string> {
  const stack = readRunningStack()
  await triggerCron(stack)
  const pattern = kind === 'card' ? /\/gift\/[0-9A-Z]{16}/ : /\/gifts\?key=[^\s"<>]+/
  const findPath = async () => {
    const messages = (await (await fetch(`${stack.inboxUrl}/messages`)).json()) as {
      to: string
      text: string
    }[]
    return messages
      .flatMap(({ to, text }) => (to === email ? (pattern.exec(text) ?? []) : []))
      .at(-1)
  }
  await expect.poll(findPath).toBeDefined()
  return (await findPath())!
}
