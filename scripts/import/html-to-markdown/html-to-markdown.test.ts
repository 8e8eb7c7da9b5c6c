import { describe, expect, it } from 'vitest'
import { type Case, convert } from './testing/convert-html.ts'

const plain: readonly Case[] = [
  ['headings and paragraphs', '<h2>One</h2><p>Two\n three</p>', '## One\n\nTwo three'],
  ['emphasis, without spaces in it', '<p>a<b> b </b><i>c</i> <s>d</s></p>', 'a **b** *c* ~~d~~'],
  [
    'emphasis as word processors paste it',
    '<b style="font-weight:normal"><p><span style="font-weight:700">a</span> <span style="font-style: italic">b</span> c</p></b>',
    '**a** *b* c',
  ],
  ['words in another language', '<p>a <span lang="ur">خط</span> b</p>', 'a :lang[خط]{ur} b'],
  [
    'words in another language in emphasis',
    '<p><i lang="hi-Latn">dil</i>, <em><bdi lang="ar">x</bdi></em></p>',
    '*:lang[dil]{hi-Latn}*, *:lang[x]{ar}*',
  ],
  [
    'words in another language with emphasis in them',
    '<p><span lang="hi">दो <b>तीन</b></span></p>',
    ':lang[दो **तीन**]{hi}',
  ],
  [
    'words in another language that a directive can’t hold, or that needs none',
    '<p><span lang="ur">a [b]</span> <span lang="ur"><a href="/x">c</a></span> <span lang="en-GB">d</span> <span lang="x y">e</span> <span lang="ur"> </span></p>',
    'a \\[b] [c](/x) d e',
  ],
  [
    'text that only looks like a language directive',
    '<p>:lang[a]{ur} and :lang<a href="/x">a</a>{ur}</p>',
    '\\:lang\\[a]{ur} and \\:lang[a](/x){ur}',
  ],
  [
    'pictures without alternative text',
    '<img src="/a.jpg"><img src="/b.jpg" alt="">',
    '::figure{src="https://old.example/a.jpg" alt=""}\n\n::figure{src="https://old.example/b.jpg" alt=""}',
  ],
  ['underlined and marked words', '<p><u>a</u> <mark>b</mark></p>', '*a* *b*'],
  [
    'nested lists, and where one begins',
    '<ol start="3"><li>a<ul><li>b</li></ul></li></ol>',
    '3. a\n   - b',
  ],
  ['items outside of lists', '<li>a</li><li>b</li>', 'a\n\nb'],
  [
    'quotations with their speaker',
    '<blockquote><p>a</p><cite>B</cite></blockquote>',
    '> a\n>\n> — B',
  ],
  [
    'pull quotes',
    '<figure class="wp-block-pullquote"><blockquote><p>“a” "b"</p><cite>C "D" E</cite></blockquote></figure>',
    ':::pullquote{by="C “D” E"}\n“a” "b"\n:::',
  ],
  [
    'code with its language',
    '<pre><code class="language-js">a\n\n  b</code></pre>',
    '```js\na\n\n  b\n```',
  ],
  [
    'code with its language in a plugin’s attribute',
    '<pre data-language="js">a</pre>',
    '```js\na\n```',
  ],
  ['code in a line', '<p><code>a`b</code><code>*</code></p>', '``a`b*``'],
  ['code that has fences', '<pre>```\na</pre>', '````\n```\na\n````'],
  ['verse, line by line', '<pre class="wp-block-verse">a\n  b</pre>', 'a\\\nb'],
  ['definitions', '<dl><dt>a</dt><dd>b</dd></dl>', '**a**\n\nb'],
  ['details', '<details><summary>a</summary><p>b</p></details>', '**a**\n\nb'],
  [
    'numbers above and below the line',
    '<p>x<sup>2</sup> H<sub>2</sub>O 1<sup>st</sup></p>',
    'x² H₂O 1st',
  ],
  ['quotation marks of HTML', '<p><q>a</q></p>', '“a”'],
  ['two line breaks as a paragraph', '<p>a<br><br>b<br>c</p>', 'a\n\nb\\\nc'],
  ['empty paragraphs', '<p>&nbsp;</p><p>a</p><p><b> </b></p>', 'a'],
  ['the end of the free preview', '<p>a<!--more Read on--></p><p>b</p>', 'a\n\n<!-- more -->\n\nb'],
  [
    'the end of Ghost’s free preview',
    '<p>a</p><!--members-only--><p>b</p>',
    'a\n\n<!-- more -->\n\nb',
  ],
  [
    'links of the old site as paths',
    '<p><a href="../b/">a</a> <a href="https://www.old.example/c?d=1#e">f</a></p>',
    '[a](/2020/b/) [f](/c?d=1#e)',
  ],
  [
    'links to the old site’s files',
    '<p><a href="/wp-content/a.pdf">a</a></p>',
    '[a](https://old.example/wp-content/a.pdf)',
  ],
  [
    'links to elsewhere',
    '<p><a href="//b.example/(c)" title="d">a</a></p>',
    '[a](https://b.example/%28c%29 "d")',
  ],
  ['a link around blocks', '<a href="/b"><h3>a</h3><p>c</p></a>', '### [a](/b)\n\n[c](/b)'],
  ['a mail address', '<p><a href="mailto:a@b.example">a</a></p>', '[a](mailto:a@b.example)'],
  [
    'pictures with captions and credits',
    '<figure><img src="/a.jpg" alt="b"><figcaption>c <span class="credit">d</span></figcaption></figure>',
    '::figure{src="https://old.example/a.jpg" alt="b" caption="c" credit="d"}',
  ],
  [
    'captions that are credits',
    '<figure><img src="/a.jpg" alt="b"><figcaption>Photo: A. B.</figcaption></figure>',
    '::figure{src="https://old.example/a.jpg" alt="b" credit="Photo: A. B."}',
  ],
  [
    'pictures in the middle of a line',
    '<p>a <a href="/a.jpg"><img src="/a.jpg" alt="b"></a> c</p>',
    'a\n\n::figure{src="https://old.example/a.jpg" alt="b"}\n\nc',
  ],
  [
    'pictures that load late',
    '<figure><img src="data:image/gif;base64,R0" data-src="/a.jpg" alt="b"><noscript><img src="/a.jpg" alt="b"></noscript></figure>',
    '::figure{src="https://old.example/a.jpg" alt="b"}',
  ],
  [
    'characters that would end an attribute',
    '<img src="/a.jpg?b=%22&quot;}{" alt=\'c "d" {e} \n f\'>',
    '::figure{src="https://old.example/a.jpg?b=%22%22%7D%7B" alt="c “d” (e) f"}',
  ],
  [
    'frames of known hosts',
    '<iframe src="//www.youtube.com/embed/aBcDeFgHiJk?rel=0" title="A film"></iframe>',
    '::embed{url="https://www.youtube.com/watch?v=aBcDeFgHiJk" title="A film"}',
  ],
  [
    'frames without a title',
    '<iframe src="https://w.soundcloud.com/player/?url=x"></iframe>',
    '::embed{url="https://w.soundcloud.com/player/?url=x" title="Audio on SoundCloud"}',
  ],
  [
    'bare addresses',
    '<p>http://vimeo.com/1</p>',
    '::embed{url="https://vimeo.com/1" title="Video on Vimeo"}',
  ],
  [
    'quoted posts',
    '<blockquote class="twitter-tweet"><p>a</p><a href="https://twitter.com/b/status/1">c</a></blockquote>',
    '> a\n>\n> [c](https://twitter.com/b/status/1)',
  ],
  [
    'tables with captions and columns',
    '<table><caption>C</caption><thead><tr><th>a|</th><th align="right">b</th></tr></thead><tr><td>1</td><td>2</td></tr></table>',
    'C\n\n| a\\| | b |\n| - | -: |\n| 1 | 2 |',
  ],
  [
    'footnotes by their links',
    '<p>a<sup><a href="#n1" id="r1">1</a></sup></p><h2>Notes</h2><ol><li id="n1">b <a href="#r1">↩</a></li></ol>',
    'a[^1]\n\n[^1]: b',
    ['the heading “Notes” above the notes was removed'],
  ],
  [
    'footnotes that word processors wrote',
    '<p>a<a href="#_ftn1" name="_ftnref1">[1]</a></p><hr><p><a href="#_ftnref1" name="_ftn1">[1]</a> b</p>',
    'a[^1]\n\n[^1]: b',
  ],
  [
    'a note that is called twice',
    '<p>a<sup><a href="#n">1</a></sup> b<sup><a href="#n">1</a></sup></p><p id="n">1. c</p>',
    'a[^1] b[^1]\n\n[^1]: c',
  ],
  [
    'text that looks like Markdown',
    '<p># a</p><p>1. b *c* [d](e) [^1] ^[f] `g` ~~h~~ &amp;amp; \\</p><p>- i</p><p>&gt; j</p><p>| k |</p>',
    '\\# a\n\n1\\. b \\*c\\* \\[d]\\(e) \\[^1] ^\\[f] \\`g\\` \\~\\~h\\~\\~ \\&amp; \\\\\n\n\\- i\n\n\\> j\n\n\\| k |',
  ],
  [
    'text that looks like a directive',
    '<p>::figure{image="a"}</p><p>a<br>:::pullquote</p><p>&lt;!-- more --&gt;</p>',
    '\\::figure{image="a"}\n\na\\\n\\:::pullquote\n\n\\<!-- more -->',
  ],
  [
    'elements with our internal names',
    '<our-figure src="a">b</our-figure><our-more></our-more>',
    'b',
  ],
]

const lossy: readonly Required<Case>[] = [
  [
    'scripts and styles',
    '<p>a</p><script>b()</script><script>c()</script><style>d</style>',
    'a',
    ['2 <script> were removed', 'a <style> was removed'],
  ],
  [
    'forms, with their words',
    '<form><label>a</label><input></form>',
    '',
    ['a <form> was removed: “a”'],
  ],
  [
    'links without a safe address',
    '<p><a href="javascript:a()">b</a> <a href="java&#10;script:a()">c</a> <a href="data:text/html,d">e</a></p>',
    'b c e',
    [
      'a link became text: javascript:a()',
      'a link became text: java script:a()',
      'a link became text: data:text/html,d',
    ],
  ],
  [
    'links within the page',
    '<p><a href="#a">b</a></p><h2 id="a">c</h2>',
    'b\n\n## c',
    ['a link within the page became text'],
  ],
  [
    'frames of unknown hosts',
    '<iframe src="https://a.example/b"></iframe><iframe src="javascript:c"></iframe>',
    '::embed{url="https://a.example/b" title="a.example/b"}',
    ['an <iframe> became a link (https://a.example/b)', 'an <iframe> was removed (javascript:c)'],
  ],
  [
    'pictures that were pasted in',
    `<p>a<img src="data:image/png;base64,${'A'.repeat(5_000_000)}"></p>`,
    'a',
    ['a picture pasted into the text was removed'],
  ],
  [
    'pictures that count readers',
    '<img src="https://a.example/1.gif" width="1" height="1">',
    '',
    ['a tracking pixel was removed'],
  ],
  [
    'galleries',
    '<figure class="wp-block-gallery"><figure><img src="/a.jpg" alt="a"></figure><figure><img src="/b.jpg" alt="b"></figure><figcaption>c</figcaption></figure>',
    '::figure{src="https://old.example/a.jpg" alt="a"}\n\n::figure{src="https://old.example/b.jpg" alt="b"}\n\nc',
    ['a gallery became 2 figures'],
  ],
  [
    'cells that span',
    '<table><tr><th colspan="2">a</th></tr><tr><td rowspan="2">b</td><td>c</td></tr><tr><td>d</td></tr></table>',
    '| a | |\n| - | - |\n| b | c |\n| | d |',
    ['2 merged table cells were split; the extra cells are empty'],
  ],
  [
    'blocks in cells',
    '<table><tr><th>a</th><th>b</th></tr><tr><td><p>c</p><p>d</p></td><td><img src="/e.jpg" alt="e"></td></tr></table>',
    '| a | b |\n| - | - |\n| c d | |\n\n::figure{src="https://old.example/e.jpg" alt="e"}',
    ['a picture, embed or code block in a table was moved below it'],
  ],
  [
    'tables used for layout',
    '<table><tr><td>a</td></tr></table>',
    'a',
    ['a table with one column became paragraphs'],
  ],
  [
    'sounds and films',
    '<audio src="/a.mp3"></audio><video><source src="/b.mp4"></video>',
    '::audio{src="https://old.example/a.mp3" title="a.mp3"}\n\n[b.mp4](https://old.example/b.mp4)',
    ['a film became a link'],
  ],
  [
    'page breaks',
    '<p>a</p><!--nextpage--><p>b</p>',
    'a\n\nb',
    ['a page break was removed: articles have one page here'],
  ],
  [
    'a read-more marker in a quotation',
    '<blockquote>a<!--more--></blockquote>',
    '> a',
    ['a “read more” marker in a quotation, list or table was removed'],
  ],
  [
    'superscript words',
    '<p>a<sup>tm</sup></p>',
    'atm',
    ['a superscript or subscript became plain text'],
  ],
]

describe('htmlToMarkdown', () => {
  it.each(plain)('converts %s', (_, html, body, notes = []) => {
    expect(convert(html)).toEqual({ body, notes })
  })
  it.each(lossy)('reports changes to %s', (_, html, body, notes) => {
    expect(convert(html)).toEqual({ body, notes })
  })
})
