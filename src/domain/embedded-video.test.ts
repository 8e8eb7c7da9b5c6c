import { describe, expect, it } from 'vitest'
import { findVideo } from './embedded-video.ts'

const youTube = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1'

describe('a video’s address', () => {
  it.each([
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', youTube],
    ['https://youtu.be/dQw4w9WgXcQ?si=x', youTube],
    ['https://m.youtube.com/watch?v=dQw4w9WgXcQ&list=x', youTube],
    ['https://www.youtube.com/shorts/dQw4w9WgXcQ', youTube],
    ['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ', youTube],
    ['https://youtu.be/dQw4w9WgXcQ?t=1m30s', `${youTube}&start=90`],
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=75', `${youTube}&start=75`],
    ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1'],
    [
      'https://vimeo.com/76979871/0a1b2c3d4e',
      'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1&h=0a1b2c3d4e',
    ],
  ])('leads to a player: %s', (address, frame) => expect(findVideo(address)?.frame).toBe(frame))

  it.each([
    'https://example.org/watch?v=dQw4w9WgXcQ',
    'https://youtube.com.example.org/watch?v=dQw4w9WgXcQ',
    'https://www.youtube.com/watch?v="onload=alert(1)',
    'https://www.youtube.com/@channel',
    'http://youtu.be/dQw4w9WgXcQ',
    'https://vimeo.com/channels/staffpicks',
    'javascript:alert(1)//youtu.be/dQw4w9WgXcQ',
    'https://',
  ])('stays a link: %s', (address) => expect(findVideo(address)).toBeNull())
})
