/** Finds ways to be contacted or paid, which visitors of a reader's page could take for the publication's own. */
import { containsMessageLink, simplifyText } from '../gift/gift-message.ts'

/** Fewer are the digits of years, ages and prizes; so many are needed to call someone. */
export const minPhoneDigits = 7

/** Seven digits or more, with anything but letters between them. */
const digitRunPattern = new RegExp(`\\p{N}(?:[^\\p{L}\\p{N}]*\\p{N}){${minPhoneDigits - 1},}`, 'gu')

/** "1998–2024" and "1971, 1984, 2001". */
const areYears = (run: string) =>
  run.split(/\P{N}+/u).every((group) => /^(?:1\d{3}|20\d{2})$/.test(group))

const isDigit = (code: number) => /^\p{Nd}$/u.test(String.fromCodePoint(code))

/** Each script's digits follow each other in Unicode, from zero. */
const toLatinDigits = (text: string) =>
  text.replaceAll(/(?![0-9])\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0)!
    let value = 0
    while (value < 9 && isDigit(code - value - 1)) value++
    return String(value)
  })

export const containsPhoneNumber = (text: string): boolean =>
  (toLatinDigits(simplifyText(text)).match(digitRunPattern) ?? []).some((run) => !areYears(run))

/** "name@okaxis", "name [at] okaxis" and "@name", but not "dinner @ eight". */
const accountPattern = /[\p{L}\p{N}_]@|@[\p{L}\p{N}_]|[([{<]\s*(?:at|@)\s*[)\]}>]/iu

/** "name at okaxis": suffixes of Indian payment addresses that aren't words. */
const spelledPaymentPattern = /\bat\s+(?:ok(?:axis|hdfcbank|icici|sbi)|ybl|ibl|axl|apl)\b/iu

export function containsContactDetails(text: string): boolean {
  const shown = simplifyText(text)
  return (
    containsMessageLink(text) ||
    containsPhoneNumber(text) ||
    accountPattern.test(shown) ||
    spelledPaymentPattern.test(shown)
  )
}
