import fc from 'fast-check'
import type { WireValue } from '../wire-values.ts'

const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
/** Doubles and integers near each other, where rounding could put them in the wrong order. */
const nearPowerOfTwo = fc.tuple(fc.constantFrom(53, 54, 60, 62), fc.integer({ min: -3, max: 3 }))
const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 })
const printDouble = (value: number): WireValue => ({
  // -0 is written as 0 in JSON.
  doubleValue: Number.isFinite(value) ? value + 0 : (String(value) as 'NaN'),
})
const toIntegerValue = (value: bigint): WireValue => ({ integerValue: String(value) })
const microseconds = fc.integer({ min: 0, max: 999_999 })

const scalar: fc.Arbitrary<WireValue> = fc.oneof(
  fc.constant<WireValue>({ nullValue: null }),
  fc.boolean().map((booleanValue): WireValue => ({ booleanValue })),
  fc.oneof(fc.bigInt({ min: -3n, max: 3n }), int64).map(toIntegerValue),
  fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double()).map(printDouble),
  nearPowerOfTwo.map(([power, by]) => toIntegerValue(2n ** BigInt(power) + BigInt(by))),
  nearPowerOfTwo.map(([power]) => printDouble(2 ** power)),
  fc
    .tuple(fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }), microseconds)
    .map(([date, digits]): WireValue => {
      const fraction = String(digits).padStart(6, '0').replace(/000$/, '')
      const second = date.toISOString().slice(0, 19)
      return { timestampValue: digits === 0 ? `${second}Z` : `${second}.${fraction}Z` }
    }),
  fc.string({ unit: 'binary', maxLength: 4 }).map((stringValue): WireValue => ({ stringValue })),
  fc.array(fc.constantFrom('a', 'a-', 'b', 'B1'), { minLength: 1, maxLength: 3 }).map(
    (ids): WireValue => ({
      referenceValue: `projects/p/databases/(default)/documents/${ids.map((id) => `${id}/x`).join('/')}`,
    }),
  ),
)

/** Firestore refuses arrays directly in arrays. */
export const { value: arbitraryValue } = fc.letrec<{
  value: WireValue
  element: WireValue
  map: WireValue
}>((tie) => ({
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
