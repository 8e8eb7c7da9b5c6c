/**
 * Order keys: bytes that sort as Firestore sorts values (its page "Data types"), NaN before numbers.
 * Equal values (1 and 1.0) have equal keys. Keys contain their end, so they can be joined. All bytes
 * of long texts count, not only 1,500. Stored indexes depend on the keys (`schemaVersion`).
 */
import type { WireFields, WireValue } from './wire-values.ts'

const classes = {
  null: 1,
  boolean: 2,
  nan: 3,
  number: 4,
  timestamp: 5,
  string: 6,
  reference: 7,
  array: 8,
  map: 9,
} as const

/** Below every class: a sequence sorts before its continuations. */
const sequenceEnd = Buffer.from([0])

const nullKey = Buffer.from([classes.null])
const nanKey = Buffer.from([classes.nan])

/** From the key's class to the next one: inequalities match within a class only. */
export function getClassBounds(key: Uint8Array): { from: Buffer; to: Buffer } {
  return { from: Buffer.from([key[0]!]), to: Buffer.from([key[0]! + 1]) }
}

const encodeClass = (name: keyof typeof classes, residualBytes: readonly Uint8Array[]) =>
  Buffer.concat([Buffer.from([classes[name]]), ...residualBytes])

/** A zero byte becomes 0 255, and 0 1 is the end, so that a prefix sorts before its extensions. */
function escapeBytes(bytes: Buffer): Buffer {
  const end = Buffer.from([0, 1])
  if (!bytes.includes(0)) return Buffer.concat([bytes, end])
  return Buffer.concat([Buffer.from([...bytes].flatMap((byte) => (byte ? [byte] : [0, 255]))), end])
}

const encodeString = (text: string) => encodeClass('string', [escapeBytes(Buffer.from(text))])

/** Eight bytes in numeric order; -0 is 0. */
function encodeDouble(number: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(number + 0)
  if (bytes[0]! < 128) bytes[0]! += 128
  else for (let index = 0; index < 8; index++) bytes[index] = 255 - bytes[index]!
  return bytes
}

/** The nearest double and the difference (at most 512), so that integers and doubles compare exactly. */
function encodeNumber(nearest: number, residual: number): Buffer {
  const residualBytes = Buffer.alloc(2)
  residualBytes.writeUInt16BE(residual + 0x8000)
  return encodeClass('number', [encodeDouble(nearest), residualBytes])
}

/** Printed times have one width up to the second, so their text sorts once digits are padded. */
function encodeTimestamp(printed: string): Buffer {
  const digits = printed.slice(20, -1).padEnd(6, '0')
  return encodeClass('timestamp', [Buffer.from(printed.slice(0, 19) + digits)])
}

/** The key of a document's name. Keys of the documents below it begin with it. */
export function encodeName(name: string): Buffer {
  return encodeClass('reference', name.split('/').map(encodeString))
}

export function encodeOrderKey(value: WireValue): Buffer {
  if ('nullValue' in value) return nullKey
  if ('booleanValue' in value) return encodeClass('boolean', [Buffer.from([+value.booleanValue])])
  if ('integerValue' in value) {
    const nearest = Number(value.integerValue)
    return encodeNumber(nearest, Number(BigInt(value.integerValue) - BigInt(nearest)))
  }
  if ('doubleValue' in value) {
    const number = Number(value.doubleValue)
    return Number.isNaN(number) ? nanKey : encodeNumber(number, 0)
  }
  if ('timestampValue' in value) return encodeTimestamp(value.timestampValue)
  if ('stringValue' in value) return encodeString(value.stringValue)
  if ('referenceValue' in value)
    return Buffer.concat([encodeName(value.referenceValue), sequenceEnd])
  if ('arrayValue' in value) {
    return encodeClass('array', [
      ...(value.arrayValue.values ?? []).map(encodeOrderKey),
      sequenceEnd,
    ])
  }
  return encodeClass('map', [...encodeMapEntries(value.mapValue.fields ?? {}), sequenceEnd])
}

function encodeMapEntries(fields: WireFields): Buffer[] {
  return Object.entries(fields)
    .map(([name, value]) => [encodeString(name), encodeOrderKey(value)] as const)
    .sort(([one], [other]) => Buffer.compare(one, other))
    .flat()
}
