import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findEndOfHead, findInlineScripts, findStyles, type Range } from './html-tags.ts'

const tags = [
  '</head>',
  '<style>',
  '</style>',
  '<script>',
  '</script>',
  '<!--',
  '-->',
  "'",
  '>',
  'é',
]
/** Encodes like Astro, which encodes only `&` and `"` in attributes. */
const attributes = fc
  .array(fc.constantFrom(...tags), { maxLength: 6 })
  .map((parts) => parts.join(''))

it('only tags outside attributes are found', () => {
  fc.assert(
    fc.property(attributes, attributes, (title, alt) => {
      const head = `<head><meta content="${title}"><style>a{}</style><style lang>b{}</style>`
      const body = `<img alt="${alt}"><script>a("</style>")</script><script src="/b.js"></script>`
      const page = `${head}</head>${body}<script type="application/ld+json">{}</script>`
      const read = ({ start, end }: Range) => page.slice(start, end)
      expect(findEndOfHead(page)).toBe(head.length)
      expect(findStyles(page).map(read)).toEqual(['<style>a{}</style>'])
      expect(findInlineScripts(page).map(read)).toEqual(['a("</style>")'])
    }),
  )
})

it('nothing is found in a page without a head, styles or scripts', () => {
  for (const page of ['', '<p title="</head>">', '<!-- </head><style></style> -->', '<script>']) {
    expect(findEndOfHead(page)).toBe(-1)
    expect([...findStyles(page), ...findInlineScripts(page)]).toEqual([])
  }
})
