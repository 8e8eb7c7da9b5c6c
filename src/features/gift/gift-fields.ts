/** The form's fields and their problems. This file doesn't use zod, because browsers load it. */
import type { GiftOrder } from '../../contracts/endpoints/gift-endpoints.ts'
import { getDeliveryDays } from '../../domain/gift/delivery-day.ts'
import { type GiftLength, giftLengths } from '../../domain/gift/gift-length.ts'
import {
  containsMessageLink,
  countCharacters,
  isMessageAllowed,
  isNameAllowed,
  maxMessageLength,
  maxMessageUnits,
  normalizeMessage,
} from '../../domain/gift/gift-message.ts'
import {
  hasForeignMailbox,
  isEmail,
  isName,
  maxNameLength,
  normalizeEmail,
  normalizeName,
} from '../../domain/name-and-email.ts'
import { fail, type Result, succeed } from '../../domain/result.ts'
import { parseCalendarDay } from '../../domain/time-zone.ts'

/** The fields' names, in the order of the form. */
const fieldNames = [
  'length',
  'delivery',
  'recipientName',
  'recipientEmail',
  'when',
  'day',
  'message',
  'senderName',
  'buyerEmail',
] as const
export type GiftFieldName = (typeof fieldNames)[number]
export type GiftFields = Readonly<Record<GiftFieldName, string>>

export const emptyGiftFields: GiftFields = {
  length: '12',
  delivery: 'email',
  recipientName: '',
  recipientEmail: '',
  when: 'now',
  day: '',
  message: '',
  senderName: '',
  buyerEmail: '',
}

/** Accepts any value, such as one that a browser has stored. */
export function toGiftFields(values: unknown): GiftFields {
  const given = Object(values) as Readonly<Record<string, unknown>>
  return Object.fromEntries(
    fieldNames.map((name) => {
      const value = given[name]
      return [name, typeof value === 'string' ? value : emptyGiftFields[name]]
    }),
  ) as GiftFields
}

export const parseGiftLength = (value: string | null): GiftLength =>
  giftLengths.find((length) => String(length) === value) ?? giftLengths[0]!

export type GiftOrderFields = Omit<GiftOrder, 'requestId' | 'botCheck' | 'day'> & {
  readonly day: string | null
}

export type FieldProblems = Partial<Record<GiftFieldName, string>>

const isGiftName = (name: string) => isName(name) && isNameAllowed(name)

function describeName(name: string, whose: string): string | undefined {
  if (name === '') return `Enter ${whose} name.`
  if (name.length > maxNameLength) {
    return `Enter a shorter name, of ${maxNameLength} characters at most.`
  }
  if (isGiftName(name)) return undefined
  return isGiftName(name.replaceAll('.', '. '))
    ? 'Add a space after each full stop in the name.'
    : 'Enter a name without links or special characters.'
}

function describeEmail(email: string, whose: string): string | undefined {
  if (email === '') return `Enter ${whose} email address.`
  if (hasForeignMailbox(email))
    return 'We can’t send email to an address with accented or non-Latin letters before the @. Enter another address.'
  return isEmail(email) ? undefined : 'Enter a complete email address, such as someone@example.com.'
}

function describeMessage(message: string): string | undefined {
  const excess = countCharacters(message) - maxMessageLength
  if (excess > 0) return `Shorten your message by ${formatCharacters(excess)}.`
  if (message.length > maxMessageUnits) return 'Shorten your message, or use fewer emoji.'
  if (!isMessageAllowed(message))
    return 'Your message contains characters that we can’t print. Remove anything unusual and try again.'
  return containsMessageLink(message)
    ? 'Remove links and email addresses from your message, and put a space after each full stop.'
    : undefined
}

export const formatCharacters = (count: number) =>
  count === 1 ? '1 character' : `${count} characters`

/** Returns undefined if a card can be sent on that day. */
export function findDayProblem(day: string, now: Date, timeZone: string): string | undefined {
  const { first, last } = getDeliveryDays(now, timeZone)
  if (!parseCalendarDay(day)) return 'Choose a day.'
  if (day < first) return 'That day has passed. Choose today or a later day.'
  return day > last ? 'Choose a day within a year from now.' : undefined
}

/** Returns the order, or the problem of each field. */
export function parseGiftOrder(
  fields: GiftFields,
  now: Date,
  timeZone: string,
): Result<GiftOrderFields, FieldProblems> {
  const isEmailed = fields.delivery === 'email'
  const recipient = {
    name: normalizeName(fields.recipientName),
    email: normalizeEmail(fields.recipientEmail),
  }
  const day = isEmailed && fields.when === 'day' ? fields.day : null
  const message = normalizeMessage(fields.message)
  const senderName = normalizeName(fields.senderName)
  const buyerEmail = normalizeEmail(fields.buyerEmail)
  const problems = Object.entries({
    recipientName: isEmailed && describeName(recipient.name, 'their'),
    recipientEmail: isEmailed && describeEmail(recipient.email, 'their'),
    day: day !== null && findDayProblem(day, now, timeZone),
    message: describeMessage(message),
    senderName: describeName(senderName, 'your'),
    buyerEmail: describeEmail(buyerEmail, 'your'),
  }).filter(([, problem]) => problem)
  if (problems.length > 0) return fail(Object.fromEntries(problems) as FieldProblems)
  return succeed({
    length: parseGiftLength(fields.length),
    recipient: isEmailed ? recipient : null,
    day,
    message,
    senderName,
    buyerEmail,
  })
}

/** Returns the first problem in the order of the form. */
export const findFirstProblem = (problems: FieldProblems): GiftFieldName | undefined =>
  fieldNames.find((name) => problems[name])

/** Returns whether buyer and recipient have the same address, which is allowed but probably a mistake. */
export function isOwnAddress({ delivery, recipientEmail, buyerEmail }: GiftFields): boolean {
  const address = normalizeEmail(buyerEmail)
  return delivery === 'email' && isEmail(address) && normalizeEmail(recipientEmail) === address
}

/** Returns the corrected recipient, or the problems. */
export function parseRecipient(fields: {
  readonly name: string
  readonly email: string
}): Result<
  { readonly name: string; readonly email: string },
  { readonly name?: string | undefined; readonly email?: string | undefined }
> {
  const recipient = { name: normalizeName(fields.name), email: normalizeEmail(fields.email) }
  const name = describeName(recipient.name, 'their')
  const email = describeEmail(recipient.email, 'their')
  return name || email ? fail({ name, email }) : succeed(recipient)
}
