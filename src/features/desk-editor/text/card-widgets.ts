/** Cards in place of directives' lines. A card's fields edit its line; arrow keys enter and leave the card. */
import { type EditorView, WidgetType } from '@codemirror/view'
import { createElement } from '../../../browser/create-element.ts'
import { deskParameter, getAudioPath, getDeskImagePath } from '../../../domain/image/image-path.ts'
import {
  type Attributes,
  type DirectiveLine,
  formatDirective,
  readAttributes,
} from './directive-lines.ts'
import { moveFreePreviewEnd } from './free-preview-end.ts'

type CardField = { readonly name: string; readonly label: string }
type Card = {
  readonly title: string
  readonly directive: string
  readonly fields: readonly CardField[]
}

const cards: Readonly<Record<'figure' | 'embed' | 'audio' | 'pullquote' | 'gallery', Card>> = {
  figure: {
    title: 'Picture',
    directive: '::figure',
    fields: [
      { name: 'alt', label: 'Description' },
      { name: 'caption', label: 'Caption' },
      { name: 'credit', label: 'Credit' },
    ],
  },
  embed: {
    title: 'Embed',
    directive: '::embed',
    fields: [
      { name: 'url', label: 'Address' },
      { name: 'title', label: 'Title' },
    ],
  },
  audio: {
    title: 'Audio',
    directive: '::audio',
    fields: [
      { name: 'title', label: 'Title' },
      { name: 'credit', label: 'Credit' },
    ],
  },
  gallery: { title: 'Gallery', directive: ':::gallery', fields: [] },
  pullquote: {
    title: 'Pull quote',
    directive: ':::pullquote',
    fields: [{ name: 'by', label: 'Speaker' }],
  },
}

/** Returns the line that a card currently represents. */
const findLine = (view: EditorView, dom: HTMLElement) => view.state.doc.lineAt(view.posAtDOM(dom))

function leaveCard(view: EditorView, dom: HTMLElement, direction: -1 | 1) {
  const line = findLine(view, dom)
  const { doc } = view.state
  const isAtEdge = direction < 0 ? line.number === 1 : line.number === doc.lines
  if (isAtEdge) {
    // There is no line to move to yet.
    const at = direction < 0 ? line.from : line.to
    view.dispatch({ changes: { from: at, insert: '\n\n' } })
  }
  const next = view.state.doc.line(findLine(view, dom).number + direction)
  view.dispatch({
    selection: { anchor: direction < 0 ? next.to : next.from },
    scrollIntoView: true,
  })
  view.focus()
}

function removeLine(view: EditorView, dom: HTMLElement) {
  const line = findLine(view, dom)
  const { doc } = view.state
  // One of the empty lines around the card is removed too.
  const isFollowed = line.number < doc.lines && doc.line(line.number + 1).text === ''
  const to = Math.min(doc.length, line.to + (isFollowed ? 2 : 1))
  view.dispatch({
    changes: { from: line.from, to },
    selection: { anchor: line.from },
    userEvent: 'delete.card',
  })
  view.focus()
}

function handleCardKey(view: EditorView, dom: HTMLElement, event: KeyboardEvent) {
  const isField = event.target !== dom
  const direction = { ArrowUp: -1, ArrowDown: 1 }[event.key] as -1 | 1 | undefined
  if (direction && !isField) leaveCard(view, dom, direction)
  else if (event.key === 'Escape') leaveCard(view, dom, 1)
  else if (event.key === 'Enter' && isField && event.target instanceof HTMLTextAreaElement) {
    const fields = [...dom.querySelectorAll('textarea')]
    const next = fields[fields.indexOf(event.target) + 1]
    if (next) next.focus()
    else leaveCard(view, dom, 1)
  } else if (event.key === 'Enter' && !isField) dom.querySelector('textarea')?.focus()
  else if (/^(?:Backspace|Delete)$/.test(event.key) && !isField) removeLine(view, dom)
  else return
  event.preventDefault()
}

class DirectiveCard extends WidgetType {
  readonly kind: keyof typeof cards
  readonly attributes: Attributes
  constructor(kind: keyof typeof cards, attributes: Attributes) {
    super()
    this.kind = kind
    this.attributes = attributes
  }

  override eq(other: DirectiveCard) {
    return (
      other.kind === this.kind &&
      JSON.stringify(other.attributes) === JSON.stringify(this.attributes)
    )
  }

  override get estimatedHeight() {
    return this.kind === 'figure'
      ? 420
      : this.kind === 'pullquote' || this.kind === 'gallery'
        ? 44
        : 110
  }

  override ignoreEvent() {
    return true
  }

  override toDOM(view: EditorView) {
    const { title, fields } = cards[this.kind]
    // The card isn't a landmark, because a text may have many.
    const dom = createElement('div', {
      role: 'group',
      class: `card card-${this.kind}`,
      'aria-label': title,
      tabindex: '0',
    })
    const { image = '' } = this.attributes
    const picture =
      this.kind === 'figure' &&
      image !== '' &&
      createElement('img', {
        src: getDeskImagePath(image, 1080),
        alt: '',
        draggable: 'false',
      })
    if (picture) picture.addEventListener('load', () => view.requestMeasure())
    const { file = '' } = this.attributes
    const player =
      this.kind === 'audio' &&
      file !== '' &&
      createElement('audio', {
        src: `${getAudioPath(encodeURIComponent(file))}?${deskParameter}`,
        controls: true,
        preload: 'none',
      })
    const remove = createElement('button', { type: 'button', class: 'card-remove' }, 'Remove')
    remove.addEventListener('click', () => removeLine(view, dom))
    dom.append(
      ...(picture ? [picture] : []),
      createElement(
        'div',
        { class: 'card-head' },
        createElement('span', { class: 'card-title' }, title),
        remove,
      ),
      ...(player ? [player] : []),
      ...fields.map(({ name, label }) => {
        const input = createElement('textarea', { name, dir: 'auto', rows: '1' })
        input.value = this.attributes[name] ?? ''
        input.addEventListener('input', () => this.write(view, dom, name, input.value))
        return createElement('label', {}, createElement('span', {}, label), input)
      }),
    )
    dom.addEventListener('keydown', (event) => handleCardKey(view, dom, event))
    return dom
  }

  /** Keeps the elements and the focus while the user types in a field. */
  override updateDOM(dom: HTMLElement, view: EditorView, from: this) {
    if (from.kind !== this.kind || !this.hasSameFile(from)) return false
    for (const input of dom.querySelectorAll('textarea')) {
      const value = this.attributes[input.name] ?? ''
      if (input !== view.dom.ownerDocument.activeElement) input.value = value
    }
    return true
  }

  private hasSameFile({ attributes: { image, file } }: this) {
    return image === this.attributes.image && file === this.attributes.file
  }

  private write(view: EditorView, dom: HTMLElement, name: string, value: string) {
    const line = findLine(view, dom)
    const current = line.text.slice(line.text.indexOf('{') + 1)
    const attributes = { ...readAttributes(current), [name]: value }
    view.dispatch({
      changes: {
        from: line.from,
        to: line.to,
        insert: formatDirective(cards[this.kind].directive, attributes),
      },
      userEvent: 'input.card',
    })
  }
}

/** The end of the free preview, which its buttons and the arrow keys move by a paragraph. */
class FreePreviewEnd extends WidgetType {
  override eq() {
    return true
  }

  override get estimatedHeight() {
    return 44
  }

  override ignoreEvent() {
    return true
  }

  override toDOM(view: EditorView) {
    const dom = createElement('div', {
      role: 'group',
      class: 'card card-more',
      'aria-label': 'End of the free preview',
      tabindex: '0',
    })
    const move = (direction: -1 | 1, label: string, sign: string) => {
      const button = createElement('button', { type: 'button', 'aria-label': label }, sign)
      button.addEventListener('click', () => moveFreePreviewEnd(direction)(view))
      return button
    }
    dom.append(
      createElement('span', {}, 'The free preview ends here'),
      move(-1, 'Move the end of the free preview up', '↑'),
      move(1, 'Move the end of the free preview down', '↓'),
    )
    dom.addEventListener('keydown', (event) => {
      const direction = { ArrowUp: -1, ArrowDown: 1 }[event.key] as -1 | 1 | undefined
      if (!direction || !event.altKey) return handleCardKey(view, dom, event)
      event.preventDefault()
      moveFreePreviewEnd(direction)(view)
      view.dom.querySelector<HTMLElement>('.card-more')?.focus()
    })
    return dom
  }
}

/** The last line of a pull quote. */
class PullquoteEnd extends WidgetType {
  override eq() {
    return true
  }
  override toDOM() {
    return createElement('div', { class: 'card-close' })
  }
}

export const createWidget = ({ kind, attributes }: DirectiveLine): WidgetType => {
  if (kind === 'more') return new FreePreviewEnd()
  return kind === 'close' ? new PullquoteEnd() : new DirectiveCard(kind, attributes)
}
