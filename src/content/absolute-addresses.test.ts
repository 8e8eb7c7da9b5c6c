import { describe, expect, it } from 'vitest'
import { makeAddressesAbsolute } from './absolute-addresses.ts'

describe('makeAddressesAbsolute', () => {
  it.each([
    ['<a href="/about">', '<a href="https://verandah.example/about">'],
    ['<a href="#fn1">', '<a href="https://verandah.example/story#fn1">'],
    ['<a href="mailto:a@example.com">', '<a href="mailto:a@example.com">'],
    ['<a href="https://x.example/?a=1&amp;b=2">', '<a href="https://x.example/?a=1&amp;b=2">'],
    ['<a href="https://[bad">', '<a href="">'],
    [
      '<img src="/images/a/1080" srcset="/images/a/384 384w" sizes="100vw" loading="lazy" alt="A">',
      '<img src="https://verandah.example/images/a/1080" alt="A">',
    ],
    [
      '<figure class="audio"><audio controls preload="none" src="/audio/a" aria-label="A"></audio>',
      '<figure class="audio"><p><a href="https://verandah.example/audio/a">Listen</a></p>',
    ],
    ['<h2 id="on-rain" lang="ur">', '<h2 lang="ur">'],
    ['<p>href=&quot;/about&quot;</p>', '<p>href=&quot;/about&quot;</p>'],
  ])('converts %s', (html, whole) => {
    expect(makeAddressesAbsolute(html, 'https://verandah.example/story')).toBe(whole)
  })
})
