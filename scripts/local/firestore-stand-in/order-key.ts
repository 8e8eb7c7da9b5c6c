/**
 * Order keys: a value's key is a row of bytes, and keys compared byte by byte stand in the order in
 * which Firestore sorts values of all types. Equal keys are values that Firestore's queries hold
 * equal (1 and 1.0). Keys end by themselves, so that those of arrays and maps are made of those of
 * their members. Must stay what it is as long as stored indexes are made of it (store.ts).
 * Source of the order: Firestore's page "Data types"; NaN before all numbers. Firestore compares the
 * first 1,500 bytes of long texts only, this all of them.
 */
import type { WireFields, WireValue } from './values.ts'

const classes = {
  null: 1,
  boolean: 2,
  nan: 3,
  number: 4,
  timestamp: 5,
  string: 6,
  bytes: 7,
  reference: 8,
  geoPoint: 9,
  array: 10,
  map: 11,
} as const

/** Below every class, so that a sequence that ends stands before one that goes on. */
const sequenceEnd = Buffer.from([0])

export const nullKey = Buffer.from([classes.null])
export const nanKey = Buffer.from([classes.nan])

/** Where the key's class begins, and where the next one does: inequalities stay within a class. */
export function classBounds(key: Uint8Array): { from: Buffer; to: Buffer } {
  return { from: Buffer.from([key[0]!]), to: Buffer.from([key[0]! + 1]) }
}

const ofClass = (name: keyof typeof classes, rest: readonly Uint8Array[]) =>
  Buffer.concat([Buffer.from([classes[name]]), ...rest])

/** A zero byte within becomes 0 255, and 0 1 is the end: so a prefix stands before its extensions. */
function escaped(bytes: Buffer): Buffer {
  const end = Buffer.from([0, 1])
  if (!bytes.includes(0)) return Buffer.concat([bytes, end])
  return Buffer.concat([Buffer.from([...bytes].flatMap((byte) => (byte ? [byte] : [0, 255]))), end])
}

const stringKey = (text: string) => ofClass('string', [escaped(Buffer.from(text))])

/** Eight bytes that stand in numeric order; -0 is 0. */
function doubleBytes(number: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(number + 0)
  if (bytes[0]! < 128) bytes[0]! += 128
  else for (let index = 0; index < 8; index++) bytes[index] = 255 - bytes[index]!
  return bytes
}

/**
 * The nearest double, and how far the number is from it. Both types compare exactly: rounding never
 * reverses an order, and at most 512 is lost by it at the ends of 64 bits.
 */
function numberKey(nearest: number, residual: number): Buffer {
  const rest = Buffer.alloc(2)
  rest.writeUInt16BE(residual + 0x8000)
  return ofClass('number', [doubleBytes(nearest), rest])
}

/** Printed times have one width up to the second, so that their text sorts; digits are filled up. */
function timestampKey(printed: string): Buffer {
  const digits = printed.slice(20, -1).padEnd(6, '0')
  return ofClass('timestamp', [Buffer.from(printed.slice(0, 19) + digits)])
}

/** The key of a document's name, by its segments. Those of the documents below it begin with it. */
export function nameKey(name: string): Buffer {
  return ofClass('reference', name.split('/').map(stringKey))
}

export function orderKey(value: WireValue): Buffer {
  if ('nullValue' in value) return nullKey
  if ('booleanValue' in value) return ofClass('boolean', [Buffer.from([+value.booleanValue])])
  if ('integerValue' in value) {
    const nearest = Number(value.integerValue)
    return numberKey(nearest, Number(BigInt(value.integerValue) - BigInt(nearest)))
  }
  if ('doubleValue' in value) {
    const number = Number(value.doubleValue)
    return Number.isNaN(number) ? nanKey : numberKey(number, 0)
  }
  if ('timestampValue' in value) return timestampKey(value.timestampValue)
  if ('stringValue' in value) return stringKey(value.stringValue)
  if ('bytesValue' in value)
    return ofClass('bytes', [escaped(Buffer.from(value.bytesValue, 'base64'))])
  if ('referenceValue' in value) return Buffer.concat([nameKey(value.referenceValue), sequenceEnd])
  if ('geoPointValue' in value) {
    const { latitude = 0, longitude = 0 } = value.geoPointValue
    return ofClass('geoPoint', [doubleBytes(latitude), doubleBytes(longitude)])
  }
  if ('arrayValue' in value) {
    return ofClass('array', [...(value.arrayValue.values ?? []).map(orderKey), sequenceEnd])
  }
  return ofClass('map', [...mapEntries(value.mapValue.fields ?? {}), sequenceEnd])
}

/** Maps are compared as rows of key, value, key, value, by sorted keys. */
function mapEntries(fields: WireFields): Buffer[] {
  return Object.entries(fields)
    .map(([name, value]) => [stringKey(name), orderKey(value)] as const)
    .sort(([one], [other]) => Buffer.compare(one, other))
    .flat()
}
