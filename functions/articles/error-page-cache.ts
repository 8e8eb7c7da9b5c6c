/** Error pages, rendered once per isolate and kind; the kind with an author once for all authors. */
import type { MissingPageReason } from '../../src/contracts/on-demand-page.ts'

/** Slugs have no capital letters. */
const authorPlaceholder = 'ANY-AUTHOR'

type RenderedPage = {
  readonly html: string
  readonly status: number
  readonly headers: [string, string][]
}

export type ErrorPageCache = {
  /** `keepAlive` is `waitUntil`: other requests may wait for the page when this one ends. */
  respond(
    errorPage: MissingPageReason,
    render: (errorPage: MissingPageReason) => Promise<Response>,
    keepAlive: (work: Promise<unknown>) => void,
  ): Promise<Response>
}

export function createErrorPageCache(): ErrorPageCache {
  const pages = new Map<string, Promise<RenderedPage>>()

  async function readPage(response: Response): Promise<RenderedPage> {
    // Astro answers 500 if a template throws.
    if (response.status === 500) throw new Error('The page could not be rendered.')
    return { html: await response.text(), status: response.status, headers: [...response.headers] }
  }

  return {
    async respond(errorPage, render, keepAlive) {
      const shown =
        errorPage.kind === 'authorNumber' ? { ...errorPage, author: authorPlaceholder } : errorPage
      const key = JSON.stringify(shown)
      let page = pages.get(key)
      if (!page) {
        page = render(shown).then(readPage)
        pages.set(key, page)
        keepAlive(page.catch(() => pages.delete(key)))
      }
      const { html, status, headers } = await page
      const body =
        errorPage.kind === 'authorNumber'
          ? html.replaceAll(authorPlaceholder, errorPage.author)
          : html
      return new Response(body, { status, headers })
    },
  }
}
