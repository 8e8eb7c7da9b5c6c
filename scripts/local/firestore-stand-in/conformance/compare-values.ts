/**
 * Firestore's order of values, written down plainly for tests to compare order keys and servers
 * with. The product never sorts with it.
 */
import type { WireFields, WireValue } from '../values.ts'

const classes = [
  'nullValue',
  'booleanValue',
  'number',
  'timestampValue',
  'stringValue',
  'bytesValue',
  'referenceValue',
  'geoPointValue',
  'arrayValue',
  'mapValue',
]

/** A type's name, and what its values are compared by. */
function comparable(value: WireValue): [string, unknown] {
  if ('integerValue' in value) return ['number', BigInt(value.integerValue)]
  if ('doubleValue' in value) return ['number', Number(value.doubleValue)]
  if ('timestampValue' in value) {
    const [second, digits = ''] = value.timestampValue.slice(0, -1).split('.')
    return ['timestampValue', `${second}.${digits.padEnd(6, '0')}`]
  }
  return Object.entries(value)[0]!
}

const bySize = (one: never, other: never) => (one < other ? -1 : one > other ? 1 : 0)
const byBytes = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other))

function byElements<Element>(
  one: readonly Element[],
  other: readonly Element[],
  compare: (one: Element, other: Element) => number,
): number {
  for (const [index, element] of one.entries()) {
    if (index >= other.length) return 1
    const difference = compare(element, other[index]!)
    if (difference !== 0) return difference
  }
  return one.length - other.length
}

/** NaN before all numbers. Integers and doubles compare exactly in JavaScript. */
function byNumber(one: number | bigint, other: number | bigint): number {
  const left = Number.isNaN(one)
  const right = Number.isNaN(other)
  return left || right ? Number(right) - Number(left) : bySize(one as never, other as never)
}

const entries = ({ fields = {} }: { fields?: WireFields }) =>
  Object.entries(fields).sort(([one], [other]) => byBytes(one, other))

/** Negative, zero or positive, as Array.prototype.sort wants it. */
export function compareValues(one: WireValue, other: WireValue): number {
  const [kind, left] = comparable(one)
  const [otherKind, right] = comparable(other)
  if (kind !== otherKind) return classes.indexOf(kind) - classes.indexOf(otherKind)
  switch (kind) {
    case 'number':
      return byNumber(left as number, right as number)
    case 'stringValue':
      return byBytes(left as string, right as string)
    case 'bytesValue':
      return Buffer.compare(
        Buffer.from(left as string, 'base64'),
        Buffer.from(right as string, 'base64'),
      )
    case 'referenceValue':
      return byElements((left as string).split('/'), (right as string).split('/'), byBytes)
    case 'geoPointValue': {
      const [p, q] = [left, right] as { latitude: number; longitude: number }[]
      return p!.latitude - q!.latitude || p!.longitude - q!.longitude
    }
    case 'arrayValue': {
      const [p, q] = [left, right] as { values?: WireValue[] }[]
      return byElements(p!.values ?? [], q!.values ?? [], compareValues)
    }
    case 'mapValue':
      return byElements(
        entries(left as never),
        entries(right as never),
        ([key, value], [otherKey, otherValue]) =>
          byBytes(key, otherKey) || compareValues(value, otherValue),
      )
    default:
      return bySize(left as never, right as never)
  }
}
