/** Finds and changes elements of Editor.astro. */
import { createElement } from '../../browser/create-element.ts'

export const findPart = <Found extends HTMLElement = HTMLElement>(name: string): Found =>
  document.querySelector<Found>(`[data-part="${name}"]`)!

export const findAct = (name: string) =>
  document.querySelector<HTMLButtonElement>(`[data-act="${name}"]`)!

export function createButton(
  label: string,
  onPress: (button: HTMLButtonElement) => unknown,
  look: 'go' | 'plain' | 'quiet' = 'plain',
): HTMLButtonElement {
  const button = createElement('button', { type: 'button', class: look }, label)
  button.addEventListener('click', () => onPress(button))
  return button
}

/** Fits a text area to its text. */
export function fitTextArea(area: HTMLTextAreaElement) {
  if (CSS.supports('field-sizing', 'content')) return
  area.style.height = 'auto'
  area.style.height = `${area.scrollHeight}px`
}

/** Shows a sentence with buttons above the text, in place of an earlier notice of the same kind. */
export function showNotice(kind: string, text: string, ...buttons: readonly HTMLElement[]) {
  hideNotice(kind)
  findPart('notices').append(
    createElement('p', { 'data-notice': kind }, createElement('span', {}, text), ...buttons),
  )
}

export const hideNotice = (kind: string) =>
  document.querySelector(`[data-notice="${kind}"]`)?.remove()
