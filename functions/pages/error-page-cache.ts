/** Caches error pages, rendered once per isolate and kind. The kind with an author is rendered once for all authors. */
import type { MissingPageReason } from '../../src/contracts/pages/on-demand-page.ts'
import { createSingleFlight, type KeepAlive } from '../platform/single-flight.ts'

/** A placeholder that isn't a valid slug, because slugs have no capital letters. */
const authorPlaceholder = 'ANY-AUTHOR'

type RenderedPage = {
  readonly html: string
  readonly status: number
  readonly headers: [string, string][]
}

export type ErrorPageCache = {
  respond(
    errorPage: MissingPageReason,
    render: (errorPage: MissingPageReason) => Promise<Response>,
    keepAlive: KeepAlive,
  ): Promise<Response>
}

export function createErrorPageCache(): ErrorPageCache {
  const pages = new Map<string, RenderedPage>()
  const share = createSingleFlight<RenderedPage>()

  async function readPage(response: Response): Promise<RenderedPage> {
    // Astro responds with 500 if a template throws.
    if (response.status === 500) throw new Error('The page couldn’t be rendered.')
    return { html: await response.text(), status: response.status, headers: [...response.headers] }
  }

  return {
    async respond(errorPage, render, keepAlive) {
      const shown =
        errorPage.kind === 'authorNumber' ? { ...errorPage, author: authorPlaceholder } : errorPage
      const key = JSON.stringify(shown)
      const renderAndCache = async () => {
        const page = await readPage(await render(shown))
        pages.set(key, page)
        return page
      }
      const page = pages.get(key) ?? (await share(key, renderAndCache, keepAlive))
      if (!page) throw new Error('The page took too long to render.')
      const { html, status, headers } = page
      const body =
        errorPage.kind === 'authorNumber'
          ? html.replaceAll(authorPlaceholder, errorPage.author)
          : html
      return new Response(body, { status, headers })
    },
  }
}
