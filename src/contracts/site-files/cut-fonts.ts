/**
 * Fonts of other writing systems, reduced to the letters on a page. A file's name contains everything from which it's
 * made, so that a page can be rendered anywhere and refer to the file before a build has created it
 * (scripts/build/cut-fonts.ts).
 */

/** Increase the number when fonts are cut differently, because browsers cache the files. */
export const cutFontFolder = '/_fonts/1/'

/** File names may have 255 characters, and a letter needs up to two. */
const maxLetters = 80

const wholePattern = /^\/_astro\/([\w.-]+)\.woff2$/
const cutPattern = /^\/_fonts\/\d+\/([\w.-]+)\.([0-9a-v]+)\.woff2$/
const anyCutPattern = /\/_fonts\/\d+\/[\w.-]+\.woff2/g

/**
 * The last digit of each number is below 16, which marks the number's end. All digits are in lower case, because some
 * file systems ignore case.
 */
function writeNumber(number: number): string {
  if (number < 16) return number.toString(32)
  return (16 + (number % 16)).toString(32) + writeNumber(Math.floor(number / 16))
}

const readNumber = (digits: string): number =>
  [...digits].reduceRight((number, digit) => number * 16 + (Number.parseInt(digit, 32) % 16), 0)

/** Returns null if only the whole font will do. `whole` is its path, which contains a hash of its content. */
export function createCutFontPath(whole: string, characters: string): string | null {
  const name = wholePattern.exec(whole)?.[1]
  const points = [...new Set(characters)]
    .map((letter) => letter.codePointAt(0)!)
    .sort((one, other) => one - other)
  // The development server's paths have a different format.
  if (!name || points.length === 0 || points.length > maxLetters) return null
  const steps = points.map((point, index) => writeNumber(point - (points[index - 1] ?? 0)))
  return `${cutFontFolder}${name}.${steps.join('')}.woff2`
}

/** Returns null for any other path. */
export function parseCutFontPath(path: string): { whole: string; letters: string } | null {
  const [, name, numbers] = cutPattern.exec(path) ?? []
  if (!name || !numbers) return null
  let point = 0
  // Each number ends with one of these digits.
  const letters = numbers.split(/(?<=[0-9a-f])/).map((digits) => {
    point += readNumber(digits)
    return String.fromCharCode(point)
  })
  return { whole: `/_astro/${name}.woff2`, letters: letters.join('') }
}

/** Finds paths in any text. */
export const findCutFonts = (text: string): string[] => [...new Set(text.match(anyCutPattern))]
