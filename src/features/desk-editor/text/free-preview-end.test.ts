import { EditorState } from '@codemirror/state'
import { describe, expect, it } from 'vitest'
import { moveMarker, placeMarker } from './free-preview-end.ts'

const text = 'One.\n\nTwo.\n\n<!-- more -->\n\nThree.\n\nFour.'

function apply(doc: string, change: typeof placeMarker, head = 0) {
  const state = EditorState.create({ doc, selection: { anchor: head } })
  const spec = change(state)
  return spec && state.update(spec).state.doc.toString()
}

describe('the end of the free preview', () => {
  it('moves by a paragraph', () => {
    const up = apply(text, (state) => moveMarker(state, -1))
    expect(up).toBe('One.\n\n<!-- more -->\n\nTwo.\n\nThree.\n\nFour.')
    const down = apply(text, (state) => moveMarker(state, 1))
    expect(down).toBe('One.\n\nTwo.\n\nThree.\n\n<!-- more -->\n\nFour.')
    expect(apply(up!, (state) => moveMarker(state, 1))).toBe(text)
  })

  it('stays between two paragraphs', () => {
    expect(apply('One.\n\n<!-- more -->\n\nTwo.', (state) => moveMarker(state, -1))).toBeNull()
    expect(apply('One.\n\n<!-- more -->\n\nTwo.', (state) => moveMarker(state, 1))).toBeNull()
  })

  it('is inserted after the paragraph with the cursor, once', () => {
    expect(apply('One.\n\nTwo.', placeMarker, 1)).toBe('One.\n\n<!-- more -->\n\nTwo.')
    expect(apply(text, placeMarker, 1)).toBe('One.\n\n<!-- more -->\n\nTwo.\n\nThree.\n\nFour.')
    expect(apply('', placeMarker)).toBeNull()
  })
})
