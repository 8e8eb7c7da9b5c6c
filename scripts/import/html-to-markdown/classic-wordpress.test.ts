import { describe, expect, it } from 'vitest'
import { type Case, convert } from './testing/convert-html.ts'

const typed: readonly Case[] = [
  [
    'blank lines as paragraphs',
    'a\nb\n\n<em>c\n\nd</em>\n<h2>e\nf</h2>\ng',
    'a\\\nb\n\n*c*\n\n*d*\n\n## e f\n\ng',
  ],
  [
    'blocks unchanged',
    'a\n<ul>\n<li>b</li>\n\n<li>c</li>\n</ul>\n<pre>d\n\ne</pre>\n<blockquote>f\n\ng</blockquote>',
    'a\n\n- b\n- c\n\n```\nd\n\ne\n```\n\n> f\n>\n> g',
  ],
  [
    'captions',
    '[caption id="x" width="3"]<img src="/a.jpg" alt="b" /> c <em>d</em>[/caption]',
    '::figure{src="https://old.example/a.jpg" alt="b" caption="c d"}',
  ],
  [
    'embeds',
    '[embed width="3"]https://youtu.be/a[/embed]\n[youtube=https://youtu.be/b]\n[vimeo 12345]',
    '::embed{url="https://youtu.be/a" title="Video on YouTube"}\n\n::embed{url="https://youtu.be/b" title="Video on YouTube"}\n\n::embed{url="https://vimeo.com/12345" title="Video on Vimeo"}',
  ],
  [
    'embeds that name no address',
    '[ted id=210] [gist 2915901] [mixcloud a/b-c /] [bandcamp track=123] [polldaddy poll=99]',
    [
      '::embed{url="https://www.ted.com/talks/view/id/210" title="Talk at TED"}',
      '::embed{url="https://gist.github.com/2915901" title="Code on GitHub"}',
      '::embed{url="https://www.mixcloud.com/a/b-c" title="Audio on Mixcloud"}',
      '::embed{url="https://bandcamp.com/EmbeddedPlayer/track=123" title="Audio on Bandcamp"}',
      '::embed{url="https://poll.fm/99" title="poll.fm/99"}',
    ].join('\n\n'),
  ],
  [
    'unknown shortcodes with an address to at least a link',
    '[gist https://gist.github.com/a/1 /][new_player url="https://c.example/d"]\n\n[btn link="https://e.example/"]Read on[/btn] [pod src="/f.mp3" mp3="https://old.example/f.mp3" title="Talk"] [et_image src="https://old.example/g.jpg" alt="G"]',
    [
      '::embed{url="https://gist.github.com/a/1" title="Code on GitHub"}',
      '::embed{url="https://c.example/d" title="c.example/d"}',
      '[Read on](https://e.example/)',
      '::audio{src="https://old.example/f.mp3" title="Talk"}',
      '::figure{src="https://old.example/g.jpg" alt="G"}',
    ].join('\n\n'),
  ],
  ['footnotes in the text', 'a[efn_note]b <b>c</b>[/efn_note] d', 'a[^1] d\n\n[^1]: b **c**'],
  ['code', '[sourcecode language="php"]\na\n\nb\n[/sourcecode]', '```php\na\n\nb\n```'],
  [
    'code in a shortcode named after its language, as it is written',
    '[csharp highlight="2"]\nList<string> a;\n\nif (a && b < c) [d]\n[/csharp]',
    '```csharp\nList<string> a;\n\nif (a && b < c) [d]\n```',
  ],
  [
    'code that a plugin has encoded',
    '[php]$a-&gt;b &amp;&amp; c[/php] [code lang=js]d[/code]',
    '```php\n$a->b && c\n```\n\n```js\nd\n```',
  ],
  [
    'code in paragraphs of the editor',
    '<p>[python]</p><p>a &lt; b<br>c</p>\n<p>[/python]</p>',
    '```python\na < b\nc\n```',
  ],
  ['code of WP-Syntax', '<pre lang="xml" line="1">\n<a>b</a>\n</pre>', '```xml\n<a>b</a>\n```'],
  [
    'code of a block that names its language in the comment',
    '<!-- wp:syntaxhighlighter/code {"language":"rust"} -->\n<pre class="wp-block">a &lt; b</pre>',
    '```rust\na < b\n```',
  ],
  ['verses in a human language', '<pre lang="pl"><em>a</em>\nb</pre>', '```\na\nb\n```'],
  [
    'prose in shortcodes that only look like code, and escaped ones',
    '[text]a <b>c</b>[/text] [[php]d[/php]] [c] [css]',
    'a **c** `[php]d[/php]` \\[c] \\[css]',
    ['a shortcode [text] was removed; the text inside is kept'],
  ],
  [
    'words in brackets',
    'a [sic] [1] [...] [[gallery ids="1"]]',
    'a \\[sic] \\[1] \\[...] \\[gallery ids="1"]',
  ],
  [
    'shortcodes that hold text, by name',
    '[box style="x"]a[/box] [my_form]',
    'a',
    ['a shortcode [box] was removed; the text inside is kept', 'a shortcode [my_form] was removed'],
  ],
  [
    'shortcodes that show their text to some readers only',
    '<p>[restrict redirect="https://a.example/"]a</p><p>b[/restrict]</p> [members_only]c[/members_only] [team_member name="d"]',
    'a\n\nb\n\nc',
    [
      'only some readers could see a part: [restrict]',
      'only some readers could see a part: [members_only]',
      'a shortcode [restrict] was removed',
      'a shortcode [members_only] was removed; the text inside is kept',
      'a shortcode [team_member] was removed',
    ],
  ],
  ['shortcodes within code', '<pre>[box a="b"]</pre>', '```\n[box a="b"]\n```'],
  [
    'galleries without pictures',
    '[gallery ids="1"]',
    '',
    ['a picture of a gallery not found in the export'],
  ],
  [
    'sounds',
    '[audio mp3="/a.mp3"][/audio]',
    '::audio{src="https://old.example/a.mp3" title="a.mp3"}',
  ],
  [
    'a recording with its caption',
    '<figure class="wp-block-audio"><audio controls src="/a.mp3"></audio><figcaption>A <b>walk</b></figcaption></figure>',
    '::audio{src="https://old.example/a.mp3" title="A walk"}',
  ],
]

describe('htmlToMarkdown with a classic WordPress post', () => {
  it.each(typed)('converts %s', (_, html, body, notes = []) => {
    expect(convert(html, { dialect: 'wordpress' })).toEqual({ body, notes })
  })

  it('uses the full-size picture of an attachment', () => {
    const findAttachment = () => ({
      src: 'https://old.example/full.jpg',
      alt: 'From above',
      caption: null,
      credit: 'A. B.',
    })
    expect(convert('<img class="wp-image-7" src="/a-300x200.jpg">', { findAttachment }).body).toBe(
      '::figure{src="https://old.example/full.jpg" alt="From above" credit="A. B."}',
    )
  })
})
