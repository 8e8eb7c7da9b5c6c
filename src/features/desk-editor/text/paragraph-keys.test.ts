import { EditorState, type StateCommand } from '@codemirror/state'
import { describe, expect, it } from 'vitest'
import { continueBlock, joinBlocks } from './paragraph-keys.ts'

/** `¦` is the cursor. Returns null if the command leaves the key to the editor. */
function press(command: StateCommand, text: string): string | null {
  const anchor = text.indexOf('¦')
  const doc = text.replace('¦', '')
  const state = EditorState.create({
    doc,
    selection: { anchor },
    extensions: EditorState.lineSeparator.of('\n'),
  })
  let result: string | null = null
  command({
    state,
    dispatch({ state: { doc, selection } }) {
      const { head } = selection.main
      result = `${doc.sliceString(0, head)}¦${doc.sliceString(head)}`
    },
  })
  return result
}

describe('Enter', () => {
  it.each([
    ['One¦', 'One\n\n¦'],
    ['One ¦two', 'One \n\n¦two'],
    ['One\n\n¦', null],
    ['- One¦', '- One\n- ¦'],
    ['- One\n- ¦', '- One\n¦'],
    ['9. Nine¦', '9. Nine\n10. ¦'],
    ['  * In¦ner', '  * In\n  * ¦ner'],
    ['> Said¦', '> Said\n> ¦'],
    ['> ¦', '¦'],
    ['```¦', null],
    ['| a |¦', null],
    ['¦- One', '\n\n¦- One'],
  ])('turns “%s” into “%s”', (before, after) => {
    expect(press(continueBlock, before)).toBe(after)
  })
})

describe('Backspace', () => {
  it.each([
    ['One\n\n¦Two', 'One¦Two'],
    ['One\n¦Two', null],
    ['One¦', null],
    ['- ¦One', '¦One'],
    ['> One\n> ¦', '> One\n¦'],
    ['## ¦Title', '¦Title'],
    ['::figure{image="a"}\n\n¦Two', null],
    ['<!-- more -->\n\n¦Two', null],
    ['¦One', null],
  ])('turns “%s” into “%s”', (before, after) => {
    expect(press(joinBlocks, before)).toBe(after)
  })
})
