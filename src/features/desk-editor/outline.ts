/** The text's headings, which lead to their lines. */
import { createElement } from '../../browser/create-element.ts'
import { createButton, findPart } from './editor-parts.ts'
import type { OpenEditor } from './editor-state.ts'

const headingPattern = /^(#{1,6})\s+(\S.*)$/

export function showOutline({ text }: OpenEditor) {
  const { doc } = text.view.state
  const items: HTMLElement[] = []
  for (let number = 1; number <= doc.lines; number++) {
    const [, level = '', title = ''] = headingPattern.exec(doc.line(number).text) ?? []
    if (level === '') continue
    const go = createButton(title, () => text.goToLine(number), 'quiet')
    items.push(createElement('li', { 'data-level': String(level.length), dir: 'auto' }, go))
  }
  if (items.length === 0) items.push(createElement('li', { class: 'fine' }, 'No headings yet.'))
  findPart('outline').replaceChildren(...items)
}
