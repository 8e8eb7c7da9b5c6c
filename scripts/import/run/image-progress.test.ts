import { expect, it } from 'vitest'
import { createImageProgress } from './image-progress.ts'

it('the progress of pictures counts files, and names the first files that failed', () => {
  const notes: string[] = []
  let detail = ''
  const onLoad = createImageProgress({
    setDetail(text) {
      detail = text
    },
    note: (line) => notes.push(line),
  })
  onLoad('a.jpg', null)
  expect([detail, notes]).toEqual(['1 file', []])
  for (let count = 0; count < 30; count++)
    onLoad('b\u001b[2J.jpg', { reason: 'was not found', isTemporary: false })
  expect(detail).toBe('1 file, 30 failed')
  expect(notes).toHaveLength(21)
  expect(notes[0]).toBe('File b\ufffd[2J.jpg was not found')
  expect(notes.at(-1)).toContain('The report names all')
})
