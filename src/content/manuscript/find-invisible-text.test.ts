import { expect, it } from 'vitest'
import { findInvisibleText } from './find-invisible-text.ts'

it('invisible text is found in every field, with its line in the body', () => {
  const fields = {
    title: 'Rain\u202e',
    image: { alt: '\u0007A', width: 3 },
    corrections: [{ at: new Date(), text: 'fine' }],
    body: 'One.\n\nTwo\u200b\u200b.',
  }
  expect(findInvisibleText(fields)).toEqual([
    {
      field: ['title'],
      message: 'U+202E after “Rain” (turns the text around it): remove it',
      fix: { value: 'Rain' },
    },
    {
      field: ['image', 'alt'],
      message: 'U+0007 at the beginning (a control character): remove it',
      fix: { value: 'A' },
    },
    {
      field: ['body'],
      message: 'U+200B after “Two” (repeated, and has no width): remove it',
      line: 3,
      fix: { edit: { from: 9, to: 11, insert: '\u200b' } },
    },
  ])
})
