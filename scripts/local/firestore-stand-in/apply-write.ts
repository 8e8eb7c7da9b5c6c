/** What a write makes of a document. Pure: no database, no clock. */
import type { FieldPath } from './names.ts'
import { orderKey } from './order-key.ts'
import { clampInteger, type WireFields, type WireValue } from './values.ts'
import type { Transform, Write } from './write-requests.ts'

const innerFields = (value: WireValue | undefined): WireFields | null =>
  value && 'mapValue' in value ? (value.mapValue.fields ?? {}) : null

export function fieldAt(fields: WireFields, path: FieldPath): WireValue | undefined {
  let value: WireValue | undefined = { mapValue: { fields } }
  for (const name of path) {
    const inner = innerFields(value)
    value = inner && Object.hasOwn(inner, name) ? inner[name] : undefined
  }
  return value
}

/** The fields with another value at the path, or with none. What is no map on the way becomes one. */
export function withField(
  fields: WireFields,
  [name, ...rest]: FieldPath,
  value: WireValue | undefined,
): WireFields {
  const { [name!]: current, ...others } = fields
  if (rest.length === 0) return value === undefined ? others : { ...others, [name!]: value }
  const inner = innerFields(current)
  if (!inner && value === undefined) return fields
  return { ...others, [name!]: { mapValue: { fields: withField(inner ?? {}, rest, value) } } }
}

/** Only what the paths name. */
export function projected(fields: WireFields, paths: readonly FieldPath[]): WireFields {
  let result: WireFields = {}
  for (const path of paths) {
    const value = fieldAt(fields, path)
    if (value) result = withField(result, path, value)
  }
  return result
}

const isNumber = (value: WireValue | undefined) =>
  value !== undefined && ('integerValue' in value || 'doubleValue' in value)

/** Integers stay exact and stop at the ends of 64 bits; with a double the sum is one. */
function sum(one: WireValue, other: WireValue): WireValue {
  if ('integerValue' in one && 'integerValue' in other) {
    const exact = BigInt(one.integerValue) + BigInt(other.integerValue)
    return { integerValue: String(clampInteger(exact)) }
  }
  const [left, right] = [one, other].map((value) =>
    Number('integerValue' in value ? value.integerValue : (value as WireDouble).doubleValue),
  )
  const result = left! + right!
  return { doubleValue: Number.isFinite(result) ? result : (String(result) as 'NaN') }
}
type WireDouble = Extract<WireValue, { doubleValue: unknown }>

const isBelow = (one: WireValue, other: WireValue) =>
  Buffer.compare(orderKey(one), orderKey(other)) < 0
const includes = (values: readonly WireValue[], wanted: WireValue) =>
  values.some((value) => orderKey(value).equals(orderKey(wanted)))

/** The field's new value, and the transform's result where it has one. */
function transformed(current: WireValue | undefined, transform: Transform, time: string) {
  const { increment, maximum, minimum, appendMissingElements, removeAllFromArray } = transform
  const numeric = isNumber(current) ? current : undefined
  if (increment) return numeric ? sum(numeric, increment) : increment
  // Of equal numbers of two types the one that is there stays.
  if (maximum) return numeric && !isBelow(numeric, maximum) ? numeric : maximum
  if (minimum) return numeric && !isBelow(minimum, numeric) ? numeric : minimum
  const values = current && 'arrayValue' in current ? (current.arrayValue.values ?? []) : []
  if (appendMissingElements) {
    const result = [...values]
    for (const element of appendMissingElements) {
      if (!includes(result, element)) result.push(element)
    }
    return { arrayValue: { values: result } }
  }
  if (removeAllFromArray) {
    const kept = values.filter((value) => !includes(removeAllFromArray, value))
    return { arrayValue: { values: kept } }
  }
  return { timestampValue: time }
}

export type Applied = {
  /** Null: the document is gone. */
  readonly fields: WireFields | null
  readonly transformResults: readonly WireValue[]
}

/** `time` is what REQUEST_TIME stands for, printed. */
export function applyWrite(current: WireFields | null, write: Write, time: string): Applied {
  if (write.delete) return { fields: null, transformResults: [] }
  let fields = current ?? {}
  if (write.update) {
    const given = write.update.fields
    if (!write.updateMask) fields = given
    for (const path of write.updateMask ?? [])
      fields = withField(fields, path, fieldAt(given, path))
  }
  const transforms = write.updateTransforms ?? write.transform?.fieldTransforms ?? []
  const transformResults = transforms.map((transform): WireValue => {
    const value = transformed(fieldAt(fields, transform.fieldPath), transform, time)
    fields = withField(fields, transform.fieldPath, value)
    return 'arrayValue' in value ? { nullValue: null } : value
  })
  return { fields, transformResults }
}
