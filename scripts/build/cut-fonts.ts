/**
 * Cuts fonts of other writing systems to the letters of a page and their joined forms, or to the forms in its words: a
 * Burmese word needs 2 kB instead of 68, an Urdu headline 10 instead of 159. Pages name the files
 * (src/layouts/writing-system-fonts.ts).
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseCutFontPath } from '../../src/contracts/site-files/cut-fonts.ts'
import { mayContainOtherScripts } from '../../src/domain/writing-system.ts'
import { writeFileAtomically } from '../shared/write-file-atomically.ts'

/**
 * Bytes of new fonts after which a build creates no more. Every 80 kB take a second of CPU time, so a first build of
 * many articles would be slow; later builds create the rest, and until then browsers load whole fonts.
 */
const maxNewFontBytes = 400_000

type Letter = { readonly letter: string; readonly parts: readonly string[] }
let compositeLetters: Letter[] | undefined

/** Lists letters below U+FFFF that Unicode composes of several. */
function listCompositeLetters(): Letter[] {
  compositeLetters ??= Array.from({ length: 0xffff }, (_, point) => String.fromCharCode(point))
    .filter(mayContainOtherScripts)
    .map((letter) => ({ letter, parts: [...letter.normalize('NFD')] }))
    .filter(({ parts }) => parts.length > 1)
  return compositeLetters
}

/** Joiners, and the circle that browsers show under a lone sign. */
const commonSigns = ' \u00a0\u200c\u200d\u25cc'

/** Browsers compose and decompose letters before they look for glyphs. */
function addEquivalents(text: string): string {
  const letters = new Set([...text, ...text.normalize('NFD'), ...commonSigns])
  for (const { letter, parts } of listCompositeLetters()) {
    if (parts.every((part) => letters.has(part))) letters.add(letter)
  }
  return [...letters].join('')
}

/** Uncompressed fonts by path. Many pages' words are cut from one font; unpacking it each time takes a third more. */
const uncompressedFonts = new Map<string, Promise<Buffer>>()

function readUncompressedFont(path: string): Promise<Buffer> {
  const known = uncompressedFonts.get(path)
  if (known) return known
  const reading = import('subset-font').then(({ default: subsetFont }) =>
    subsetFont(readFileSync(path), '', { targetFormat: 'sfnt', keepAllGlyphs: true }),
  )
  uncompressedFonts.set(path, reading)
  return reading
}

/** Returns null for a path that a text contains by chance. */
async function createCutFont(site: string, file: string): Promise<Uint8Array | null> {
  const font = parseCutFontPath(`/${file}`)
  if (!font || !existsSync(join(site, font.whole))) return null
  const { default: subsetFont } = await import('subset-font')
  const whole = join(site, font.whole)
  const letters = addEquivalents(font.letters)
  if (font.words.length === 0)
    return subsetFont(await readUncompressedFont(whole), letters, {
      targetFormat: 'woff2',
      noHinting: true,
    })
  const bytes = await readUncompressedFont(whole)
  const { cutFontToTexts } = await import('./cut-font-to-texts.ts')
  const cut = await cutFontToTexts(bytes, letters, [...font.words, ...letters])
  return subsetFont(cut, '', { targetFormat: 'woff2', keepAllGlyphs: true })
}

/** Returns the files that were created. */
export async function writeCutFonts(
  site: string,
  files: readonly string[],
  maxBytes = maxNewFontBytes,
): Promise<string[]> {
  const made: string[] = []
  let bytes = 0
  for (const file of files) {
    if (bytes >= maxBytes) break
    const font = await createCutFont(site, file)
    if (!font) continue
    writeFileAtomically(join(site, file), font)
    made.push(file)
    bytes += font.length
  }
  return made
}
