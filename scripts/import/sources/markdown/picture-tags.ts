/** Finds the pictures of includes, shortcodes and components by their attributes, because themes name these freely. */
import { encodeReservedCharacters, formatAttributes } from '../../items/format-directive.ts'
import type { ParsedAttributes } from '../../items/parse-attributes.ts'

export function formatFigure(image: {
  src: string
  alt?: string | undefined
  caption?: string | undefined
  credit?: string | undefined
}): string {
  const src = encodeReservedCharacters(image.src.trim())
  const { alt = '', caption = '', credit = '' } = image
  return `\n\n::figure${formatAttributes({ src, alt, caption, credit })}\n\n`
}

const pictureFile = /\.(?:jpe?g|png|gif|webp|avif|svg|bmp|tiff?|heic)(?:[?#]|$)/i

export const isPictureFile = (address: string) => pictureFile.test(address.trim())

/** Attributes with a picture's address, in order of preference; the last ones may name a page. */
const addressNames =
  'src url image img image_path image_url image_src path file filename picture photo source name href link'.split(
    ' ',
  )
const numberedName = /^(?:src|url|path|file|im(?:g|age)|pic(?:ture)?|photo)[_-]?(?:\d|left|right)$/
const listName = /^(?:images|imgs|pictures|photos|files|srcs)$/
/** Matches tags whose address may lack an ending that the theme adds. */
const pictureTag =
  /^(?:fig(?:ure)?|im(?:g|age)s?|pic(?:ture)?s?|photo|asset_img|asset_image)(?![a-z])/
/** Matches variables, whose values only the site's templates have. */
const variable = /^(?:page|site|include|post|item|layout)\.[\w.]+$|^[{[]/

/** Returns null for a tag without a picture. */
export function formatPictures(name: string, tagArguments: ParsedAttributes): string | null {
  const sources = findSources(pictureTag.test(name), tagArguments)
  if (sources.length === 0) return null
  const { named } = tagArguments
  const words = readWords(tagArguments.plain)
  const [first, second, third] = [named.title, named.caption, named.description ?? named.desc]
  const captions = [first, second, third, words.caption].filter((each) => each)
  const alt = named.alt ?? named['alt-text'] ?? named.alt_text ?? words.alt
  const credit =
    named.credit ?? named.credits ?? named.attr ?? named.attribution ?? named.photographer
  const [src = '', ...others] = sources
  return [
    formatFigure({ src, alt, caption: [...new Set(captions)].join('. '), credit }),
    ...others.map((other) => formatFigure({ src: other })),
  ].join('')
}

function findSources(isPictureTag: boolean, { named, plain }: ParsedAttributes): string[] {
  const isUsable = (value: string | undefined) =>
    value !== undefined && value.trim() !== '' && !variable.test(value.trim())
  const values = Object.entries(named)
  const listed = values
    .filter(([name]) => listName.test(name))
    .flatMap(([, value]) => value.split(','))
  const numbered = values.filter(([name]) => numberedName.test(name)).map(([, value]) => value)
  const main = addressNames
    .map((name) => named[name])
    .find((value) => value && isPictureFile(value))
  const found = [main ?? '', ...numbered, ...listed, ...plain].filter(
    (value) => isUsable(value) && isPictureFile(value),
  )
  const [fallback] = [...addressNames.map((name) => named[name]), ...plain].filter(isUsable)
  if (found.length > 0) return [...new Set(found.map((value) => value.trim()))]
  return isPictureTag && fallback ? [fallback] : []
}

/** Reads unnamed words around a picture's address: alternative text, then a caption if commas separate them. */
function readWords(plain: readonly string[]): { readonly alt?: string; readonly caption?: string } {
  const start = plain.findIndex(isPictureFile)
  const parts: string[] = ['']
  for (const value of start < 0 ? [] : plain.slice(start + 1)) {
    if (value === ',') parts.push('')
    else if (!isLayout(value)) parts[parts.length - 1] = `${parts.at(-1)} ${value}`.trim()
  }
  const [alt = '', caption = ''] = parts.length > 1 ? parts.slice(1) : parts
  return { alt, ...(caption && !/^[\w-]+$/.test(caption) ? { caption } : {}) }
}

/** Recognises sizes, classes and other pictures. */
const isLayout = (value: string) =>
  isPictureFile(value) ||
  /^(?:\d+(?:px|w|%|x\d+)?,?|left|right|cent(?:er|re)|\(.*|\[.*|\{.*)$/.test(value)
