/**
 * Checks that this publication's facts are stated only in src/publication/: the newsletter's day, the country with its
 * own prices, the currency, amounts, and lengths in words. Other files derive their sentences from there. Comments,
 * tests and development tools may state these facts.
 */
import { globSync, readFileSync } from 'node:fs'

const numberWords = 'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve'

/** Lists the names of countries by trying all codes, except Georgia, which is also a typeface. */
function listCountries(): string[] {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  return letters
    .flatMap((first) => letters.flatMap((second) => names.of(`${first}${second}`) ?? []))
    .filter((name) => name !== 'Georgia')
}

const escapePattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const facts: readonly { readonly what: string; readonly pattern: RegExp }[] = [
  { what: 'a weekday', pattern: /\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?\b/g },
  {
    what: 'a country',
    pattern: new RegExp(`\\b(?:${listCountries().map(escapePattern).join('|')}|the US)\\b`, 'g'),
  },
  { what: 'a currency', pattern: /\bUSD\b|\b(?:US|Australian|Canadian) dollars\b/g },
  // A single digit needs a unit, because `$1` may be a group of a regular expression.
  { what: 'an amount', pattern: /\$(?:\d{2,}|\d\.\d\d|\d(?= (?:a|an|each|for|off|per)\b))/g },
  {
    what: 'a length',
    pattern: new RegExp(
      `\\b(?:${numberWords})[ -](?:months?|years?)\\b|\\b(?:a|the|your) free month\\b|\\ba year of\\b`,
      'gi',
    ),
  },
]

/** Matches comments, and strings, which may contain text that looks like a comment. */
const commentOrString =
  /\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->|(?<![:\\])\/\/.*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g

/** Removes comments without changing line numbers. */
const removeComments = (source: string) =>
  source.replace(commentOrString, (found) =>
    /^(?:\/[*/]|<!--)/.test(found) ? found.replace(/[^\n]/g, '') : found,
  )

/** Returns a line for each fact that a file states itself. */
export function findFacts(file: string, source: string): string[] {
  return removeComments(source)
    .split('\n')
    .flatMap((line, index) =>
      facts.flatMap(({ what, pattern }) =>
        [...line.matchAll(pattern)].map(([found]) => `${file}:${index + 1}: ${what}, “${found}”`),
      ),
    )
}

const exempt =
  /\.(?:test|spec)\.tsx?$|\/testing\/|^src\/(?:journeys|publication)\/|^scripts\/dev\/|\.d\.ts$/

if (import.meta.main) {
  const files = globSync('{src,functions,scripts}/**/*.{ts,tsx,astro,mjs}')
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !exempt.test(file))
  const found = files.flatMap((file) => findFacts(file, readFileSync(file, 'utf8')))
  for (const line of found) console.error(line)
  if (found.length > 0)
    console.error('Move these words to src/publication/, and derive the texts from there.')
  console.log(`${files.length} files checked`)
  process.exitCode = found.length > 0 || files.length === 0 ? 1 : 0
}
