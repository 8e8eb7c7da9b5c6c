import { expect, it } from 'vitest'
import { insertStyles } from './insert-styles.ts'

const insert = (page: string) =>
  String(insertStyles(Buffer.from(page), Buffer.from('<style>a{}</style>')))

it('styles are inserted at the end of the head', () => {
  expect(insert('<head><title>é</title></head><p>é')).toBe(
    '<head><title>é</title><style>a{}</style></head><p>é',
  )
})

it.each(['<head><meta content="A </head> é"></head><p>', '<head></head><img alt="</head>">'])(
  'the insertion isn’t confused by a title in %s',
  (page) => {
    const end = page.includes('meta') ? page.lastIndexOf('</head>') : page.indexOf('</head>')
    expect(insert(page)).toBe(`${page.slice(0, end)}<style>a{}</style>${page.slice(end)}`)
  },
)

it('a page without a head is refused', () => {
  expect(() => insert('<p>')).toThrow('no <head>')
})
