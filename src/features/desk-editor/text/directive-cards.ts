/** Replaces directives' lines with cards, and keeps the cursor out of them. */
import {
  EditorState,
  Prec,
  type Range,
  type RangeSet,
  StateField,
  type Transaction,
} from '@codemirror/state'
import { type Command, Decoration, type DecorationSet, EditorView, keymap } from '@codemirror/view'
import { createWidget } from './card-widgets.ts'
import { findDirectiveLines, mayBeDirective } from './directive-lines.ts'

type CardSet = { readonly cards: DecorationSet; readonly quotes: DecorationSet }

const quoteLine = Decoration.line({ class: 'md-line-pullquote' })

function drawCards(state: EditorState): CardSet {
  const found = findDirectiveLines(state.doc)
  const cards = found.map((directive) =>
    Decoration.replace({ widget: createWidget(directive), block: true }).range(
      directive.from,
      directive.to,
    ),
  )
  const quotes: Range<Decoration>[] = []
  for (const [index, { kind, to }] of found.entries()) {
    const close = found[index + 1]
    if (kind !== 'pullquote' || close?.kind !== 'close') continue
    for (let at = to + 1; at < close.from; ) {
      const line = state.doc.lineAt(at)
      if (line.text !== '') quotes.push(quoteLine.range(line.from))
      at = line.to + 1
    }
  }
  return { cards: Decoration.set(cards), quotes: Decoration.set(quotes) }
}

/** Returns whether a line that was or is part of a card has changed. Most keystrokes are in plain paragraphs. */
function touchesCards({ changes, startState, state }: Transaction): boolean {
  let isTouched = false
  changes.iterChangedRanges((fromA, toA, fromB, toB) => {
    for (const [doc, from, to] of [
      [startState.doc, fromA, toA],
      [state.doc, fromB, toB],
    ] as const) {
      for (let at = doc.lineAt(from).from; at <= to && !isTouched; ) {
        const line = doc.lineAt(at)
        isTouched = mayBeDirective(line.text)
        at = line.to + 1
      }
      // Lines that appear or disappear may be those of a pull quote.
      isTouched ||= doc.lineAt(from).number !== doc.lineAt(to).number
    }
  })
  return isTouched
}

const cardField = StateField.define<CardSet>({
  create: drawCards,
  update(value, transaction) {
    if (!transaction.docChanged) return value
    if (touchesCards(transaction)) return drawCards(transaction.state)
    const { changes } = transaction
    return { cards: value.cards.map(changes), quotes: value.quotes.map(changes) }
  },
  provide: (field) => [
    EditorView.decorations.from(field, ({ cards }) => cards),
    EditorView.decorations.from(field, ({ quotes }) => quotes),
    EditorView.atomicRanges.of((view) => readCards(view.state)),
  ],
})

const readCards = (state: EditorState): RangeSet<Decoration> =>
  state.field(cardField, false)?.cards ?? Decoration.none

function isCardAt(state: EditorState, from: number): boolean {
  let isCard = false
  readCards(state).between(from, from, (start) => {
    if (start === from) isCard = true
  })
  return isCard
}

/** Keeps the cursor off the lines of cards, where typing would break the directive. */
const keepCursorOut = EditorState.transactionFilter.of((transaction) => {
  const { selection, docChanged, startState } = transaction
  if (!selection || docChanged || !selection.main.empty) return transaction
  const { doc } = startState
  const { head } = selection.main
  const line = doc.lineAt(head)
  if (!isCardAt(startState, line.from)) return transaction
  const isBackwards = head < startState.selection.main.head
  const moved =
    isBackwards && line.number > 1
      ? line.from - 1
      : line.number < doc.lines
        ? line.to + 1
        : line.number > 1
          ? line.from - 1
          : head
  return [transaction, { selection: { anchor: moved }, sequential: true }]
})

/** Returns the element of the card in place of the line at this position. */
function findCardElement(view: EditorView, from: number): HTMLElement | null {
  for (const element of view.contentDOM.querySelectorAll<HTMLElement>('.card')) {
    if (view.posAtDOM(element) === from) return element
  }
  return null
}

/** Focuses the card before or after the cursor, across empty lines if there are any. */
const enterCard =
  (direction: -1 | 1, isFromEdge: boolean): Command =>
  (view) => {
    const { state } = view
    const { head, empty } = state.selection.main
    if (!empty) return false
    const line = state.doc.lineAt(head)
    if (isFromEdge && head !== (direction < 0 ? line.from : line.to)) return false
    let number = line.number + direction
    const isInside = () => number >= 1 && number <= state.doc.lines
    // Backspace after an empty line must not join the text with the card's line.
    while (isFromEdge && isInside() && state.doc.line(number).text === '') number += direction
    if (!isInside()) return false
    const target = state.doc.line(number)
    if (!isCardAt(state, target.from)) return false
    const element = findCardElement(view, target.from)
    if (element?.tabIndex !== 0) return false
    element.focus()
    return true
  }

/** An arrow enters a card only from the last row of a wrapped line. */
const arrowIntoCard =
  (direction: -1 | 1): Command =>
  (view) => {
    const { main } = view.state.selection
    const moved = view.moveVertically(main, direction > 0)
    const line = view.state.doc.lineAt(main.head)
    const isInLine = moved.head >= line.from && moved.head <= line.to && moved.head !== main.head
    const isAtEdge = moved.head === (direction < 0 ? line.from : line.to)
    return isInLine && !isAtEdge ? false : enterCard(direction, false)(view)
  }

/** Focuses this line's card, for example after it was inserted. */
export function focusCard(view: EditorView, from: number): boolean {
  const element = findCardElement(view, from)
  const target = element?.querySelector('textarea') ?? element
  target?.focus()
  return target !== null && target !== undefined
}

export const directiveCards = [
  cardField,
  keepCursorOut,
  Prec.high(
    keymap.of([
      { key: 'ArrowUp', run: arrowIntoCard(-1) },
      { key: 'ArrowDown', run: arrowIntoCard(1) },
      { key: 'Backspace', run: enterCard(-1, true) },
      { key: 'Delete', run: enterCard(1, true) },
    ]),
  ),
]
