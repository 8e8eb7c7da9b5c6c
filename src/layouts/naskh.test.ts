import { expect, it } from 'vitest'
import { mayBeSetInNaskh } from './naskh.ts'

it.each([
  '<p>He said <span lang="prs" dir="rtl">سلام</span></p>',
  '<ul lang="ur" dir="rtl"><li>چائے</li><li lang="fa-AF">چای</li></ul>',
  '<article class="article" lang="sd" dir="rtl"><h1>چانھ</h1></article>',
])(
  'a page with words, a block or a story in Dari, Persian or Sindhi may need Naskh: %s',
  (html) => {
    expect(mayBeSetInNaskh(html)).toBe(true)
  },
)

it.each([
  '<p lang="ur" dir="rtl">چائے</p>',
  '<p lang="und-Arab" dir="rtl">چائے</p>',
  '<p lang="arn">Küme</p>',
  '<p>چائے <a href="/a" hreflang="ar">A</a></p>',
])('a page without Dari, Persian or Sindhi doesn’t need Naskh: %s', (html) => {
  expect(mayBeSetInNaskh(html)).toBe(false)
})
