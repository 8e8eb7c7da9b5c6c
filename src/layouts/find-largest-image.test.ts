import { expect, it } from 'vitest'
import { findLargestImage } from './find-largest-image.ts'

const image = (name: string, priority = '') =>
  `<p>a</p><img class="picture" src="/${name}/640" srcset="/${name}/128 128w, /${name}/640 640w" sizes="(min-width: 82rem) 72rem, 100vw" alt="x > y"${priority} decoding="async">`

it('the image with a high priority is found', () => {
  expect(findLargestImage(image('a') + image('b', ' fetchpriority="high"') + image('c'))).toEqual({
    srcset: '/b/128 128w, /b/640 640w',
    sizes: '(min-width: 82rem) 72rem, 100vw',
  })
})

it.each([
  '',
  image('a'),
  '<img src="/card.jpg" fetchpriority="high">',
  `${image('a')}<img src="/card.jpg" fetchpriority="high">`,
])('no largest image is found in %s', (html) => expect(findLargestImage(html)).toBeUndefined())
