import fc from 'fast-check'

const anything = fc.oneof(
  fc.anything({ withNullPrototype: false, withBigInt: false }),
  fc.constantFrom<unknown>('', ' ', '\0', '../../etc', '__proto__', -1, 1e300, [], {}, null, true),
  fc.string({ maxLength: 300 }),
  fc.array(fc.string(), { maxLength: 60 }),
)

function mutateValid(valid: Readonly<Record<string, unknown>>) {
  const names = [...Object.keys(valid), '__proto__', 'constructor', 'toString', 'uid', 'id']
  return fc
    .tuple(fc.constantFrom(...names), anything, fc.boolean())
    .map(([name, value, isMissing]) => {
      const fields = Object.entries(valid).filter(([field]) => field !== name)
      // Assigning to `__proto__` wouldn't add a field.
      return JSON.stringify(Object.fromEntries(isMissing ? fields : [...fields, [name, value]]))
    })
}

const truncate = (text: string) =>
  fc.tuple(fc.nat(text.length), fc.string({ maxLength: 3 })).map(([at, put]) => {
    return text.slice(0, at) + put + text.slice(at + 1)
  })

const nestDeeply = fc
  .tuple(fc.integer({ min: 1, max: 2000 }), fc.constantFrom('[', '{"a":', '[{"a":'))
  .map(([depth, opening]) => opening.repeat(depth))

export const malformedBody = (valid: Readonly<Record<string, unknown>> = {}) =>
  fc.oneof(
    { arbitrary: mutateValid(valid), weight: 5 },
    { arbitrary: truncate(JSON.stringify(valid)), weight: 2 },
    { arbitrary: fc.json(), weight: 2 },
    { arbitrary: fc.string({ unit: 'binary' }), weight: 1 },
    { arbitrary: nestDeeply, weight: 1 },
    { arbitrary: fc.string({ maxLength: 40 }).map((text) => text.repeat(400)), weight: 1 },
  )

export const contentType = fc.oneof(
  { arbitrary: fc.constant('application/json'), weight: 6 },
  {
    arbitrary: fc.constantFrom(
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'multipart/form-data; boundary=x',
      'text/plain; charset=utf-16',
      'application/json; charset=nonsense',
    ),
    weight: 1,
  },
)
