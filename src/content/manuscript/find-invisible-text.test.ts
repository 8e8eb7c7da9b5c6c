import { expect, it } from 'vitest'
import { findInvisibleText } from './find-invisible-text.ts'

it('invisible text is found in every field, with its line in the body', () => {
  const fields = {
    title: 'Rain\u202e',
    image: { alt: '\u0007A', width: 3 },
    corrections: [{ at: new Date(), text: 'fine' }],
    body: 'One.\n\nTwo\u200b\u200b.',
  }
  const advice = 'remove it by hand or with “check --fix”'
  expect(findInvisibleText(fields)).toEqual([
    { field: ['title'], message: `U+202E after “Rain” (turns the text around it): ${advice}` },
    {
      field: ['image', 'alt'],
      message: `U+0007 at the beginning (a control character): ${advice}`,
    },
    {
      field: ['body'],
      message: `U+200B after “Two” (repeated, and has no width): ${advice}`,
      line: 3,
    },
  ])
})
