import type { Page } from '@playwright/test'

/**
 * Finds prices that a translation would change, field names that take a screen reader long to say, and text in other
 * languages whose lines are too tight for signs above and below letters, or whose stress can't be seen.
 */
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
    const blocks = 'p, li, blockquote, figcaption, th, td, h1, h2, h3, strong'
    for (const block of document.querySelectorAll(`:is(${blocks}):not(:lang(en))`)) {
      const style = getComputedStyle(block)
      const text = `“${block.textContent.trim().slice(0, 40)}”`
      if (parseFloat(style.lineHeight) < 1.39 * parseFloat(style.fontSize))
        problems.push(`${text} has tight lines`)
      if (Number(style.fontWeight) >= 600 && style.fontSynthesisWeight === 'none')
        problems.push(`${text} isn’t bold`)
    }
    return problems
  })
