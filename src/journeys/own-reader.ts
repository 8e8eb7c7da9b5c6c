/** Readers of their own, for journeys that change what is kept of them, on as many devices as wanted. */
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { freshToken, makeAccount, newName } from '../../scripts/local/own-accounts.ts'
import { runningStack } from '../../scripts/local/running-stack.ts'
import { withoutPictures } from './readers.ts'

export type OwnReader = { readonly name: string; readonly email: string }

export async function ownReader(options?: { isVerified?: boolean }): Promise<OwnReader> {
  const name = newName()
  const email = `${name}@example.com`
  await makeAccount(runningStack(), email, options)
  return { name, email }
}

/** Logs in without the form. */
export async function enter(context: BrowserContext, { email }: OwnReader) {
  const stack = runningStack()
  const opened = await context.request.post(`${stack.siteUrl}/api/session`, {
    data: { idToken: await freshToken(stack, email) },
    headers: { Origin: stack.siteUrl },
  })
  if (!opened.ok()) throw new Error(await opened.text())
}

/** A page on another device of theirs. */
export async function anotherDevice(browser: Browser, reader: OwnReader): Promise<Page> {
  const context = await browser.newContext({ baseURL: runningStack().siteUrl })
  await enter(context, reader)
  const page = await context.newPage()
  await withoutPictures(page)
  return page
}
