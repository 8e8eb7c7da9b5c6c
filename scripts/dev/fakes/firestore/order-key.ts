/**
 * Order keys: bytes that sort as Firestore sorts values (its page "Data types"). Equal numbers (1 and 1.0) have equal
 * keys. The product doesn't sort by references, arrays or maps: these come last, in no particular order. Stored indexes
 * depend on the keys (`schemaVersion`).
 */
import type { WireValue } from './wire-values.ts'

const classes = { null: 1, boolean: 2, number: 3, timestamp: 4, string: 5, other: 6 } as const

/** Returns the bounds of the key's class, because inequalities match within a class only. */
export function getClassBounds(key: Uint8Array): { from: Buffer; to: Buffer } {
  return { from: Buffer.from([key[0]!]), to: Buffer.from([key[0]! + 1]) }
}

const encodeClass = (name: keyof typeof classes, bytes: Uint8Array = Buffer.alloc(0)) =>
  Buffer.concat([Buffer.from([classes[name]]), bytes])

/** Encodes a number as eight bytes in numeric order; -0 is 0. JavaScript's integers are exact as doubles. */
function encodeDouble(number: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(number + 0)
  if (bytes[0]! < 128) bytes[0]! += 128
  else for (let index = 0; index < 8; index++) bytes[index] = 255 - bytes[index]!
  return bytes
}

/** Printed times have one width up to the second, so their text sorts once digits are padded. */
function encodeTimestamp(printed: string): Buffer {
  const digits = printed.slice(20, -1).padEnd(6, '0')
  return Buffer.from(printed.slice(0, 19) + digits)
}

/** Returns the key of a document's name: its ids, with the byte between them that sorts before all others. */
export const encodeName = (name: string) => Buffer.from(name.replaceAll('/', '\0'))

export function encodeOrderKey(value: WireValue): Buffer {
  if ('nullValue' in value) return encodeClass('null')
  if ('booleanValue' in value) return encodeClass('boolean', Buffer.from([+value.booleanValue]))
  if ('integerValue' in value)
    return encodeClass('number', encodeDouble(Number(value.integerValue)))
  if ('doubleValue' in value) return encodeClass('number', encodeDouble(Number(value.doubleValue)))
  if ('timestampValue' in value)
    return encodeClass('timestamp', encodeTimestamp(value.timestampValue))
  if ('stringValue' in value) return encodeClass('string', Buffer.from(value.stringValue))
  return encodeClass('other')
}
