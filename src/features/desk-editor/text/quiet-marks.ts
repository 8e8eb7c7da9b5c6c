/** Draws the lines in view as the page will show them: headings, quotations, lists, links without their address. */
import { syntaxTree } from '@codemirror/language'
import type { EditorState, Line, Range } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'

type SyntaxNodeRef = Parameters<Parameters<ReturnType<typeof syntaxTree>['iterate']>[0]['enter']>[0]

const lineClasses: Readonly<Record<string, string>> = {
  ATXHeading1: 'md-line-heading',
  ATXHeading2: 'md-line-heading',
  ATXHeading3: 'md-line-subheading',
  ATXHeading4: 'md-line-subheading',
  Blockquote: 'md-line-quote',
  FencedCode: 'md-line-code',
  CodeBlock: 'md-line-code',
  Table: 'md-line-table',
}

const lines = new Map(
  ['md-line-empty', 'md-line-item', 'md-line-number', ...Object.values(lineClasses)].map((name) => [
    name,
    Decoration.line({ class: name }),
  ]),
)
const hidden = Decoration.replace({})
const note = Decoration.mark({ class: 'md-note' })

const isSelected = (state: EditorState, from: number, to: number) =>
  state.selection.ranges.some((range) => range.from <= to && range.to >= from)

/** Hides the brackets and the address of `[words](address)`. */
function hideAddress(text: string, from: number, to: number): Range<Decoration>[] {
  const end = text.lastIndexOf('](')
  if (end < 1 || text.includes('\n')) return []
  return [hidden.range(from, from + 1), hidden.range(from + end, to)]
}

const markNames: ReadonlySet<string> = new Set(['EmphasisMark', 'StrikethroughMark', 'CodeMark'])

/** Hides the marks of words and headings, unless the cursor is in them. */
function hideMarks(state: EditorState, node: SyntaxNodeRef): Range<Decoration>[] {
  const { name, from, to } = node
  if (name === 'Link') {
    if (isSelected(state, from, to)) return []
    return hideAddress(state.sliceDoc(from, to), from, to)
  }
  if (name === 'HeaderMark' || name === 'QuoteMark') {
    const line = state.doc.lineAt(from)
    const isBefore = from === line.from && state.sliceDoc(to, to + 1) === ' '
    if (!isBefore || isSelected(state, line.from, line.to)) return []
    return [hidden.range(from, to + 1)]
  }
  const parent = node.node.parent
  if (!markNames.has(name) || !parent || parent.name === 'FencedCode') return []
  return isSelected(state, parent.from, parent.to) ? [] : [hidden.range(from, to)]
}

/** Shows the footnote reference `[^1]` as a small 1. */
function drawNotes(state: EditorState, { from, text }: Line): Range<Decoration>[] {
  return [...text.matchAll(/\[\^([^\]\s]{1,40})\](:?)/g)].flatMap((match) => {
    const [whole, , colon = ''] = match
    const start = from + match.index
    const end = start + whole.length
    const mark = note.range(start, end)
    if (isSelected(state, start, end)) return [mark]
    return [hidden.range(start, start + 2), mark, hidden.range(end - 1 - colon.length, end)]
  })
}

function decorate(view: EditorView): DecorationSet {
  const { state } = view
  const ranges: Range<Decoration>[] = []
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to; ) {
      const line = state.doc.lineAt(at)
      if (line.text === '') ranges.push(lines.get('md-line-empty')!.range(line.from))
      ranges.push(...drawNotes(state, line))
      at = line.to + 1
    }
    syntaxTree(state).iterate({
      from,
      to,
      enter(node) {
        const lineClass =
          node.name === 'ListItem'
            ? node.node.parent?.name === 'OrderedList'
              ? 'md-line-number'
              : 'md-line-item'
            : lineClasses[node.name]
        if (lineClass !== undefined) {
          const last = Math.min(node.to, to)
          for (let at = Math.max(node.from, from); at <= last; ) {
            const line = state.doc.lineAt(at)
            ranges.push(lines.get(lineClass)!.range(line.from))
            at = line.to + 1
          }
        }
        ranges.push(...hideMarks(state, node))
      },
    })
  }
  return Decoration.set(ranges, true)
}

export const quietMarks = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet
    constructor(view: EditorView) {
      this.decorations = decorate(view)
    }
    update(update: ViewUpdate) {
      const isParsed = syntaxTree(update.state) !== syntaxTree(update.startState)
      if (update.docChanged || update.viewportChanged || update.selectionSet || isParsed)
        if (!update.view.composing)
          // The DOM nodes of words that are being composed must not be replaced.
          this.decorations = decorate(update.view)
        else this.decorations = this.decorations.map(update.changes)
    }
  },
  { decorations: (plugin) => plugin.decorations },
)
