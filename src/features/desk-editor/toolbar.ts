/** The buttons above the text. Arrow keys move between them, as in every toolbar. */
import type { EditorView } from '@codemirror/view'
import { createElement } from '../../browser/create-element.ts'
import { findPart } from './editor-parts.ts'
import type { Insertion } from './text/insertions.ts'

const shown: Readonly<Record<string, string>> = {
  bold: 'B',
  italic: 'I',
  link: 'Link',
  heading: 'Heading',
  quote: 'Quote',
  list: 'List',
  picture: 'Picture',
  pullquote: 'Pull quote',
  footnote: 'Footnote',
  table: 'Table',
  embed: 'Embed',
  audio: 'Audio',
  language: 'Language',
}

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Formats a key for display: “⌘B”, “Ctrl+B”. */
const describeKey = (key: string) =>
  isMac
    ? key.replace('Mod-', '⌘').replace('Alt-', '⌥').replace('Shift-', '⇧').toUpperCase()
    : key.replace('Mod-', 'Ctrl+').replace('Alt-', 'Alt+').replace('Shift-', 'Shift+')

export function fillToolbar(
  view: EditorView,
  insertions: readonly Insertion[],
  toggleMarkdown: () => boolean,
) {
  const toolbar = findPart('toolbar')
  const buttons = Object.entries(shown).map(([id, text]) => {
    const { label, key, run } = insertions.find((insertion) => insertion.id === id)!
    const button = createElement(
      'button',
      {
        type: 'button',
        tabindex: '-1',
        'data-insert': id,
        title: key ? `${label} (${describeKey(key)})` : label,
        ...(text === label ? {} : { 'aria-label': label }),
      },
      text,
    )
    // The text keeps its selection.
    button.addEventListener('mousedown', (event) => event.preventDefault())
    button.addEventListener('click', () => run(view))
    return button
  })
  const markdown = createElement(
    'button',
    {
      type: 'button',
      tabindex: '-1',
      'aria-pressed': 'false',
      'data-insert': 'markdown',
      title: `Markdown (${describeKey('Mod-/')})`,
    },
    'Markdown',
  )
  markdown.addEventListener('click', toggleMarkdown)
  const all = [...buttons, markdown]
  all[0]!.tabIndex = 0
  toolbar.append(...all)
  toolbar.addEventListener('keydown', (event) => {
    const at = all.indexOf(event.target as HTMLButtonElement)
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const to =
      event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? all.length - 1
          : step === undefined
            ? null
            : (at + step + all.length) % all.length
    if (to === null || at < 0) return
    event.preventDefault()
    all[at]!.tabIndex = -1
    all[to]!.tabIndex = 0
    all[to]!.focus()
  })
}

export const showMarkdownState = (isMarkdown: boolean) =>
  document
    .querySelector('[data-insert="markdown"]')
    ?.setAttribute('aria-pressed', String(isMarkdown))
