/**
 * Detects the usual ways to be contacted or paid. No rule finds all of them, so the page itself says who wrote the text
 * (ProfileHead.astro).
 */
import { containsMessageLink, simplifyText } from '../gift/gift-message.ts'

/** The minimum number of digits in a phone number; years, ages and prizes have fewer. */
export const minPhoneDigits = 7

/** Matches seven digits or more, with anything except letters between them. */
const digitRunPattern = new RegExp(`\\p{N}(?:[^\\p{L}\\p{N}]*\\p{N}){${minPhoneDigits - 1},}`, 'gu')

/** Detects "1998–2024" and "1971, 1984, 2001". */
const areYears = (run: string) =>
  run.split(/\P{N}+/u).every((group) => /^(?:1\d{3}|20\d{2})$/.test(group))

const isDigit = (code: number) => /^\p{Nd}$/u.test(String.fromCodePoint(code))

/** In Unicode, each script's digits are consecutive, starting at zero. */
const toLatinDigits = (text: string) =>
  text.replaceAll(/(?![0-9])\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0)!
    let value = 0
    while (value < 9 && isDigit(code - value - 1)) value++
    return String(value)
  })

/** Replaces lookalikes of digits, as in "982OO I2345". */
const replaceLookalikes = (text: string) =>
  text.replaceAll(/[\p{L}\p{N}|]+/gu, (word) =>
    /[0-9]/.test(word) && /^[0-9OoIil|]+$/.test(word)
      ? word.replaceAll(/[Oo]/g, '0').replaceAll(/[Iil|]/g, '1')
      : word,
  )

export const containsPhoneNumber = (text: string): boolean =>
  (replaceLookalikes(toLatinDigits(simplifyText(text))).match(digitRunPattern) ?? []).some(
    (run) => !areYears(run),
  )

/** Matches "name@okaxis", "name [at] okaxis", "name (a) okaxis" and "@name", but not "dinner @ eight". */
const accountPattern =
  /[\p{L}\p{N}_]@|@[\p{L}\p{N}_]|[([{<]\s*(?:at|@)\s*[)\]}>]|\p{L}\s?\(a\)\s?\p{L}/iu

/** Characters that look like a dot between two letters of an address. NFKC already turns full-width dots into dots. */
const dotLookalikes = /(?<=[a-z0-9])[\u3002\u30fb\ua4f8](?=[a-z0-9]{2})/giu

/** Matches "name at okaxis": suffixes of Indian payment addresses that aren't words. */
const spelledPaymentPattern = /\bat\s+(?:ok(?:axis|hdfcbank|icici|sbi)|ybl|ibl|axl|apl)\b/iu

/** Matches "refunds at verandah dot com", but not "at the dot in the map". */
const spelledAddressPattern =
  /\bat\s+(?!(?:the|a|an|this|that|my|our)\s)[\p{L}\p{N}-]{2,60}\s+[[({<]?dot[\])}>]?\s+(?:com|net|org|info|in|co|io|me|lk|pk|bd|np|uk|us|ca|au|app|xyz)\b/iu

/** Matches "refunds dot com", but not "the dot com years". */
const spelledDomainPattern =
  /(?<!\b(?:the|a|an|this|that|my|our)\s)\bdot\s(?:com|net|org)\b(?!\s(?:boom|bubble|era|years))/iu

const messenger = '\\b(?:telegram|whats\\s?app|signal|viber)(?![\\p{L}\\p{N}-])'
const via = `\\b(?:on|via|over|through|by)\\s+${messenger}`

/**
 * Matches requests for a message, and an account's name after a messenger's. Text that is merely about a messenger
 * contains neither.
 */
const messengerPatterns = [
  // "DM us on Telegram".
  `\\b(?:message|msg|dm|text|ping|contact|reach|call|write to|talk to|chat with|add|join|find)\\s+(?:out to\\s+)?(?:me|us|our)\\b[^.!?]{0,40}?${via}`,
  // "Card declined? Message VerandahRefunds on Telegram."
  `(?:^|[.!?;:,|–—-]\\s*|\\b(?:please|kindly|just|or|can|refunds?|payments?|help)\\s+)(?:message|msg|dm|text(?!\\s+messages?\\b)|ping|contact)\\s[^.!?]{1,40}?${via}`,
  // "WhatsApp me".
  '\\b(?:telegram|whats\\s?app|viber)\\s+(?:me|us)\\b',
  // "Telegram ID", "Telegram: ama_99 for help", "Signal: ama.".
  `${messenger}\\s*(?:\\b(?:id|username|handle|number)\\b|[:=]\\s*(?:(?=\\p{L}*[\\p{N}_])[\\p{L}\\p{N}_]{4,40}|[\\p{L}\\p{N}_]{1,40}\\s*(?:$|[.,;!?|)])))`,
].map((pattern) => new RegExp(pattern, 'iu'))

export function containsContactDetails(text: string): boolean {
  const shown = simplifyText(text)
  return (
    containsMessageLink(text.replaceAll(dotLookalikes, '.')) ||
    containsPhoneNumber(text) ||
    [
      accountPattern,
      spelledPaymentPattern,
      spelledAddressPattern,
      spelledDomainPattern,
      ...messengerPatterns,
    ].some((pattern) => pattern.test(shown))
  )
}
