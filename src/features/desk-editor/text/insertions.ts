/** The available insertions: the toolbar's buttons, the menu after `/`, and their keys. */
import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete'
import type { Command, EditorView, KeyBinding } from '@codemirror/view'
import { focusCard } from './directive-cards.ts'
import { formatDirective } from './directive-lines.ts'
import { placeFreePreviewEnd } from './free-preview-end.ts'
import {
  insertBlock,
  insertFootnote,
  insertLanguage,
  insertLink,
  toggleMark,
  togglePrefix,
} from './text-commands.ts'

export type Insertion = {
  readonly id: string
  readonly label: string
  /** The key, in CodeMirror's notation. */
  readonly key?: string
  readonly run: Command
  /** Whether the insertion is in the menu after `/`, which inserts blocks. */
  readonly isBlock?: true
  /** Synonyms of the label. */
  readonly words?: string
}

const table = '| Column | Column |\n| --- | --- |\n| Cell | Cell |'

const insertCard =
  (directive: string, attributes: Readonly<Record<string, string>>): Command =>
  (view) => {
    const from = insertBlock(view, formatDirective(directive, attributes))
    requestAnimationFrame(() => focusCard(view, from))
    return true
  }

const insertPullquote: Command = (view) => {
  const words = view.state.sliceDoc(view.state.selection.main.from, view.state.selection.main.to)
  const quote = words.trim().replace(/\s+/g, ' ') || 'Words to highlight'
  insertBlock(view, `:::pullquote\n${quote}\n:::`, quote)
  return true
}

/** Each function opens a dialog. */
type FileDialogs = Readonly<
  Record<'picture' | 'gallery' | 'recording', (view: EditorView) => Promise<void>>
>

const openDialog =
  (open: FileDialogs[keyof FileDialogs]): Command =>
  (view) => {
    void open(view)
    return true
  }

export function createInsertions(dialogs: FileDialogs): readonly Insertion[] {
  return [
    { id: 'bold', label: 'Bold', key: 'Mod-b', run: toggleMark('**') },
    { id: 'italic', label: 'Italic', key: 'Mod-i', run: toggleMark('*') },
    { id: 'link', label: 'Link', key: 'Mod-k', run: insertLink },
    { id: 'heading', label: 'Heading', key: 'Mod-Alt-2', run: togglePrefix('## '), isBlock: true },
    {
      id: 'subheading',
      label: 'Subheading',
      key: 'Mod-Alt-3',
      run: togglePrefix('### '),
      isBlock: true,
    },
    { id: 'quote', label: 'Quote', key: 'Mod-Alt-q', run: togglePrefix('> '), isBlock: true },
    { id: 'list', label: 'List', key: 'Mod-Shift-8', run: togglePrefix('- '), isBlock: true },
    { id: 'numbers', label: 'Numbered list', run: togglePrefix('1. '), isBlock: true },
    {
      id: 'picture',
      label: 'Picture',
      key: 'Mod-Alt-p',
      words: 'image photo figure',
      isBlock: true,
      run: openDialog(dialogs.picture),
    },
    {
      id: 'gallery',
      label: 'Gallery',
      words: 'images photos pictures',
      run: openDialog(dialogs.gallery),
      isBlock: true,
    },
    { id: 'pullquote', label: 'Pull quote', run: insertPullquote, isBlock: true },
    { id: 'footnote', label: 'Footnote', key: 'Mod-Alt-f', run: insertFootnote, isBlock: true },
    {
      id: 'table',
      label: 'Table',
      isBlock: true,
      run: (view) => {
        insertBlock(view, table, 'Column')
        return true
      },
    },
    {
      id: 'embed',
      label: 'Embed',
      words: 'video youtube vimeo link',
      run: insertCard('::embed', { url: 'https://' }),
      isBlock: true,
    },
    {
      id: 'audio',
      label: 'Audio',
      words: 'recording sound listen mp3',
      run: openDialog(dialogs.recording),
      isBlock: true,
    },
    { id: 'language', label: 'Words in another language', run: insertLanguage, isBlock: true },
    {
      id: 'break',
      label: 'Scene break',
      words: 'rule line divider',
      isBlock: true,
      run: (view) => {
        insertBlock(view, '***')
        return true
      },
    },
    {
      id: 'more',
      label: 'End of the free preview',
      words: 'more paywall',
      run: placeFreePreviewEnd,
      isBlock: true,
    },
  ]
}

export const listKeys = (insertions: readonly Insertion[]): KeyBinding[] =>
  insertions.flatMap(({ key, run }) =>
    key ? [{ key, run, preventDefault: true, stopPropagation: true }] : [],
  )

const toCompletion = ({ id, label, words = '', run }: Insertion): Completion => ({
  label: `/${label.toLowerCase()} ${words}`,
  displayLabel: label,
  type: id,
  apply(view: EditorView, _completion, from, to) {
    view.dispatch({ changes: { from, to } })
    run(view)
  },
})

/** Creates the menu that opens with `/` on an empty line. */
export function createSlashMenu(insertions: readonly Insertion[]) {
  const options = insertions.filter(({ isBlock }) => isBlock).map(toCompletion)
  const complete = (context: CompletionContext): CompletionResult | null => {
    const match = context.matchBefore(/^\/[\p{L} ]{0,20}/u)
    return match && { from: match.from, options, validFor: /^\/[\p{L} ]{0,20}$/u }
  }
  return autocompletion({ override: [complete], icons: false, interactionDelay: 0 })
}
