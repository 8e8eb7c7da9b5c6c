import { expect, it } from 'vitest'
import { applyEdits } from './problem.ts'
import { validateDocument } from './validate-document.ts'

/** Returns the text after the fixes, and the messages. */
function fix(body: string) {
  const { problems } = validateDocument('pages', 'about', { body })
  const found = problems.filter(({ field }) => field[0] === 'body')
  const edits = found.flatMap(({ fix }) => (fix && 'edit' in fix ? [fix.edit] : []))
  return [applyEdits(body, edits), ...found.map(({ message }) => message)]
}

it.each([
  [
    '::figur{image="a"}',
    '::figure{image="a"}',
    'unknown directive ::figur. Did you mean ::figure?',
  ],
  ['One.\n\n::pullquote', 'One.\n\n:::pullquote', 'Did you mean :::pullquote?'],
  ['::Figure{image="a"}', '::figure{image="a"}', 'a directive must be'],
  ['> :: figure {image="a"}', '> :: figure {image="a"}', 'a directive must be'],
  [':::pullquote\nSaid.\n\nTwo.', ':::pullquote\nSaid.\n:::\n\nTwo.', 'is never closed'],
  [':::pullquote\nSaid.', ':::pullquote\nSaid.\n:::', 'is never closed'],
  [
    '::embed{url=“https://example.org” title=‘A’}',
    '::embed{url="https://example.org" title=‘A’}',
    'attributes need straight quotation marks, such as alt="…"',
  ],
  [
    "::embed{url='https://example.org'}",
    '::embed{url="https://example.org"}',
    'straight quotation marks',
  ],
  ['::unknown', '::unknown', 'unknown directive ::unknown'],
])('the suggested fix solves %j', (body, expected, message) => {
  const [fixed, ...messages] = fix(body)
  expect(fixed).toBe(expected)
  expect(messages.join('; ')).toContain(message)
})

it('the suggested fix for a missing closed part ends the free preview after the first paragraph', () => {
  const fields = { status: 'published', access: 'metered', body: 'One.\n\nTwo.' }
  const { problems } = validateDocument('articles', 'a-story', fields)
  expect(problems).toContainEqual({
    field: ['body'],
    message: expect.stringContaining('has no text behind its free preview'),
    fix: { edit: { from: 0, to: 4, insert: 'One.\n\n<!-- more -->' }, isGuess: true },
  })
})
