import { describe, expect, it } from 'vitest'
import { findSourceText } from './find-source-text.ts'
import { applyEdits } from './problem.ts'

function fix(body: string) {
  const edits = findSourceText(body).flatMap(({ fix }) => (fix && 'edit' in fix ? [fix.edit] : []))
  return applyEdits(body, edits)
}

const figure = '::figure{src="a.jpg" alt="A"}'

describe('text that readers would see as its source', () => {
  it.each([
    ['an indented directive', `One.\n\n    ${figure}\n\nTwo.`, `One.\n\n${figure}\n\nTwo.`, 3],
    [
      'an indented pull quote',
      'One.\n\n    :::pullquote{by="A"}\n    Said.\n    :::',
      'One.\n\n:::pullquote{by="A"}\nSaid.\n:::',
      3,
    ],
    ['an indented picture', 'One.\n\n    ![A](a.jpg)', 'One.\n\n![A](a.jpg)', 3],
    ['a Markdown picture', 'One.\n\n![A](a.jpg)', `One.\n\n${figure}`, 3],
    [
      'a picture with a caption among lines',
      'One.\n![A](a.jpg "B")\nTwo.',
      'One.\n::figure{src="a.jpg" alt="A" caption="B"}\nTwo.',
      2,
    ],
    ['bold HTML', 'One\n<b>two</b> three', 'One\n**two** three', 2],
    ['a comment', 'One.\n\n<!-- check this -->\n\nTwo.', 'One.\n\n\n\nTwo.', 3],
    ['a comment in a line', 'One <!-- check --> two.', 'One  two.', 1],
    ['a web address', 'One [two](www.example.org).', 'One [two](https://www.example.org).', 1],
    ['a stray end', 'One.\n\n:::', 'One.\n\n', 3],
    ['a heading without a space', 'One.\n\n##Two', 'One.\n\n## Two', 3],
  ])('is found and fixed: %s', (_, body, expected, line) => {
    expect(findSourceText(body)[0]?.line).toBe(line)
    expect(fix(body)).toBe(expected)
  })

  it.each([
    ['![A](https://example.org/a.jpg)', 'a picture is written as ::figure'],
    ['Before ![A](a.jpg) after', 'a picture is written as ::figure'],
    ['![A][a]\n\n[a]: a.jpg', 'a picture is written as ::figure'],
    [
      '<iframe src="x"></iframe>',
      '<iframe> would be shown to readers as it is written: use ::embed',
    ],
    [
      'One<br>two',
      '<br> would be shown to readers as it is written: end the line with a backslash',
    ],
    [
      '<div class="a">One</div>',
      '<div> would be shown to readers as it is written, because a text has no HTML',
    ],
    ['| a |\n|---|\n| <b>b</b> |', '<b> would be shown'],
    [`See ${figure}`, 'a directive must be a line of its own'],
    [':figure{src="a.jpg"}', 'a directive must be a line of its own'],
    ['::::pullquote\nA', 'a directive must be a line of its own'],
    ['[a](a b)', 'a link would be shown as its source: its address can’t have spaces'],
    ['[a](www.example.org)', 'the link to www.example.org would be shown as its source'],
    ['[a](javascript:x)', 'the link to javascript:x would be shown as its source'],
    ['One.[^1]', 'the footnote [^1] has no text: add a line that begins with [^1]:'],
    ['One.\n\n[^1]: Two', 'the footnote [^1] isn’t used in the text'],
    ['One ** two **', '** would be shown as it is written'],
    ['| a | b |\n| c | d |', 'a table needs a line such as |---|---| below its first line'],
    ['```\ncode', '``` is never closed'],
  ])('is described: %j', (body, message) => {
    expect(
      findSourceText(body)
        .map((problem) => problem.message)
        .join('; '),
    ).toContain(message)
  })

  it.each([
    'One **two** *three* [four](/five) [six](#seven) [eight](mailto:a@example.org)',
    `${figure}\n\n:::pullquote{by="A"}\nSaid.\n:::\n\n<!-- more -->\n\n::cookies`,
    `\`${figure}\` and \`<b>\` and \`![a](b)\``,
    `\`\`\`\n${figure}\n<b>\n\`\`\``,
    'A poem:\n\n    with deep\n    lines',
    'Less < more, <3, List<String> and 2 > 1',
    '\\*\\*stars\\*\\*, \\![no](/picture), \\<b>, \\[^1]',
    'One.[^1]\n\n[^1]: Two',
    'At 9:30, see: figure 2. #MeToo :)',
    ':lang[خط]{ur} and &amp; and <https://example.org>',
    '| a |\n|---|\n| b |',
    '> quoted\n\n- one\n- two\n\n1. three',
    'A line  \nbroken\\\ntwice',
  ])('isn’t found in %j', (body) => {
    expect(findSourceText(body)).toEqual([])
  })

  it('isn’t found in the sample, and is read in linear time', () => {
    expect(findSourceText('a ** b\n'.repeat(20_000)).length).toBe(20_000)
  })
})
