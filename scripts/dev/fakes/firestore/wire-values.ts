/**
 * The values that this project stores, as Firestore's REST protocol writes them, checked and in one
 * form: the text that is stored is the text that readers get. Source: `Value` in the v1 reference.
 */
import { z } from 'zod'
import { documentName } from './resource-names.ts'

export type WireValue =
  | { nullValue: null }
  | { booleanValue: boolean }
  | { integerValue: string }
  | { doubleValue: number | 'NaN' | 'Infinity' | '-Infinity' }
  | { timestampValue: string }
  | { stringValue: string }
  | { referenceValue: string }
  | { arrayValue: { values?: WireValue[] } }
  | { mapValue: { fields?: WireFields } }

export type WireFields = { [name: string]: WireValue }

/** Formats microseconds with three or six digits, or none, as Firestore prints them. */
const formatFraction = (second: string, digits: string) =>
  digits === '000000' ? `${second}Z` : `${second}.${digits.replace(/000$/, '')}Z`

/** Prints microseconds since 1970 as Firestore does. */
export function printTimestamp(microseconds: number): string {
  const second = new Date(Math.floor(microseconds / 1000)).toISOString().slice(0, 19)
  return formatFraction(second, String(microseconds % 1_000_000).padStart(6, '0'))
}

const integer = z
  .string()
  .refine(
    (text) => /^-?\d{1,19}$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text),
    'is not an integer of 64 bits',
  )

/** UTC with up to six digits: what `Date` and Firestore print. */
export const timestamp = z.iso
  .datetime()
  .regex(/T[\d:]{8}(\.\d{1,6})?Z$/)
  .transform((text) => formatFraction(text.slice(0, 19), text.slice(20, -1).padEnd(6, '0')))

const fieldName = z
  .string()
  .min(1, 'is an empty field name')
  .refine((name) => !/^__.*__$/s.test(name), 'is a reserved field name')

const array = z.strictObject({
  values: z
    .array(z.lazy(() => value))
    .refine((values) => !values.some((inner) => 'arrayValue' in inner), 'holds an array directly')
    .optional(),
})

export const value: z.ZodType<WireValue> = z
  .strictObject({
    nullValue: z.null().optional(),
    booleanValue: z.boolean().optional(),
    integerValue: integer.optional(),
    doubleValue: z.union([z.number(), z.enum(['NaN', 'Infinity', '-Infinity'])]).optional(),
    timestampValue: timestamp.optional(),
    stringValue: z.string().optional(),
    referenceValue: documentName.optional(),
    arrayValue: array.optional(),
    mapValue: z.strictObject({ fields: z.lazy(() => fields).optional() }).optional(),
  })
  .refine((given) => Object.keys(given).length === 1, 'is not a value of exactly one type')
  // The refinement makes the value one of the union's members.
  .transform((given) => given as WireValue)

export const fields: z.ZodType<WireFields> = z.record(fieldName, value)

/** Returns the text to store: keys sorted, empty members left out, so that equal contents are equal texts. */
export function printCanonical(document: WireFields): string {
  return JSON.stringify(sortFields(document))
}

function sortFields(unsorted: WireFields): WireFields {
  const names = Object.keys(unsorted).sort()
  return Object.fromEntries(names.map((name) => [name, sortValue(unsorted[name]!)]))
}

function sortValue(unsorted: WireValue): WireValue {
  if ('arrayValue' in unsorted) {
    const { values = [] } = unsorted.arrayValue
    return { arrayValue: values.length > 0 ? { values: values.map(sortValue) } : {} }
  }
  if (!('mapValue' in unsorted)) return unsorted
  const inner = sortFields(unsorted.mapValue.fields ?? {})
  return { mapValue: Object.keys(inner).length > 0 ? { fields: inner } : {} }
}

/** Counts the bytes of texts, values and fields. Source: Firestore's page "Storage size calculations". */
const measureText = (text: string) => Buffer.byteLength(text) + 1

function measureValue(inner: WireValue): number {
  if ('nullValue' in inner || 'booleanValue' in inner) return 1
  if ('stringValue' in inner) return measureText(inner.stringValue)
  if ('referenceValue' in inner) return measureText(inner.referenceValue)
  if ('mapValue' in inner) return measureFields(inner.mapValue.fields ?? {})
  if (!('arrayValue' in inner)) return 8
  return (inner.arrayValue.values ?? []).reduce((sum, element) => sum + measureValue(element), 0)
}

/** Leaves out the document's name, which counts too. */
export function measureFields(document: WireFields): number {
  return Object.entries(document).reduce(
    (sum, [name, inner]) => sum + measureText(name) + measureValue(inner),
    32,
  )
}
