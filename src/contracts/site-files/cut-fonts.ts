/**
 * Fonts of other writing systems, cut to the letters of a page. A file's name has all that it's made from, so that a
 * page can be rendered anywhere and name the file before a build has made it (scripts/build/cut-fonts.ts).
 */

/** The number changes with the way in which fonts are cut, because browsers keep the files. */
export const cutFontFolder = '/_fonts/1/'

/** File names may have 255 characters, and a letter takes up to two. */
const maxLetters = 80

const wholePattern = /^\/_astro\/([\w.-]+)\.woff2$/
const cutPattern = /^\/_fonts\/\d+\/([\w.-]+)\.([0-9a-v]+)\.woff2$/
const anyCutPattern = /\/_fonts\/\d+\/[\w.-]+\.woff2/g

/** The end of a number has a digit below 16. In lower case, because some file systems ignore case. */
function writeNumber(number: number): string {
  if (number < 16) return number.toString(32)
  return (16 + (number % 16)).toString(32) + writeNumber(Math.floor(number / 16))
}

const readNumber = (digits: string): number =>
  [...digits].reduceRight((number, digit) => number * 16 + (Number.parseInt(digit, 32) % 16), 0)

/** Null if only the whole font will do. `whole` is its path, which has a hash of its content. */
export function createCutFontPath(whole: string, characters: string): string | null {
  const name = wholePattern.exec(whole)?.[1]
  const points = [...new Set(characters)]
    .map((letter) => letter.codePointAt(0)!)
    .sort((one, other) => one - other)
  // The development server's paths are of another form.
  if (!name || points.length === 0 || points.length > maxLetters) return null
  const steps = points.map((point, index) => writeNumber(point - (points[index - 1] ?? 0)))
  return `${cutFontFolder}${name}.${steps.join('')}.woff2`
}

/** Null for another path. */
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

/** Paths, in any text. */
export const findCutFonts = (text: string): string[] => [...new Set(text.match(anyCutPattern))]
