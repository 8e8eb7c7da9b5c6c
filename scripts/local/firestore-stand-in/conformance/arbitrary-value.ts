/** Random values of every type, for properties; as Firestore prints them. No product code. */
import fc from 'fast-check'
import type { WireValue } from '../values.ts'

const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
/** Doubles and integers near each other, where rounding could put them in the wrong order. */
const near = fc.tuple(fc.constantFrom(53, 54, 60, 62), fc.integer({ min: -3, max: 3 }))
const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 })
const printedDouble = (value: number): WireValue => ({
  // -0 is written as 0 in JSON.
  doubleValue: Number.isFinite(value) ? value + 0 : (String(value) as 'NaN'),
})
const integer = (value: bigint): WireValue => ({ integerValue: String(value) })
const microseconds = fc.integer({ min: 0, max: 999_999 })

const scalar: fc.Arbitrary<WireValue> = fc.oneof(
  fc.constant<WireValue>({ nullValue: null }),
  fc.boolean().map((booleanValue): WireValue => ({ booleanValue })),
  fc.oneof(fc.bigInt({ min: -3n, max: 3n }), int64).map(integer),
  fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double()).map(printedDouble),
  near.map(([power, by]) => integer(2n ** BigInt(power) + BigInt(by))),
  near.map(([power]) => printedDouble(2 ** power)),
  fc
    .tuple(fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }), microseconds)
    .map(([date, digits]): WireValue => {
      const fraction = String(digits).padStart(6, '0').replace(/000$/, '')
      const second = date.toISOString().slice(0, 19)
      return { timestampValue: digits === 0 ? `${second}Z` : `${second}.${fraction}Z` }
    }),
  fc.string({ unit: 'binary', maxLength: 4 }).map((stringValue): WireValue => ({ stringValue })),
  fc
    .uint8Array({ maxLength: 4 })
    .map((bytes): WireValue => ({ bytesValue: Buffer.from(bytes).toString('base64') })),
  fc.array(fc.constantFrom('a', 'a-', 'b', 'B1'), { minLength: 1, maxLength: 3 }).map(
    (ids): WireValue => ({
      referenceValue: `projects/p/databases/(default)/documents/${ids.map((id) => `${id}/x`).join('/')}`,
    }),
  ),
  fc
    .tuple(fc.integer({ min: -90, max: 90 }), fc.integer({ min: -180, max: 180 }))
    .map(([latitude, longitude]): WireValue => ({ geoPointValue: { latitude, longitude } })),
)

/** Lists hold no lists directly, as Firestore has it. */
const { value } = fc.letrec<{ value: WireValue; element: WireValue; map: WireValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    scalar,
    tie('map'),
    fc
      .array(tie('element'), { maxLength: 3 })
      .map((values): WireValue => ({ arrayValue: { values } })),
  ),
  element: fc.oneof({ maxDepth: 2 }, scalar, tie('map')),
  map: fc
    .dictionary(name, tie('value'), { maxKeys: 3, noNullPrototype: true })
    .map((fields): WireValue => ({ mapValue: { fields } })),
}))

export const arbitraryValue = value
