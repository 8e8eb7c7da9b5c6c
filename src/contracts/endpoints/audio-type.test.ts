import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { detectAudioType } from './audio-type.ts'
import { detectImageType } from './image-type.ts'

const page = (packet: string) => `OggS\0\x02${'\0'.repeat(20)}\x01\x1e${packet}`

describe('the type of a recording', () => {
  it.each([
    ['audio/mpeg', 'ID3\x04\0\0\0\0\0\0'],
    ['audio/mpeg', '\xff\xfb\x90\x64'],
    ['audio/mpeg', '\xff\xf3\x40\xc4'],
    ['audio/aac', '\xff\xf1\x50\x80'],
    ['audio/mp4', '\0\0\0\x20ftypM4A \0\0\0\0'],
    ['audio/mp4', '\0\0\0\x20ftypM4B \0\0\0\0'],
    ['audio/ogg', page('OpusHead\x01')],
    ['audio/ogg', page('\x01vorbis')],
    ['audio/wav', 'RIFF\x24\0\0\0WAVEfmt '],
  ])('is %s for %j', (type, start) => {
    expect(detectAudioType(Buffer.from(start, 'latin1'))).toBe(type)
  })

  it.each([
    ['nothing', ''],
    ['a film', '\0\0\0\x20ftypisom\0\0\0\0'],
    ['a film in Ogg', page('\x80theora')],
    ['WebP', 'RIFF\x24\0\0\0WEBPVP8 '],
    ['JPEG', '\xff\xd8\xff\xe0'],
    ['text in UTF-16', '\xff\xfe<\0h\0'],
    ['a reserved bit rate', '\xff\xfb\xf0\x64'],
    ['a page', '<!doctype html><script>alert(1)</script>'],
  ])('is null for %s', (_, start) => {
    expect(detectAudioType(Buffer.from(start, 'latin1'))).toBeNull()
  })

  it('is never also a picture’s type', () => {
    const byte = fc.oneof(fc.constantFrom(0, 0xff, 0xfb, 0xd8), fc.nat(255))
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 80 }),
        fc.array(byte, { maxLength: 4 }),
        (end, start) => {
          const bytes = Uint8Array.from([...start, ...end])
          expect(detectAudioType(bytes) && detectImageType(bytes)).toBeNull()
        },
      ),
    )
  })
})
