/** Writes a WordPress export of any size, and serves its pictures, all of which differ. */
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import sharp from 'sharp'
import { capitalise } from '../../../src/domain/capitalise.ts'
import { startFakeServer } from '../fakes/fake-server.ts'

export const picturesPerPost = 2

const words =
  'the river market opens before dawn when boats bring salt ice and letters from the islands where nobody counts the hours and every price is sung'.split(
    ' ',
  )
const wordsPerParagraph = 70
const paragraphsPerPost = 10

/** Returns the same text for the same number. */
function writeParagraph(seed: number): string {
  const text = Array.from(
    { length: wordsPerParagraph },
    (_, at) => words[(seed * 31 + at * at * 7 + at) % words.length],
  ).join(' ')
  return `${capitalise(text)}.`
}

const paragraphBlock = (text: string) =>
  `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`

function writePost(number: number, origin: string): string {
  const id = number * 10
  const paragraphs = Array.from({ length: paragraphsPerPost }, (_, at) =>
    paragraphBlock(writeParagraph(number * 13 + at)),
  )
  paragraphs.splice(
    3,
    0,
    `<!-- wp:image {"id":${id + 2}} -->\n<figure class="wp-block-image"><img src="${origin}/${number}-b.jpg" alt="Picture ${number}" class="wp-image-${id + 2}"/><figcaption>The quay</figcaption></figure>\n<!-- /wp:image -->`,
  )
  const date = new Date(Date.UTC(2010, 0, 1) + number * 3_600_000).toISOString()
  const time = date.slice(0, 19).replace('T', ' ')
  const attachment = (offset: number, name: string) => `<item><title>${name}</title>
<wp:post_id>${id + offset}</wp:post_id><wp:post_type>attachment</wp:post_type><wp:status>inherit</wp:status>
<wp:attachment_url>${origin}/${number}-${name}.jpg</wp:attachment_url><wp:post_parent>${id}</wp:post_parent>
<wp:postmeta><wp:meta_key>_wp_attachment_image_alt</wp:meta_key><wp:meta_value>Picture ${number}</wp:meta_value></wp:postmeta></item>
`
  return `<item><title>Story number ${number}</title><link>https://old.example/story-${number}/</link>
<dc:creator><![CDATA[writer-${number % 20}]]></dc:creator>
<content:encoded><![CDATA[${paragraphs.join('\n\n')}]]></content:encoded>
<excerpt:encoded><![CDATA[What story ${number} is about.]]></excerpt:encoded>
<wp:post_id>${id}</wp:post_id><wp:post_date>${time}</wp:post_date><wp:post_date_gmt>${time}</wp:post_date_gmt>
<wp:post_name>story-${number}</wp:post_name><wp:status>publish</wp:status><wp:post_type>post</wp:post_type>
<category domain="category" nicename="culture"><![CDATA[Culture]]></category>
<wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value>${id + 1}</wp:meta_value></wp:postmeta></item>
${attachment(1, 'a')}${attachment(2, 'b')}`
}

export async function writeWordPressExport(path: string, posts: number, origin: string) {
  const file = createWriteStream(path)
  file.write(
    `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:wp="http://wordpress.org/export/1.2/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/"><channel><title>Old</title><link>https://old.example</link><wp:wxr_version>1.2</wp:wxr_version><wp:base_blog_url>https://old.example</wp:base_blog_url>\n`,
  )
  for (let number = 1; number <= posts; number++) {
    if (!file.write(writePost(number, origin))) await once(file, 'drain')
  }
  file.end('</channel></rss>\n')
  await once(file, 'finish')
}

export type PictureServer = {
  readonly origin: string
  readonly countRequests: () => number
  stop(): Promise<void>
}

/** Bytes of a comment's marker and length in a JPEG file. */
const commentMarker = [0xff, 0xfe]

export async function startPictureServer(): Promise<PictureServer> {
  const size = { width: 1200, height: 800 }
  const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const
  const picture = await sharp({ create: { ...size, channels: 3, background: 'teal', noise } })
    .blur(2)
    .jpeg({ quality: 75 })
    .toBuffer()
  let requests = 0
  const server = await startFakeServer(0, async ({ url = '' }, response) => {
    requests++
    // The address follows the first marker as a comment, so that all pictures differ.
    const comment = Buffer.from(url)
    const length = Buffer.alloc(2)
    length.writeUInt16BE(comment.length + 2)
    const bytes = Buffer.concat([
      picture.subarray(0, 2),
      Buffer.from(commentMarker),
      length,
      comment,
      picture.subarray(2),
    ])
    response.writeHead(200, { 'Content-Type': 'image/jpeg', 'Content-Length': bytes.length })
    response.end(bytes)
  })
  return {
    origin: `http://127.0.0.1:${server.port}`,
    countRequests: () => requests,
    stop: server.stop,
  }
}
