declare global {
  /** The response to the page's own request for its closed part, until it is adopted. */
  var earlyBody: Promise<Response> | undefined
}

/**
 * Adds the text once, and not after the story was closed. The HTML is from our own pipeline (content/markdown.ts), through
 * the Worker.
 */
export function showBody(slot: HTMLElement, html: string) {
  if (slot.firstElementChild || slot.hidden) return
  const body = document.createElement('div')
  body.className = 'prose'
  body.dataset.articleBody = ''
  body.innerHTML = html
  slot.append(body)
}
