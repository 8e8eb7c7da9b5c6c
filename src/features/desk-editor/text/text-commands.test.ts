import { EditorState, type TransactionSpec } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { expect, it } from 'vitest'
import { insertLink } from './text-commands.ts'

it.each([
  ['¦¦', '[¦](https://)'],
  ['See ¦the archive¦.', 'See [the archive](https://¦).'],
])('a link inserted into “%s” continues as “%s”', (before, after) => {
  const [anchor, head] = [before.indexOf('¦'), before.lastIndexOf('¦') - 1]
  const state = EditorState.create({
    doc: before.replaceAll('¦', ''),
    selection: { anchor, head },
  })
  let result = ''
  const view = {
    state,
    dispatch(spec: TransactionSpec) {
      const { doc, selection } = state.update(spec).state
      const cursor = selection.main.head
      result = `${doc.sliceString(0, cursor)}¦${doc.sliceString(cursor)}`
    },
    focus() {},
  }
  insertLink(view as unknown as EditorView)
  expect(result).toBe(after)
})
