import { expect, it } from 'vitest'
import { readPosts } from './testing/site-fixture.ts'

const picture = new Uint8Array([1, 2, 3])
const words = 'title: A\ndate: 2024-01-02\n'
const jekyll = { config: '_config.yml', text: '_posts/2024-01-02-a.md' }
const hexo = { config: '_config.yml', text: 'source/_posts/a.md' }
const hugo = { config: 'hugo.toml', text: 'content/posts/a.md' }
const zola = { config: 'config.toml', text: 'content/posts/a.md' }
const eleventyBelow = { config: '.eleventy.js', text: 'src/site/a.md' }
const eleventy = { config: '.eleventy.js', text: 'posts/a.md' }
const astro = { config: 'astro.config.mjs', text: 'src/content/blog/a.mdx' }

const figure = (src: string, alt: string, caption: string, credit: string) =>
  `::figure{src="${src}" alt="${alt}" caption="${caption}" credit="${credit}"}`

it.each([
  [
    jekyll,
    '{% include pic.html url="/images/a.jpg" title="A boat" %}',
    figure('images/a.jpg', '', 'A boat', ''),
  ],
  [
    jekyll,
    "{% include image.html img='boats/a.png' Alt='B' description='C' credit='D' thumb='t.png' %}",
    figure('assets/images/boats/a.png', 'B', 'C', 'D'),
  ],
  [
    jekyll,
    '{% include gallery.html images="/images/a.jpg, /images/my boat.jpg" %}',
    `${figure('images/a.jpg', '', '', '')}\n\n${figure('images/my%20boat.jpg', '', '', '')}`,
  ],
  [jekyll, '{% include image.html url=page.cover %}', ''],
  [jekyll, '![B](/images/my boat.jpg "C")', figure('images/my%20boat.jpg', 'B', 'C', '')],
  [
    jekyll,
    'a <img src="/images/my boat.jpg"> b',
    `a  b\n\n${figure('images/my%20boat.jpg', '', '', '')}`,
  ],
  [hexo, '{% asset_img b.png A boat %}', figure('source/_posts/a/b.png', 'A boat', '', '')],
  [hexo, '{% img left /c.png 300 200 "A boat" %}', figure('source/c.png', 'A boat', '', '')],
  [hugo, '{{< imgproc src="/a.jpg" caption="B" >}}', figure('static/a.jpg', '', 'B', '')],
  [
    hugo,
    '{{< gallery "/a.jpg" "/b.png" >}}',
    `${figure('static/a.jpg', '', '', '')}\n\n${figure('static/b.png', '', '', '')}`,
  ],
  [
    zola,
    '{{ image(src="a.webp", alt="B", width=600) }}',
    figure('content/posts/a.webp', 'B', '', ''),
  ],
  [
    eleventy,
    '{% image "./a.jpg", "B c", "D e.", [900] %}',
    figure('posts/a.jpg', 'B c', 'D e.', ''),
  ],
  [eleventyBelow, '![B](/uploads/a.jpg)', figure('src/site/uploads/a.jpg', 'B', '', '')],
  [
    astro,
    'import boat from \'../../a.png\'\n\n<Image src={boat} alt="B" />',
    figure('src/a.png', 'B', '', ''),
  ],
  [
    jekyll,
    '{% include video.html url="https://youtu.be/aBcDeFgHiJk" %} {% vimeo https://vimeo.com/1 %}',
    '::embed{url="https://youtu.be/aBcDeFgHiJk" title="Video on YouTube"}\n\n::embed{url="https://vimeo.com/1" title="Video on Vimeo"}',
  ],
  [hugo, '{{< audio src="/a/b.mp3" title="A talk" >}}', '[A talk](/a/b.mp3)'],
])('a site with %o has the tag %s converted', async ({ config, text }, tag, expected) => {
  const files = [
    ...['images/a.jpg', 'images/my boat.jpg', 'assets/images/boats/a.png', 'source/_posts/a/b.png'],
    ...['source/c.png', 'static/a.jpg', 'static/b.png', 'content/posts/a.webp', 'posts/a.jpg'],
    ...['src/a.png', 'src/site/uploads/a.jpg'],
  ]
  // The folder by which Hexo is recognised.
  const isHexo = text.startsWith('source/')
  const input = 'module.exports = { dir: { input: "src/site" } }'
  const posts = await readPosts({
    [config]: text === eleventyBelow.text ? input : '',
    [text]: `---\n${words}---\n${tag}\n`,
    ...Object.fromEntries(
      files.filter((name) => isHexo || !name.startsWith('source/')).map((name) => [name, picture]),
    ),
  })
  expect(posts[text]!.body).toBe(expected)
})
