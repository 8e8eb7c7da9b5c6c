/**
 * Firestore's values as its REST protocol writes them, checked and brought into one form: what is
 * stored is the text that later readers get. Facts: the `Value` message of the v1 reference, and
 * what Google's emulator accepts.
 */
import { z } from 'zod'
import { nameProblem } from './names.ts'

export type WireValue =
  | { nullValue: null }
  | { booleanValue: boolean }
  | { integerValue: string }
  | { doubleValue: number | 'NaN' | 'Infinity' | '-Infinity' }
  | { timestampValue: string }
  | { stringValue: string }
  | { bytesValue: string }
  | { referenceValue: string }
  | { geoPointValue: { latitude?: number; longitude?: number } }
  | { arrayValue: { values?: WireValue[] } }
  | { mapValue: { fields?: WireFields } }

export type WireFields = { [name: string]: WireValue }

/** A second's text with its microseconds behind it, in none, three or six digits as they need. */
const withDigits = (second: string, digits: string) =>
  digits === '000000' ? `${second}Z` : `${second}.${digits.replace(/000$/, '')}Z`

/** The time in UTC as Firestore prints it, cut to microseconds; null for what is no time. */
function normalTimestamp(text: string): string | null {
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/.exec(text)
  const milliseconds = match ? Date.parse(`${match[1]}${match[3]}`) : Number.NaN
  if (!match || Number.isNaN(milliseconds)) return null
  const second = new Date(milliseconds).toISOString().slice(0, 19)
  // Firestore's years are 1 to 9999.
  if (!/^\d{4}/.test(second) || second.startsWith('0000')) return null
  return withDigits(second, (match[2] ?? '').padEnd(6, '0').slice(0, 6))
}

/** Microseconds since 1970 as Firestore prints them. */
export function printTimestamp(microseconds: number): string {
  const second = new Date(Math.floor(microseconds / 1000)).toISOString().slice(0, 19)
  return withDigits(second, String(microseconds % 1_000_000).padStart(6, '0'))
}

const int64 = { least: -(2n ** 63n), most: 2n ** 63n - 1n }

/** The nearest integer that Firestore can hold: sums stop there instead of wrapping around. */
export function clampInteger(value: bigint): bigint {
  return value < int64.least ? int64.least : value > int64.most ? int64.most : value
}

const integer = z
  .union([z.string().regex(/^-?\d{1,19}$/), z.int()])
  .transform(BigInt)
  .refine((value) => clampInteger(value) === value, 'is beyond 64 bits')
  .transform(String)

export const timestamp = z.string().transform((text, context) => {
  const normal = normalTimestamp(text)
  if (normal !== null) return normal
  context.addIssue('is no RFC 3339 timestamp')
  return z.NEVER
})

const double = z.union([
  z.number(),
  z.enum(['NaN', 'Infinity', '-Infinity']),
  z
    .string()
    .regex(/^-?\d+(\.\d+)?([eE][-+]?\d+)?$/)
    .transform(Number),
])

const reference = z.string().superRefine((name, context) => {
  const problem = nameProblem(name, 'document')
  if (problem) context.addIssue(problem)
})

export const fieldName = z
  .string()
  .min(1, 'is an empty field name')
  .refine((name) => !/^__.*__$/s.test(name), 'is a reserved field name')

const array = z.strictObject({
  values: z
    .array(z.lazy(() => value))
    .refine((values) => !values.some((inner) => 'arrayValue' in inner), 'holds an array directly')
    .optional(),
})

const kinds = z.strictObject({
  // Protocol buffers write the one value of this enumeration either way.
  nullValue: z.union([z.null(), z.literal('NULL_VALUE').transform(() => null)]).optional(),
  booleanValue: z.boolean().optional(),
  integerValue: integer.optional(),
  doubleValue: double.optional(),
  timestampValue: timestamp.optional(),
  stringValue: z.string().optional(),
  bytesValue: z.base64().optional(),
  referenceValue: reference.optional(),
  geoPointValue: z
    .strictObject({
      latitude: z.number().min(-90).max(90).optional(),
      longitude: z.number().min(-180).max(180).optional(),
    })
    .optional(),
  arrayValue: array.optional(),
  mapValue: z.strictObject({ fields: z.lazy(() => fields).optional() }).optional(),
})

export const value: z.ZodType<WireValue> = kinds
  .refine((given) => Object.keys(given).length === 1, 'is not a value of exactly one type')
  // The refinement is what makes the union of it.
  .transform((given) => given as WireValue)

export const fields: z.ZodType<WireFields> = z.record(fieldName, value)

/** The text to store: keys sorted, empty members left out, so that equal contents are equal texts. */
export function canonicalText(document: WireFields): string {
  return JSON.stringify(sortedFields(document))
}

function sortedFields(unsorted: WireFields): WireFields {
  const names = Object.keys(unsorted).sort()
  return Object.fromEntries(names.map((name) => [name, sortedValue(unsorted[name]!)]))
}

function sortedValue(unsorted: WireValue): WireValue {
  if ('arrayValue' in unsorted) {
    const { values = [] } = unsorted.arrayValue
    return { arrayValue: values.length > 0 ? { values: values.map(sortedValue) } : {} }
  }
  if (!('mapValue' in unsorted)) return unsorted
  const inner = sortedFields(unsorted.mapValue.fields ?? {})
  return { mapValue: Object.keys(inner).length > 0 ? { fields: inner } : {} }
}
