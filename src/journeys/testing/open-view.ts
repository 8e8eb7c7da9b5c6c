/** Opens a page in one of its states, for screenshots and for checks of layout and accessibility. */
import type { Page } from '@playwright/test'
import type { OutputOf } from '../../contracts/endpoints/endpoint.ts'
import type { Api, ApiRoute } from '../../contracts/endpoints/endpoints.ts'
import { openPage, type SampleReaderName } from './page-actions.ts'

/** Answers of the API that are replaced, for states that need days or other people. */
export type ReplacedAnswers = {
  readonly [Route in ApiRoute]?:
    | OutputOf<Api[Route]>
    | { readonly error: { readonly code: string; readonly message: string } }
}

export type PageView = {
  /** Unique; also a file name. */
  readonly name: string
  readonly path: string
  readonly reader?: SampleReaderName
  readonly answers?: ReplacedAnswers
  /** Once the page and its scripts have loaded. */
  readonly prepare?: (page: Page) => Promise<unknown>
}

const statusByCode: Readonly<Record<string, number>> = { not_found: 404, signed_out: 401 }

export async function replaceAnswers(page: Page, answers: ReplacedAnswers) {
  for (const [route, answer] of Object.entries<unknown>(answers)) {
    const [method, template = ''] = route.split(' ')
    const pattern = new RegExp(`${template.replaceAll(/:\w+/g, '[^/]+')}(?:\\?.*)?$`)
    await page.route(pattern, (request) => {
      if (request.request().method() !== method) return request.fallback()
      const { error } = Object(answer) as { error?: { code: string } }
      const status = error ? (statusByCode[error.code] ?? 409) : 200
      return request.fulfill({ status, json: answer })
    })
  }
}

export async function openView(page: Page, { path, answers, prepare }: PageView) {
  if (answers) await replaceAnswers(page, answers)
  await openPage(page, path)
  await page.waitForLoadState('load')
  await prepare?.(page)
}
