import type { Page } from '@playwright/test'

/** Prices that a translation would change, and names of fields that a screen reader would take long to say. */
export const findTextProblems = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const fields = 'input:not([type=radio], [type=checkbox]), textarea'
    const problems: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const { nodeValue, parentElement } = walker.currentNode
      // Writers' own texts may be translated.
      if (!/\p{Sc}\d/u.test(nodeValue!)) continue
      if (parentElement!.closest('script, style, title, [translate="no"], .prose, .teaser'))
        continue
      problems.push(`“${nodeValue!.trim()}” would be translated`)
    }
    for (const field of document.querySelectorAll<HTMLInputElement>(fields)) {
      const named = document.getElementById(field.getAttribute('aria-labelledby') ?? '')
      const name = (named ?? field.labels?.[0])?.textContent ?? ''
      if (name.length > 100) problems.push(`“${name}” is long for the name of a field`)
    }
    return problems
  })
