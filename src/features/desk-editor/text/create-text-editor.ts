/** Creates the CodeMirror editor for a document's Markdown, which is preserved byte for byte. */
import { closeCompletion } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import { Compartment, EditorState, Prec } from '@codemirror/state'
import { drawSelection, EditorView, keymap, placeholder } from '@codemirror/view'
import { cleanText } from '../paste/clean-text.ts'
import { directiveCards } from './directive-cards.ts'
import { createSlashMenu, type Insertion, listKeys } from './insertions.ts'
import { createLineDirection } from './line-direction.ts'
import { markdown } from './markdown-language.ts'
import { continueBlock, joinBlocks } from './paragraph-keys.ts'
import { quietMarks } from './quiet-marks.ts'

export type TextEditor = {
  readonly view: EditorView
  read(): string
  /** Replaces the text, which can be undone. */
  replace(text: string): void
  /** Lines are numbered from 1. */
  goToLine(line: number): void
  focus(): void
  setReadOnly(isReadOnly: boolean): void
  /** Shows every character of the Markdown, or cards and quiet marks. Returns whether it shows every character. */
  toggleMarkdown(): boolean
}

type Options = {
  readonly parent: HTMLElement
  readonly text: string
  readonly insertions: readonly Insertion[]
  readonly findLanguage: () => string | undefined
  readonly onChange: () => void
  /** Handles files and formatted text. Returns true if there were any. */
  readonly onPaste: (data: DataTransfer, view: EditorView) => boolean
  readonly onMarkdownToggled: (isMarkdown: boolean) => void
}

const comfort = [directiveCards, quietMarks]
const readOnly = [EditorState.readOnly.of(true), EditorView.editable.of(false)]
const everyCharacter = EditorView.editorAttributes.of({ class: 'cm-markdown' })

export function createTextEditor(options: Options): TextEditor {
  const { parent, text, insertions, findLanguage, onChange, onPaste, onMarkdownToggled } = options
  const display = new Compartment()
  const lock = new Compartment()
  let isMarkdown = false

  const toggleMarkdown = () => {
    isMarkdown = !isMarkdown
    view.dispatch({ effects: display.reconfigure(isMarkdown ? everyCharacter : comfort) })
    view.focus()
    onMarkdownToggled(isMarkdown)
    return isMarkdown
  }

  const toggleByKey = () => {
    toggleMarkdown()
    return true
  }

  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        keepBytes,
        history(),
        drawSelection(),
        highlightSelectionMatches({ minSelectionLength: 4 }),
        EditorView.lineWrapping,
        createLineDirection(findLanguage),
        EditorView.contentAttributes.of({
          'aria-label': 'Text',
          spellcheck: 'true',
          autocorrect: 'on',
          autocapitalize: 'sentences',
        }),
        placeholder('Write the story. Type / to insert something.'),
        markdown,
        display.of(comfort),
        lock.of([]),
        createSlashMenu(insertions),
        Prec.high(
          keymap.of([
            { key: 'Enter', run: continueBlock },
            { key: 'Backspace', run: joinBlocks },
            { key: 'Mod-/', run: toggleByKey, preventDefault: true },
          ]),
        ),
        keymap.of([...listKeys(insertions), ...searchKeymap, ...historyKeymap, ...defaultKeymap]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onChange()
        }),
        EditorView.clipboardInputFilter.of(cleanText),
        EditorView.domEventHandlers({
          paste: (event, target) =>
            event.clipboardData !== null && onPaste(event.clipboardData, target),
          drop: (event, target) => {
            const { dataTransfer } = event
            if (!dataTransfer || dataTransfer.files.length === 0) return false
            const at = target.posAtCoords({ x: event.clientX, y: event.clientY })
            if (at !== null) target.dispatch({ selection: { anchor: at } })
            event.preventDefault()
            return onPaste(dataTransfer, target)
          },
          blur: (_, target) => void closeCompletion(target),
        }),
      ],
    }),
  })

  return {
    view,
    read: () => view.state.doc.toString(),
    replace(next) {
      const { doc } = view.state
      if (doc.toString() === next) return
      view.dispatch({ changes: { from: 0, to: doc.length, insert: view.state.toText(next) } })
    },
    goToLine(number) {
      const line = view.state.doc.line(Math.min(Math.max(1, number), view.state.doc.lines))
      view.dispatch({
        selection: { anchor: line.from },
        effects: EditorView.scrollIntoView(line.from, { y: 'center' }),
      })
      view.focus()
    },
    focus: () => view.focus(),
    setReadOnly: (isReadOnly) =>
      view.dispatch({ effects: lock.reconfigure(isReadOnly ? readOnly : []) }),
    toggleMarkdown,
  }
}

/** Lines end with a line feed only, so that a carriage return stays a character. */
const keepBytes = EditorState.lineSeparator.of('\n')
