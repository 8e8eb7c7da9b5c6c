import { type DefaultTreeAdapterMap, parseFragment } from 'parse5'
import { describe, expect, it } from 'vitest'
import { renderBody } from '../../../content/markdown.ts'
import { convertPasted } from './convert-pasted.ts'
import type { PastedNode } from './pasted-tree.ts'

function readNode(node: DefaultTreeAdapterMap['childNode']): PastedNode[] {
  if ('value' in node) return [{ text: node.value }]
  if (!('childNodes' in node)) return []
  const attributes = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]))
  return [{ tag: node.tagName, attributes, children: node.childNodes.flatMap(readNode) }]
}

const convert = (html: string) => convertPasted(parseFragment(html).childNodes.flatMap(readNode))

const googleDocs = `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><h2 dir="ltr"><span style="font-weight:400;font-style:normal">The river</span></h2><p dir="ltr"><span style="font-weight:400;font-style:normal">My friend </span><span style="font-weight:400;font-style:italic">Leela</span><span style="font-weight:400;font-style:normal"> buys </span><span style="font-weight:700;font-style:normal">old</span><span style="font-weight:400"> clothes, and </span><a href="https://www.google.com/url?q=https://example.org/a_b&amp;sa=D"><span style="font-weight:400">reads</span></a><span style="font-weight:400">.</span></p><br><ul><li dir="ltr"><p dir="ltr"><span>One</span></p></li><ul><li><p><span>Inner</span></p></li></ul><li><p><span>Two</span></p></li></ul><p><span><img src="https://lh7.googleusercontent.com/x"></span></p></b>`

const word = `<html><head><style>p.MsoNormal {mso-style-parent:""}</style></head><body lang="EN-GB"><p class="MsoNormal"><b>Rain</b><o:p></o:p></p><p class="MsoListParagraph" style="text-indent:-18.0pt;mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·<span>&nbsp;&nbsp; </span></span>First</p><p class="MsoListParagraph" style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·<span>&nbsp; </span></span>Second</p><p class="MsoNormal">It cost 3 * 4 [rupees].</p><table><tr><td><p>Year</p></td><td><p>Rain|fall</p></td></tr><tr><td>2025</td><td><b>80</b></td></tr></table></body></html>`

describe('pasted HTML', () => {
  it('from Google Docs becomes Markdown', () => {
    expect(convert(googleDocs)).toEqual({
      markdown:
        '## The river\n\nMy friend *Leela* buys **old** clothes, and [reads](https://example.org/a_b).\n\n- One\n  - Inner\n- Two',
      leftOut: ['pictures'],
    })
  })

  it('from Word becomes Markdown', () => {
    expect(convert(word)).toEqual({
      markdown:
        '**Rain**\n\n- First\n- Second\n\nIt cost 3 \\* 4 \\[rupees\\].\n\n| Year | Rain\\|fall |\n| --- | --- |\n| 2025 | **80** |',
      leftOut: [],
    })
  })

  it.each([
    ['<p>One<br>Two</p><p>Three</p>', 'One\nTwo\n\nThree'],
    ['One <em>two </em>three', 'One *two* three'],
    ['<blockquote><p>One</p><p>Two</p></blockquote>', '> One\n>\n> Two'],
    [
      '<ol start="3"><li>Three</li><li><p>Four</p><p>More</p></li></ol>',
      '3. Three\n4. Four\n\n   More',
    ],
    ['<pre>a\n  b</pre>', '```\na\n  b\n```'],
    [
      '<p>1. Not a list</p><p># Not a heading</p><p>::figure{image="x"}</p>',
      '1\\. Not a list\n\n\\# Not a heading\n\n\\::figure{image="x"}',
    ],
    ['<p>بارش <b>کی</b> آواز</p>', 'بارش **کی** آواز'],
    ['<p>snake_case and _this_</p>', 'snake_case and \\_this\\_'],
    ['<h1>Title</h1><h5>Small</h5>', '## Title\n\n### Small'],
    ['<p><a href="/here">Here</a></p>', 'Here'],
    ['<p><a href="https://example.org/a (b)">x</a></p>', '[x](https://example.org/a%20%28b%29)'],
    ['', ''],
  ])('becomes Markdown: %s', (html, markdown) => {
    expect(convert(html).markdown).toBe(markdown)
  })

  it('says what it leaves out', () => {
    const { leftOut } = convert(
      '<p>A<img src="x"></p><iframe src="x"></iframe><video></video><svg></svg>',
    )
    expect(leftOut).toEqual(['pictures', 'embedded pages', 'videos', 'drawings'])
  })

  it.each([
    '<script>alert(1)</script><p onclick="alert(1)">A</p>',
    '<p><a href="javascript:alert(1)">A</a></p>',
    '<p><a href=" java\nscript:alert(1)">A</a></p>',
    '<p><a href="https://x.example/&quot;onclick=alert(1)">A</a></p>',
    '<p>&lt;img src=x onerror=alert(1)&gt;</p>',
    '<p>[A](javascript:alert(1))</p>',
    '<svg><script>alert(1)</script></svg><p>A</p>',
  ])('can’t run in a page: %s', (html) => {
    const { freePreview, rest } = renderBody(convert(html).markdown)
    expect(freePreview + rest).not.toMatch(/<script|<img|<svg|href="(?!https:)|<[^>]*\son\w+=/)
  })
})
