/** Decodes a text in UTF-8, UTF-16 or, failing that, Windows-1252. */
import { type Note, noteForEditor } from '../../items/note.ts'
import { placeholderCharacters } from './placeholders.ts'

export type DecodedText = { readonly text: string; readonly note: Note | null }

export function decodeText(bytes: Uint8Array): DecodedText {
  const decode = (encoding: string, fatal = false) =>
    new TextDecoder(encoding, { fatal })
      .decode(bytes)
      .replaceAll('\r\n', '\n')
      .replaceAll('\r', '\n')
      .replace(placeholderCharacters, '')
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { text: decode('utf-16le'), note: null }
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { text: decode('utf-16be'), note: null }
  try {
    return { text: decode('utf-8', true).replaceAll('\0', ''), note: null }
  } catch {
    const text = decode('windows-1252').replaceAll('\0', '')
    return {
      text,
      note: noteForEditor('not UTF-8: read as Windows-1252; check the accented letters'),
    }
  }
}
