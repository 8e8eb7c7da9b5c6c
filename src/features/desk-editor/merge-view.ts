/** This file is loaded with the page, because a deployment might remove it before a conflict occurs. */
import { history, historyKeymap } from '@codemirror/commands'
import { MergeView } from '@codemirror/merge'
import { EditorState } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { createLineDirection } from './text/line-direction.ts'
import { markdown } from './text/markdown-language.ts'

const shared = [
  EditorState.lineSeparator.of('\n'),
  EditorView.lineWrapping,
  createLineDirection(() => undefined),
  markdown,
]

export function createMergeView(parent: HTMLElement, left: string, right: string) {
  const merge = new MergeView({
    parent,
    a: {
      doc: left,
      extensions: [
        ...shared,
        EditorState.readOnly.of(true),
        EditorView.contentAttributes.of({ 'aria-label': 'Text on the left', tabindex: '0' }),
      ],
    },
    b: {
      doc: right,
      extensions: [
        ...shared,
        history(),
        keymap.of(historyKeymap),
        EditorView.contentAttributes.of({ 'aria-label': 'Text on the right' }),
      ],
    },
    revertControls: 'a-to-b',
    renderRevertControl: () => {
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = '→'
      button.setAttribute('aria-label', 'Use the left version of this change')
      return button
    },
    collapseUnchanged: { margin: 2, minSize: 6 },
    gutter: false,
  })
  return {
    readRight: () => merge.b.state.doc.toString(),
    destroy: () => merge.destroy(),
  }
}
