import { expect, it } from 'vitest'
import { buildWxr, readText } from './testing/wordpress-export.ts'

const src = 'https://cdn.example/ferry.mp3'
const meta = (key: string, value: string) =>
  `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value>${value}</wp:meta_value></wp:postmeta>`
const more = meta('enclosure', `${src}\n12345\naudio/mpeg\n`) + meta('audio_file', src)

it.each([
  [
    'is before the text, once',
    'Listen.',
    '::audio{src="https://cdn.example/ferry.mp3" title="ferry.mp3"}\n\nListen.',
  ],
  [
    'isn’t added to its link',
    '<a href="https://cdn.example/ferry.mp3">Listen</a>.',
    '[Listen](https://cdn.example/ferry.mp3).',
  ],
])('a podcast’s recording %s', async (_, html, body) => {
  const { posts } = await readText(buildWxr(html, { more }))
  expect(posts[0]?.body).toBe(body)
  expect(posts[0]?.notes.some((note) => note.includes('custom fields'))).toBe(false)
})
