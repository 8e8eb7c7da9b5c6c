import type { AudioType } from './publishing-endpoints.ts'

/** The first bytes that identify a type. */
const maxHeadLength = 64

/** The header of an MPEG frame; its layer is 0 for AAC. */
function detectFrame([first = 0, second = 0, third = 0]: Uint8Array): AudioType | null {
  if (first !== 0xff || (second & 0xf0) !== 0xf0) return null
  const layer = second & 0b110
  if (layer === 0) return 'audio/aac'
  const [bitRate, samplingRate] = [third >> 4, third & 0b1100]
  return layer === 0b10 && bitRate > 0 && bitRate < 15 && samplingRate < 0b1100
    ? 'audio/mpeg'
    : null
}

/** Uses only the first bytes; the rest may be damaged. Films aren't recordings, even in the same container. */
export function detectAudioType(bytes: Uint8Array): AudioType | null {
  // One character per byte, which TextDecoder doesn't guarantee.
  const head = String.fromCharCode(...bytes.subarray(0, maxHeadLength))
  if (head.startsWith('ID3')) return 'audio/mpeg'
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WAVE') return 'audio/wav'
  if (/^ftypM4[AB] /.test(head.slice(4))) return 'audio/mp4'
  // The first packet follows the header of its page.
  const packet = head.startsWith('OggS') ? head.slice(28) : ''
  if (packet.startsWith('OpusHead') || packet.startsWith('\x01vorbis')) return 'audio/ogg'
  return detectFrame(bytes)
}
