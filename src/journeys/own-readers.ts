/** Readers of one journey's own, signed in without the form, for journeys that change what is theirs. */
import type { BrowserContext } from '@playwright/test'
import { ownReader, stack } from '../../functions/edge-client.ts'

export async function bringReader(
  context: BrowserContext,
  ...reader: Parameters<typeof ownReader>
) {
  const client = await ownReader(...reader)
  // Browsers take secure cookies from localhost; Playwright wants to hear of https.
  const secure = { url: stack.siteUrl.replace('http:', 'https:'), secure: true }
  await context.addCookies(
    [...client.cookies].map(([name, value]) => ({
      name,
      value,
      ...secure,
      httpOnly: name.startsWith('__Host-'),
    })),
  )
  return client
}
