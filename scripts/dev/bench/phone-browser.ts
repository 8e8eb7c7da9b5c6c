/** A browser as on a phone, and the site behind a fake Cloudflare. */
import { type Browser, chromium } from '@playwright/test'
import { getLaunchOptions } from '../browsers/find-chromium.ts'
import { freePort } from '../stack/ports.ts'
import type { Stack } from '../stack/stack.ts'
import { withStack } from './bench-stack.ts'
import { startFakeCloudflare } from './fake-cloudflare.ts'

/** The phone that Lighthouse emulates. */
export const phone = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
}

/** Opens a browser with an empty cache. */
export async function withBrowser<Answer>(
  useBrowser: (browser: Browser, debugPort: number) => Promise<Answer>,
): Promise<Answer> {
  const { args, ...options } = await getLaunchOptions()
  const debugPort = await freePort(10_960)
  const browser = await chromium.launch({
    ...options,
    args: [
      ...args,
      `--remote-debugging-port=${debugPort}`,
      // The fake Cloudflare's certificate is self-signed.
      '--ignore-certificate-errors',
    ],
  })
  try {
    return await useBrowser(browser, debugPort)
  } finally {
    await browser.close()
  }
}

/** Starts a stack whose compressed responses come from a fake Cloudflare at `url`. */
export function withCloudflare<Answer>(
  run: (url: string, stack: Stack) => Promise<Answer>,
): Promise<Answer> {
  return withStack(async (stack) => {
    const { siteUrl, folder } = stack.backends
    const fakeCloudflare = await startFakeCloudflare(siteUrl, await freePort(10_950), folder)
    try {
      return await run(fakeCloudflare.url, stack)
    } finally {
      fakeCloudflare.stop()
    }
  })
}
