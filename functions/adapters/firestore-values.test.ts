import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeFields, encodeFields, encodeValue } from './firestore-values.ts'

const leaf = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.maxSafeInteger(),
  // Firestore has one zero; ours comes back as the positive one.
  fc.double({ noNaN: true }).map((value) => (Object.is(value, -0) ? 0 : value)),
  fc.string({ unit: 'binary' }),
  fc.date({ noInvalidDate: true }),
)
const { value } = fc.letrec((tie) => ({
  value: fc.oneof({ depthSize: 'small' }, leaf, fc.array(tie('value')), tie('map')),
  map: fc.dictionary(fc.string(), tie('value'), { noNullPrototype: true }),
}))

describe('Firestore values', () => {
  it('come back as they were', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), value, { noNullPrototype: true }), (fields) => {
        const wire = JSON.parse(JSON.stringify(encodeFields(fields)))
        expect(decodeFields(wire)).toEqual(fields)
      }),
    )
  })

  it('keep whole numbers whole and say when a number is none', () => {
    expect(encodeValue(3)).toEqual({ integerValue: '3' })
    expect(encodeValue(0.5)).toEqual({ doubleValue: 0.5 })
    expect(encodeValue(Number.NaN)).toEqual({ doubleValue: 'NaN' })
  })

  it('leave out what is undefined and refuse what is not data', () => {
    expect(encodeFields({ a: undefined })).toEqual({})
    expect(() => encodeValue(() => 1)).toThrow('function')
    expect(() => decodeFields({ a: { bytesValue: 'AA==' } as never })).toThrow('bytesValue')
  })
})
