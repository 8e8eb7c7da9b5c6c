/** The elements of Editor.astro, by their names there. */
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

/** As text, and with the size that its text needs. */
export function fitTextArea(area: HTMLTextAreaElement) {
  if (CSS.supports('field-sizing', 'content')) return
  area.style.height = 'auto'
  area.style.height = `${area.scrollHeight}px`
}

/** A sentence above the text, with what can be done about it. One for each kind. */
export function showNotice(kind: string, text: string, ...buttons: readonly HTMLElement[]) {
  hideNotice(kind)
  findPart('notices').append(
    createElement('p', { 'data-notice': kind }, createElement('span', {}, text), ...buttons),
  )
}

export const hideNotice = (kind: string) =>
  document.querySelector(`[data-notice="${kind}"]`)?.remove()
