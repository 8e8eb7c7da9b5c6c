/** Firestore's order of values, plainly, to compare order keys and servers with. */
import type { WireFields, WireValue } from '../wire-values.ts'

const classes = [
  'nullValue',
  'booleanValue',
  'number',
  'timestampValue',
  'stringValue',
  'referenceValue',
  'arrayValue',
  'mapValue',
]

function toComparable(value: WireValue): [string, unknown] {
  if ('integerValue' in value) return ['number', BigInt(value.integerValue)]
  if ('doubleValue' in value) return ['number', Number(value.doubleValue)]
  if ('timestampValue' in value) {
    const [second, digits = ''] = value.timestampValue.slice(0, -1).split('.')
    return ['timestampValue', `${second}.${digits.padEnd(6, '0')}`]
  }
  return Object.entries(value)[0]!
}

const compareNumbers = (one: never, other: never) => (one < other ? -1 : one > other ? 1 : 0)
const compareBytes = (one: string, other: string) =>
  Buffer.compare(Buffer.from(one), Buffer.from(other))

function compareElements<Element>(
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
function compareDoubles(one: number | bigint, other: number | bigint): number {
  const left = Number.isNaN(one)
  const right = Number.isNaN(other)
  return left || right ? Number(right) - Number(left) : compareNumbers(one as never, other as never)
}

const listEntries = ({ fields = {} }: { fields?: WireFields }) =>
  Object.entries(fields).sort(([one], [other]) => compareBytes(one, other))

export function compareValues(one: WireValue, other: WireValue): number {
  const [kind, left] = toComparable(one)
  const [otherKind, right] = toComparable(other)
  if (kind !== otherKind) return classes.indexOf(kind) - classes.indexOf(otherKind)
  switch (kind) {
    case 'number':
      return compareDoubles(left as number, right as number)
    case 'stringValue':
      return compareBytes(left as string, right as string)
    case 'referenceValue':
      return compareElements(
        (left as string).split('/'),
        (right as string).split('/'),
        compareBytes,
      )
    case 'arrayValue': {
      const [p, q] = [left, right] as { values?: WireValue[] }[]
      return compareElements(p!.values ?? [], q!.values ?? [], compareValues)
    }
    case 'mapValue':
      return compareElements(
        listEntries(left as never),
        listEntries(right as never),
        ([key, value], [otherKey, otherValue]) =>
          compareBytes(key, otherKey) || compareValues(value, otherValue),
      )
    default:
      return compareNumbers(left as never, right as never)
  }
}
