/**
 * Pages that say that nothing is there. An isolate renders each kind once, however many addresses are
 * asked for and however many ask at once. There are few kinds (domain/missing-page.ts); the one that
 * names an author is rendered for all authors together.
 */
import type { Absence } from '../../src/contracts/edge-page.ts'

/** In place of an author's slug while a page is rendered. No slug has capital letters. */
const anyAuthor = 'ANY-AUTHOR'

type RenderedPage = {
  readonly html: string
  readonly status: number
  readonly headers: [string, string][]
}

export type AbsencePages = {
  /** `keepAlive` as waitUntil: others wait for a page when the reader it is rendered for has left. */
  answer(
    absence: Absence,
    render: (absence: Absence) => Promise<Response>,
    keepAlive: (work: Promise<unknown>) => void,
  ): Promise<Response>
}

export function createAbsencePages(): AbsencePages {
  const pages = new Map<string, Promise<RenderedPage>>()

  async function read(response: Response): Promise<RenderedPage> {
    // Astro answers 500 where a template throws: that isn't the page.
    if (response.status === 500) throw new Error('The page could not be rendered.')
    return { html: await response.text(), status: response.status, headers: [...response.headers] }
  }

  return {
    async answer(absence, render, keepAlive) {
      const shown = absence.kind === 'authorNumber' ? { ...absence, author: anyAuthor } : absence
      const key = JSON.stringify(shown)
      let page = pages.get(key)
      if (!page) {
        page = render(shown).then(read)
        pages.set(key, page)
        keepAlive(page.catch(() => pages.delete(key)))
      }
      const { html, status, headers } = await page
      const body =
        absence.kind === 'authorNumber' ? html.replaceAll(anyAuthor, absence.author) : html
      return new Response(body, { status, headers })
    },
  }
}
