/** Patterns of addresses such as `/:year/:title/`, and the slugs in them, as each generator creates them. */
import type { FrontMatter } from './front-matter-syntax.ts'

export type PatternValues = Readonly<Record<string, string | null | undefined>>

/** Returns null if a value is missing. */
export function expandPattern(pattern: string, values: PatternValues): string | null {
  let isComplete = true
  const expanded = pattern.replace(
    /:(\{?)([A-Za-z_][A-Za-z_0-9]*)(\}?)/g,
    (_, _open, key: string) => {
      const value = Object.hasOwn(values, key) ? values[key] : undefined
      isComplete &&= value !== null && value !== undefined
      return value ?? ''
    },
  )
  return isComplete ? expanded : null
}

/** Lists the parts of a date whose UTC fields are those that the address shows. */
export function listDateValues(date: Date | null): PatternValues {
  if (date === null) return {}
  const pad = (number: number, length = 2) => String(number).padStart(length, '0')
  const month = date.toLocaleString('en', { month: 'long', timeZone: 'UTC' })
  const weekday = date.toLocaleString('en', { weekday: 'long', timeZone: 'UTC' })
  const yearDay = dayOfYear(date)
  const week = isoWeek(date)
  return {
    year: String(date.getUTCFullYear()),
    short_year: pad(date.getUTCFullYear() % 100),
    month: pad(date.getUTCMonth() + 1),
    i_month: String(date.getUTCMonth() + 1),
    short_month: month.slice(0, 3),
    long_month: month,
    monthname: month.toLowerCase(),
    day: pad(date.getUTCDate()),
    i_day: String(date.getUTCDate()),
    short_day: weekday.slice(0, 3),
    long_day: weekday,
    weekday: String(date.getUTCDay()),
    weekdayname: weekday.toLowerCase(),
    hour: pad(date.getUTCHours()),
    minute: pad(date.getUTCMinutes()),
    second: pad(date.getUTCSeconds()),
    timestamp: String(Math.floor(date.getTime() / 1000)),
    yearday: String(yearDay),
    y_day: pad(yearDay, 3),
    week: pad(week.week),
    w_year: String(week.year),
    w_day: String(date.getUTCDay() || 7),
  }
}

const day = 86_400_000

function dayOfYear(date: Date): number {
  return Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 0)) / day)
}

function isoWeek(date: Date): { week: number; year: number } {
  const thursday = new Date(date.getTime() + (4 - (date.getUTCDay() || 7)) * day)
  return { week: Math.ceil(dayOfYear(thursday) / 7), year: thursday.getUTCFullYear() }
}

const trimHyphens = (slug: string) => slug.replace(/^-/, '').replace(/-$/, '')

/** Makes a slug as Jekyll does; `pretty` keeps some punctuation and the case. */
export function slugifyForJekyll(text: string, isPretty = false): string {
  return isPretty
    ? trimHyphens(text.replace(/[^\p{M}\p{L}\p{Nd}._~!$&'()+,;=@]+/gu, '-'))
    : trimHyphens(text.replace(/[^\p{M}\p{L}\p{Nd}]+/gu, '-')).toLowerCase()
}

/** Makes a slug as Hugo does: blanks become a hyphen, and other characters unfit for paths are removed. */
export function slugifyForHugo(text: string, { keepsCase = false, removesAccents = false } = {}) {
  const plain = removesAccents ? removeAccents(text) : text
  const allowed = plain.replace(/[^\p{L}\p{Nd}\p{M}./\\_#+~\-@%\s]+/gu, '').trimStart()
  const slug = allowed.replace(/(-?)\s+(-?)/g, (_, before, after) => before || after || '-')
  return trimEndHyphen(allowed, slug, keepsCase)
}

/** Spaces at the end don't become a hyphen. */
function trimEndHyphen(source: string, slug: string, keepsCase: boolean): string {
  const trimmed = /\s$/.test(source) && slug.endsWith('-') ? slug.slice(0, -1) : slug
  return keepsCase ? trimmed : trimmed.toLowerCase()
}

/** Makes a slug as Hexo does. */
export function slugifyForHexo(text: string): string {
  return removeAccents(text)
    .replace(/\p{Cc}/gu, '')
    .replace(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'<>,.?/]+/g, '-')
    .replace(/^-|-$/g, '')
}

/** Makes a slug as Zola does for scripts that it doesn't transliterate. */
export function slugifyWords(text: string): string {
  return trimHyphens(
    removeAccents(text)
      .toLowerCase()
      .replace(/[^\p{L}\p{Nd}]+/gu, '-'),
  )
}

const germanLetters: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' }

export const slugifyForEleventy = (text: string) =>
  slugifyWords(
    text
      .replace(/'(?=[ts](?:\s|$))/g, '')
      .replaceAll('&', ' and ')
      .toLowerCase()
      .replace(/[äöüß]/g, (letter) => germanLetters[letter]!),
  )

/** Makes a slug as Pelican does, which removes punctuation rather than replacing it. */
export const slugifyForPelican = (text: string) =>
  removeAccents(text)
    .replace(/[^\p{L}\p{Nd}\p{M}_\s-]+/gu, '')
    .trim()
    .replace(/[-\s]+/g, '-')
    .toLowerCase()

const removeAccents = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}+/gu, '')
    .normalize('NFC')

/** Lists front matter that is text, for patterns that name any field. */
export function listTextFields(data: FrontMatter): PatternValues {
  return Object.fromEntries(
    Object.entries(data).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
    ),
  )
}
