/**
 * Fonts of other writing systems, reduced to the letters on a page. A file's name contains everything from which it's
 * made, so that a page can be rendered anywhere and refer to the file before a build has created it
 * (scripts/build/cut-fonts.ts).
 */

/** Increase the number when fonts are cut differently, because browsers cache the files. */
export const cutFontFolder = '/_fonts/1/'

/** File names may have 255 characters, so longer codes are in folders. */
const maxNameLength = 160
const maxCodeLength = 400

/** Words refer to each letter by one of these digits. */
const wordDigits = '0123456789abcdefghijklmnopqrstuvxyz_-'
const maxLetters = { letters: 80, words: wordDigits.length }

const wholePattern = /^\/_astro\/([\w.-]+)\.woff2$/
const cutPattern = /^\/_fonts\/\d+\/([\w.-]+)\.([\da-z][\da-z_/-]*)\.woff2$/
const anyCutPattern = /\/_fonts\/\d+\/[\w.-]+(?:\/[\w-]{1,160}){0,2}\.woff2/g

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

/**
 * Returns null if only the whole font will do. `whole` is its path, which contains a hash of its content. With `words`,
 * the font has only the forms that letters take in those words.
 */
export function createCutFontPath(
  whole: string,
  characters: string,
  words: readonly string[] = [],
): string | null {
  const name = wholePattern.exec(whole)?.[1]
  const letters = [...new Set(characters + words.join(''))].sort()
  const points = letters.map((letter) => letter.codePointAt(0)!)
  // The development server's paths have a different format.
  if (!name || points.length === 0) return null
  if (points.length > maxLetters[words.length > 0 ? 'words' : 'letters']) return null
  const steps = points.map((point, index) => writeNumber(point - (points[index - 1] ?? 0)))
  const writeWord = (word: string) =>
    [...word].map((letter) => wordDigits[letters.indexOf(letter)]).join('')
  const code = [steps.join(''), ...[...new Set(words)].sort().map(writeWord)].join('w')
  if (code.length > maxCodeLength) return null
  const parts = code.match(new RegExp(`.{1,${maxNameLength}}`, 'g'))!
  return `${cutFontFolder}${name}.${parts.join('/')}.woff2`
}

type CutFont = {
  readonly whole: string
  readonly letters: string
  /** If empty, the font has all forms of the letters. */
  readonly words: readonly string[]
}

/** Returns null for any other path. */
export function parseCutFontPath(path: string): CutFont | null {
  const [, name, code] = cutPattern.exec(path) ?? []
  const [numbers, ...words] = code?.replaceAll('/', '').split('w') ?? []
  if (!name || !numbers) return null
  let point = 0
  // Each number ends with one of these digits.
  const letters = numbers.split(/(?<=[0-9a-f])/).map((digits) => {
    point += readNumber(digits)
    return String.fromCharCode(point)
  })
  const readWord = (word: string) =>
    [...word].map((digit) => letters[wordDigits.indexOf(digit)] ?? '').join('')
  return {
    whole: `/_astro/${name}.woff2`,
    letters: letters.join(''),
    words: words.map(readWord),
  }
}

/** Finds cut fonts' paths in any text. */
export const findCutFonts = (text: string): string[] => [...new Set(text.match(anyCutPattern))]
