/** Imitates other software that changes the page: the browser's translation, and extensions. */
import type { Page } from '@playwright/test'

/**
 * Changes the page like Chrome's translation, which replaces each text with nested `<font>` elements, again after each
 * change; like a password manager, which adds elements beside fields; and like an ad blocker, which removes elements by
 * their class. The words stay the same, except for an invisible character that Playwright ignores.
 */
export function rewritePage() {
  const isText = (node: Node): node is Text =>
    node.nodeType === Node.TEXT_NODE && /\S/.test(node.nodeValue!)
  const untranslated = 'script, style, title, textarea, select, svg, font, [translate="no"]'

  function translate(text: Text) {
    if (!text.parentElement || text.parentElement.closest(untranslated)) return
    const outer = document.createElement('font')
    outer.append(document.createElement('font'))
    outer.firstElementChild!.append(`\u200b${text.nodeValue}`)
    text.replaceWith(outer)
  }
  function addExtensionElement(field: Element) {
    if (!field.isConnected || field.nextElementSibling?.localName === 'extension-icon') return
    const icon = document.createElement('extension-icon')
    icon.style.position = 'absolute'
    field.after(icon)
  }

  function rewrite(root: Node) {
    const element = root instanceof Element ? root : root.parentElement
    if (!element?.isConnected) return
    const blocked = ['banner', 'popup', 'ad-'].map((part) => `[class*="${part}" i]`).join()
    for (const one of element.querySelectorAll(blocked)) one.remove()
    for (const field of element.querySelectorAll('input:not([type=radio], [type=checkbox])'))
      addExtensionElement(field)
    const texts: Text[] = []
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    if (isText(root)) texts.push(root)
    while (walker.nextNode()) if (isText(walker.currentNode)) texts.push(walker.currentNode)
    texts.forEach(translate)
  }

  rewrite(document.body)
  new MutationObserver((records) => {
    for (const { addedNodes, target } of records)
      for (const node of [...addedNodes, target]) rewrite(node)
  }).observe(document.body, { childList: true, characterData: true, subtree: true })
}

/** Changes pages before their islands' scripts run. */
export const rewritePages = (page: Page) =>
  page.addInitScript(`addEventListener('DOMContentLoaded', ${rewritePage})`)

/** Changes a page whose islands have been rendered. */
export const rewriteRenderedPage = (page: Page) => page.evaluate(rewritePage)
