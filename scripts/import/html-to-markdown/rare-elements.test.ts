/** Tests elements that are easily lost without notice: each is converted, or has a line in the report. */
import { describe, expect, it } from 'vitest'
import { type Case, convert } from './testing/convert-html.ts'

const blocks: readonly Case[] = [
  [
    'the background of a cover block',
    '<!-- wp:cover {"url":"/loom.jpg"} --><div class="wp-block-cover" style="background-image:url(/loom.jpg);min-height:3px"><div class="wp-block-cover__inner-container"><p>One thread</p></div></div><!-- /wp:cover -->',
    '::figure{src="https://old.example/loom.jpg" alt=""}\n\nOne thread',
  ],
  [
    'the background of a cover block with a description, beside the words',
    '<div class="wp-block-cover"><div role="img" aria-label="A loom" class="wp-image-7 has-parallax" style="background-position:50% 50%;background-image:url(\'/loom.jpg\')"></div><p>One thread</p></div>',
    '::figure{src="https://old.example/loom.jpg" alt="A loom"}\n\nOne thread',
  ],
  [
    'a background that the block shows as a picture too',
    '<figure class="wp-block-media-text__media" style="background-image:url(/loom.jpg)"><img src="/loom.jpg" alt="A loom"></figure>',
    '::figure{src="https://old.example/loom.jpg" alt="A loom"}',
  ],
  [
    'backgrounds that aren’t pictures',
    '<div style="background:#fff"><p style="background-image:linear-gradient(red,blue)">One</p></div><div style="background-image:url(data:image/png;base64,AA)">Two</div>',
    'One\n\nTwo',
  ],
  [
    'a file block',
    '<div class="wp-block-file"><object class="wp-block-file__embed" data="/rates.pdf" type="application/pdf"></object><a href="/rates.pdf">Rates of 1848</a><a href="/rates.pdf" class="wp-block-file__button" download>Download</a></div>',
    '[Rates of 1848](https://old.example/rates.pdf)',
    ['a file became a link'],
  ],
  [
    'a file block with only its button',
    '<div class="wp-block-file"><a href="/rates.pdf" class="wp-block-file__button" download>Download</a></div>',
    '[rates.pdf](https://old.example/rates.pdf)',
    ['a file became a link'],
  ],
  [
    'long forms of abbreviations',
    '<p><abbr title="Dumbara Weavers’ Union">DWU</abbr>, <acronym title="One">One</acronym>, <abbr>b</abbr></p>',
    'DWU, One, b',
    ['long form removed: DWU (Dumbara Weavers’ Union)'],
  ],
  [
    'drawings with a picture for old browsers',
    '<object type="image/svg+xml" data="/loom.svg"><img src="/loom.png" alt="A loom"></object><object type="image/png" data="/vat.png"></object>',
    '::figure{src="https://old.example/loom.png" alt="A loom"}\n\n::figure{src="https://old.example/vat.png" alt=""}',
  ],
  [
    'inserted text',
    '<p>a <ins>b</ins></p><ins><p>c</p></ins>',
    'a b\n\nc',
    ['2 inserted texts are no longer marked'],
  ],
  [
    'formulas',
    '<p>a \\(x_1\\) and $$E = mc^2$$, <em>$$</em> b</p><pre>$$x^2$$</pre>',
    'a `x_1` and `E = mc^2`, *$$* b\n\n```\n$$x^2$$\n```',
    ['formula kept as code: x_1', 'formula kept as code: E = mc^2'],
  ],
  [
    'a formula of several lines',
    '<p>$$\na = b\\\\\nc = d\n$$</p>',
    '```latex\na = b\\\\\nc = d\n```',
    ['formula kept as code: a = b\\\\ c = d'],
  ],
  [
    'code of several lines',
    '<p>a <code>let x<br>  let y</code> b</p><p><code>1\n2\n3</code></p>',
    'a\n\n```\nlet x\n  let y\n```\n\nb\n\n```\n1\n2\n3\n```',
  ],
  ['code in a wrapped line', '<p>a <code>let\n  x</code> b</p>', 'a `let x` b'],
  ['code of several lines in a heading', '<h2>a <code>b<br>c</code></h2>', '## a `b c`'],
  [
    'a post that is quoted and embedded',
    '<blockquote class="twitter-tweet"><p>Hi</p>— A (@a) <a href="https://twitter.com/a/status/123?ref=x">May</a></blockquote><script src="https://platform.twitter.com/widgets.js"></script>\n<figure class="wp-block-embed">https://x.com/a/status/123</figure>',
    '> Hi\n>\n> — A (@a) [May](https://twitter.com/a/status/123?ref=x)',
    ['a <script> was removed'],
  ],
  [
    'players that a script fills in',
    '<script src="https://gist.github.com/a/1.js"></script><lite-youtube videoid="aBcDeFgHiJk"></lite-youtube><object><param name="movie" value="http://www.youtube.com/v/nwe-H6l4beM"></object>',
    [
      '::embed{url="https://gist.github.com/a/1" title="Code on GitHub"}',
      '::embed{url="https://www.youtube.com/watch?v=aBcDeFgHiJk" title="Video on YouTube"}',
      '::embed{url="https://www.youtube.com/watch?v=nwe-H6l4beM" title="Video on YouTube"}',
    ].join('\n\n'),
  ],
  [
    'films embedded one after the other',
    '<p>https://youtu.be/aaaaaaa</p><p>https://youtu.be/aaaaaaa</p><p>a</p><p>https://youtu.be/aaaaaaa</p>',
    '::embed{url="https://youtu.be/aaaaaaa" title="Video on YouTube"}\n\na\n\n::embed{url="https://youtu.be/aaaaaaa" title="Video on YouTube"}',
  ],
]

const film = '::embed{url="https://www.youtube.com/watch?v=nwe-H6l4beM" title="Video on YouTube"}'

const removed: readonly Required<Case>[] = [
  [
    'sign-up forms and the headings directly above them',
    '<p>a</p><h3>Subscribe to us</h3><p>Our newsletter, every week.</p>\n<form><input type="email"></form><h3>B</h3><div><h4>Sign up</h4><div class="kg-signup-card"><p>c</p></div></div>',
    'a\n\n### Subscribe to us\n\nOur newsletter, every week.\n\n### B',
    ['a subscription form was removed', 'a subscription form was removed, with “Sign up”'],
  ],
  [
    'sign-up forms after a story’s own words',
    '<p>By e-mail she told him of it.</p><p>He had let his subscription lapse.</p><div class="kg-signup-card"></div>',
    'By e-mail she told him of it.\n\nHe had let his subscription lapse.',
    ['a subscription form was removed'],
  ],
  [
    'hidden parts',
    '<p>a</p><div hidden><p>b</p></div><p style="color:red; display: none">c</p><table><tr><td>d</td><td>e</td><td style="visibility:hidden">f</td></tr></table><template>g</template>',
    'a\n\n| | |\n| - | - |\n| d | e |',
    [
      'a hidden part was removed: “b”',
      'a hidden part was removed: “c”',
      'a hidden part was removed: “f”',
      'a <template> was removed',
    ],
  ],
]

describe('htmlToMarkdown', () => {
  it.each(blocks)('converts %s', (_, html, body, notes = []) => {
    expect(convert(html)).toEqual({ body, notes })
  })

  it.each([
    '[youtube=http://www.youtube.com/watch?v=nwe-H6l4beM&amp;w=640&amp;h=385]',
    '[youtube http://www.youtube.com/watch?v=nwe-H6l4beM&w=640]',
    '[youtube=https://www.youtube.com/watch?feature=player_embedded&v=nwe-H6l4beM]',
    '[youtube=nwe-H6l4beM&w=640]',
    '[youtube nwe-H6l4beM]',
    '[youtube id=nwe-H6l4beM]',
    '[youtube id="nwe-H6l4beM" w="640"]',
    '[youtube]nwe-H6l4beM[/youtube]',
    '[embed width="640" height="385"]http://www.youtube.com/watch?v=nwe-H6l4beM[/embed]',
    'http://www.youtube.com/watch?v=nwe-H6l4beM&amp;w=640',
  ])('converts the film in %j', (html) => {
    expect(convert(html, { dialect: 'wordpress' })).toEqual({ body: film, notes: [] })
  })

  it.each([
    ['a [latex size="2"]\\frac{a}{b}[/latex] b', 'a `\\frac{a}{b}` b', '\\frac{a}{b}'],
    ['a $latex e^x$ b', 'a `e^x` b', 'e^x'],
  ])('keeps the formula in %j', (html, body, formula) => {
    expect(convert(html, { dialect: 'wordpress' })).toEqual({
      body,
      notes: [`formula kept as code: ${formula}`],
    })
  })

  it('keeps the lines of code in classic posts', () => {
    const html = 'a\n\n<code>let x\n\n  let y</code>\n\nb <code>c</code>\nd'
    expect(convert(html, { dialect: 'wordpress' })).toEqual({
      body: 'a\n\n```\nlet x\n\n  let y\n```\n\nb `c`\\\nd',
      notes: [],
    })
  })
})

it.each(removed)('htmlToMarkdown reports the removal of %s', (_, html, body, notes) => {
  expect(convert(html)).toEqual({ body, notes })
})
