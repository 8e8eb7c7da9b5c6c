/** Finds GIFs that were cut off: decoders show the frames before the cut, and report nothing. */

const [extension, frame, trailer] = [0x21, 0x2c, 0x3b]
/** Bytes of the header and the screen's description, and of a frame's position and size. */
const [headerLength, frameLength] = [13, 9]

/** Returns whether a GIF's blocks (https://www.w3.org/Graphics/GIF/spec-gif89a.txt) reach the trailer. */
export function isCompleteGif(bytes: Uint8Array): boolean {
  let at = headerLength + getColourTableLength(bytes[headerLength - 3])
  while (at < bytes.length) {
    const kind = bytes[at++]
    if (kind === trailer) return true
    if (kind === frame) {
      // The colours of the frame, and the code size of its pixels.
      at += frameLength + getColourTableLength(bytes[at + frameLength - 1]) + 1
    } else if (kind === extension) at++
    else return false
    // Blocks of up to 255 bytes; an empty one is the last.
    for (let length = bytes[at++]; length; length = bytes[at++]) at += length
  }
  return false
}

/** Returns a number of bytes. `flags` is the byte that describes the table. */
function getColourTableLength(flags = 0): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 0x07) + 1) : 0
}
