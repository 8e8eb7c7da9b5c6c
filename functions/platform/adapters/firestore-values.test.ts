import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeFields, encodeFields, encodeValue } from './firestore-values.ts'

const leaf = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.maxSafeInteger(),
  // Firestore has no negative zero.
  fc.double({ noNaN: true }).map((value) => (Object.is(value, -0) ? 0 : value)),
  fc.string({ unit: 'binary' }),
  fc.date({ noInvalidDate: true }),
)
const { value } = fc.letrec((valueArbitraries) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.array(valueArbitraries('value')),
    valueArbitraries('map'),
  ),
  map: fc.dictionary(fc.string(), valueArbitraries('value'), { noNullPrototype: true }),
}))

describe('Firestore values', () => {
  it('are the same after encoding and decoding', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), value, { noNullPrototype: true }), (fields) => {
        const encoded = JSON.parse(JSON.stringify(encodeFields(fields)))
        expect(decodeFields(encoded)).toEqual(fields)
      }),
    )
  })

  it('keep integers, and encode NaN', () => {
    expect(encodeValue(3)).toEqual({ integerValue: '3' })
    expect(encodeValue(0.5)).toEqual({ doubleValue: 0.5 })
    expect(encodeValue(Number.NaN)).toEqual({ doubleValue: 'NaN' })
  })

  it('omit undefined fields and refuse functions and bytes', () => {
    expect(encodeFields({ a: undefined })).toEqual({})
    expect(() => encodeValue(() => 1)).toThrow('function')
    expect(() => decodeFields({ a: { bytesValue: 'AA==' } as never })).toThrow('bytesValue')
  })
})
