/** Opens a page in one of its states, for screenshots and for checks of layout and accessibility. */
import type { CDPSession, Page } from '@playwright/test'
import type { OutputOf } from '../../contracts/endpoints/endpoint.ts'
import type { Api, ApiRoute } from '../../contracts/endpoints/endpoints.ts'
import { openPage, type SampleReaderName } from './page-actions.ts'

/** Replaced API responses, for states that need days or other people. */
export type ReplacedAnswers = {
  readonly [Route in ApiRoute]?:
    | OutputOf<Api[Route]>
    | { readonly error: { readonly code: string; readonly message: string } }
}

export type PageView = {
  /** A unique name, which is also a file name. */
  readonly name: string
  readonly path: string
  readonly reader?: SampleReaderName
  readonly answers?: ReplacedAnswers
  /** Called once the page and its scripts have loaded. */
  readonly prepare?: (page: Page) => Promise<unknown>
}

const statusByCode: Readonly<Record<string, number>> = { not_found: 404, signed_out: 401 }

const devtoolsSessions = new WeakMap<Page, CDPSession>()

/**
 * Replaces responses with the DevTools protocol, because Playwright's routes turn off the cache, and an account page
 * loads seventy scripts.
 */
export async function replaceAnswers(page: Page, answers: ReplacedAnswers) {
  const replaced = Object.entries<unknown>(answers).map(([route, answer]) => {
    const [method, template = ''] = route.split(' ')
    const { error } = Object(answer) as { error?: { code: string } }
    return {
      method,
      pattern: new RegExp(`^${template.replaceAll(/:\w+/g, '[^/]+')}$`),
      responseCode: error ? (statusByCode[error.code] ?? 409) : 200,
      body: Buffer.from(JSON.stringify(answer)).toString('base64'),
    }
  })
  const devtools = await page.context().newCDPSession(page)
  devtools.on('Fetch.requestPaused', ({ requestId, request }) => {
    const { pathname } = new URL(request.url)
    const found = replaced.find(
      ({ method, pattern }) => method === request.method && pattern.test(pathname),
    )
    const responseHeaders = [{ name: 'Content-Type', value: 'application/json' }]
    // The call is refused once the page has been left.
    void (
      found
        ? devtools.send('Fetch.fulfillRequest', {
            requestId,
            responseCode: found.responseCode,
            responseHeaders,
            body: found.body,
          })
        : devtools.send('Fetch.continueRequest', { requestId })
    ).catch(() => {})
  })
  await devtools.send('Fetch.enable', { patterns: [{ urlPattern: '*/api/*' }] })
  devtoolsSessions.set(page, devtools)
}

async function restoreAnswers(page: Page) {
  await devtoolsSessions.get(page)?.detach()
  devtoolsSessions.delete(page)
}

export async function openView(page: Page, { path, answers, prepare }: PageView) {
  await restoreAnswers(page)
  if (answers) await replaceAnswers(page, answers)
  await openPage(page, path)
  await page.waitForLoadState('load')
  await prepare?.(page)
}
