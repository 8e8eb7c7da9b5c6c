/**
 * Cuts a font to the glyphs that texts are shaped to. HarfBuzz's own choice, all glyphs into which substitutions may
 * turn a text's letters, is eight times as large for Nastaliq. harfbuzzjs has no interface for this part of HarfBuzz,
 * so its functions are called directly: https://harfbuzz.github.io/harfbuzz-hb-subset.html
 */
import { readFile } from 'node:fs/promises'
import * as harfbuzz from 'harfbuzzjs'

/** Pointers and lengths are numbers. */
type Subsetter = {
  readonly memory: WebAssembly.Memory
} & Readonly<
  Record<
    | '_initialize'
    | 'malloc'
    | 'free'
    | 'hb_blob_create'
    | 'hb_blob_destroy'
    | 'hb_blob_get_data'
    | 'hb_blob_get_length'
    | 'hb_face_create'
    | 'hb_face_destroy'
    | 'hb_face_reference_blob'
    | 'hb_set_add'
    | 'hb_set_clear'
    | 'hb_set_invert'
    | 'hb_subset_input_create_or_fail'
    | 'hb_subset_input_destroy'
    | 'hb_subset_input_glyph_set'
    | 'hb_subset_input_set'
    | 'hb_subset_input_set_flags'
    | 'hb_subset_input_unicode_set'
    | 'hb_subset_or_fail',
    (...parameters: number[]) => number
  >
>

// HB_SUBSET_FLAGS_NO_HINTING and NO_LAYOUT_CLOSURE, HB_SUBSET_SETS_LAYOUT_FEATURE_TAG, HB_MEMORY_MODE_WRITABLE
const flags = 0x001 | 0x200
const layoutFeatures = 6
const isWritable = 2

let loading: Promise<Subsetter> | undefined

async function loadSubsetter(): Promise<Subsetter> {
  const file = new URL(import.meta.resolve('harfbuzzjs/dist/harfbuzz-subset.wasm'))
  const { instance } = await WebAssembly.instantiate(await readFile(file))
  const subsetter = instance.exports as Subsetter
  subsetter._initialize()
  return subsetter
}

/** Includes glyphs that are replaced by others while shaping, because the next substitutions look for them. */
function listGlyphs(bytes: Uint8Array, texts: readonly string[]): ReadonlySet<number> {
  const font = new harfbuzz.Font(new harfbuzz.Face(new harfbuzz.Blob(bytes)))
  const glyphs = new Set<number>()
  for (const text of texts) {
    const buffer = new harfbuzz.Buffer()
    buffer.setMessageFunc((step) => {
      for (const { codepoint } of step.getGlyphInfos()) glyphs.add(codepoint)
      return true
    })
    buffer.addText(text)
    buffer.guessSegmentProperties()
    harfbuzz.shape(font, buffer)
    for (const { codepoint } of buffer.getGlyphInfos()) glyphs.add(codepoint)
  }
  return glyphs
}

/** `bytes` and the result are TrueType fonts. `letters` are those of the texts. */
export async function cutFontToTexts(
  bytes: Buffer,
  letters: string,
  texts: readonly string[],
): Promise<Buffer> {
  loading ??= loadSubsetter()
  const hb = await loading
  const address = hb.malloc(bytes.length)
  // `malloc` may have moved the memory.
  new Uint8Array(hb.memory.buffer).set(bytes, address)
  const blob = hb.hb_blob_create(address, bytes.length, isWritable, 0, 0)
  const face = hb.hb_face_create(blob, 0)
  const input = hb.hb_subset_input_create_or_fail()
  const features = hb.hb_subset_input_set(input, layoutFeatures)
  hb.hb_set_clear(features)
  hb.hb_set_invert(features)
  hb.hb_subset_input_set_flags(input, flags)
  const points = hb.hb_subset_input_unicode_set(input)
  for (const letter of letters) hb.hb_set_add(points, letter.codePointAt(0)!)
  const glyphs = hb.hb_subset_input_glyph_set(input)
  for (const glyph of listGlyphs(bytes, texts)) hb.hb_set_add(glyphs, glyph)
  const cutFace = hb.hb_subset_or_fail(face, input)
  if (cutFace === 0) throw new Error('HarfBuzz couldn’t cut a font.')
  const cutBlob = hb.hb_face_reference_blob(cutFace)
  const start = hb.hb_blob_get_data(cutBlob, 0)
  const length = hb.hb_blob_get_length(cutBlob)
  const cut = Buffer.from(hb.memory.buffer.slice(start, start + length))
  hb.hb_blob_destroy(cutBlob)
  hb.hb_face_destroy(cutFace)
  hb.hb_subset_input_destroy(input)
  hb.hb_face_destroy(face)
  hb.hb_blob_destroy(blob)
  hb.free(address)
  return cut
}
