import { expect, it } from 'vitest'
import type { ArticleCopy, RedirectCopy } from '../../src/content/content-copy.ts'
import { listDeadLinks, listSiteLinks } from './dead-links.ts'

it('the links in a text to the site’s own addresses are listed once each', () =>
  expect(
    listSiteLinks(
      '<a href="/rain">1</a> <a href="/rain#on-hail">2</a> <a href="/%C3%A9">3</a> <a href="#fn1">4</a> <a href="//other.example/x">5</a> <a href="https://other.example/">6</a>',
    ),
  ).toEqual(['/rain', '/é']))

it.each([
  ['/rain', false],
  ['/', false],
  ['/gone', true],
  ['/old', false],
  ['/author/nobody', true],
  ['/search', false],
  ['/r/a-code', false],
])('a link to %s is dead: %s', (link, isDead) => {
  const story = { slug: 'tea', title: 'Tea', links: [link] } as unknown as ArticleCopy
  const redirect = { from: '/old', to: '/rain' } as RedirectCopy
  const copy = { articles: new Map([['tea', story]]), redirects: new Map([['1', redirect]]) }
  const dead = listDeadLinks(copy, (path) => path === '/' || path === '/rain')
  expect(dead).toEqual(isDead ? [{ slug: 'tea', title: 'Tea', link }] : [])
})
